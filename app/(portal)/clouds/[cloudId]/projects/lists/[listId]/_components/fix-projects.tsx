import type { ReactNode } from "react";
import { FixRows } from "#app/_features/batches/fix-rows.tsx";
import { t } from "#lib/core/texts.ts";
import type { ProjectVerdict } from "#lib/db/client.ts";
import { VERDICT_WORDS, VERDICTS } from "#lib/features/projects/lists/schema.ts";
import type { ListView } from "#lib/features/projects/lists/queries.ts";
import { fixRowsAction } from "../../actions.ts";
import { FIX_FORM } from "./words.ts";

/** One fix for several rows of a draft; preselects the rows of the current filter. */
export function FixListRows({
  list,
  verdict,
}: {
  list: ListView;
  verdict: ProjectVerdict | undefined;
}): ReactNode {
  const parts = VERDICTS.filter((known) => (list.verdicts[known] ?? 0) > 0);
  return (
    <FixRows
      id={FIX_FORM}
      action={fixRowsAction}
      listId={list.id}
      scope={verdict ?? "selected"}
      scopes={[
        { value: "selected", label: t("Selected rows") },
        ...parts.map((value) => ({
          value,
          label: t("All “{verdict}” ({count})", {
            verdict: t(VERDICT_WORDS[value]),
            count: list.verdicts[value] ?? 0,
          }),
        })),
        { value: "all", label: t("All rows ({count})", { count: list.total }) },
      ]}
      fixes={[
        { value: "leave-out", label: t("Leave out, use what exists") },
        { value: "create", label: t("Create anyway") },
        {
          value: "place",
          label: t("Move under a parent"),
          field: {
            name: "parent",
            label: t("Parent project"),
            hint: t("Its name, a path such as “House A / Floor 1”, or its number. Empty: at the top."),
          },
        },
      ]}
    />
  );
}
