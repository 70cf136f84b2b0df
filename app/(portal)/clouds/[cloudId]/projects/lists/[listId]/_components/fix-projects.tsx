import type { ReactNode } from "react";
import { FixListRows } from "#app/_features/batches/fix-list-rows.tsx";
import { t } from "#lib/core/texts.ts";
import type { ProjectVerdict } from "#lib/db/client.ts";
import { VERDICT_WORDS } from "#lib/features/projects/lists/schema.ts";
import type { ListView } from "#lib/features/projects/lists/queries.ts";
import { fixRowsAction } from "../../actions.ts";

/** What fits several projects of a draft at once. */
export function FixProjects({
  list,
  verdict,
}: {
  list: ListView;
  verdict: ProjectVerdict | undefined;
}): ReactNode {
  return (
    <FixListRows
      list={list}
      verdict={verdict}
      words={VERDICT_WORDS}
      action={fixRowsAction}
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
