import type { ReactNode } from "react";
import { FixRows } from "#app/_features/batches/fix-rows.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { t } from "#lib/core/texts.ts";
import type { AddressVerdict } from "#lib/db/client.ts";
import { VERDICT_WORDS } from "#lib/features/invitations/lists/schema.ts";
import type { ListView } from "#lib/features/invitations/lists/queries.ts";
import { fixRowsAction } from "../../actions.ts";

/** The form that the tick boxes of the rows belong to. */
export const FIX_FORM = "fix-rows";

/** One fix for several rows of a draft; at first for those that the page is narrowed to. */
export function FixListRows({
  list,
  verdict,
}: {
  list: ListView;
  verdict: AddressVerdict | undefined;
}): ReactNode {
  const verdicts = Object.keys(VERDICT_WORDS) as AddressVerdict[];
  return (
    <FixRows
      id={FIX_FORM}
      action={fixRowsAction}
      listId={list.id}
      scope={verdict ?? "selected"}
      scopes={[
        { value: "selected", label: t("Selected rows") },
        ...verdicts
          .filter((known) => (list.verdicts[known] ?? 0) > 0)
          .map((value) => ({
            value,
            label: t("All “{verdict}” ({count})", {
              verdict: t(VERDICT_WORDS[value]),
              count: formatCount(list.verdicts[value] ?? 0),
            }),
          })),
        { value: "all", label: t("All rows ({count})", { count: formatCount(list.total) }) },
      ]}
      fixes={[
        { value: "suggestion", label: t("Use the suggested address") },
        { value: "include", label: t("Send anyway") },
        { value: "leave-out", label: t("Leave out") },
        {
          value: "domain",
          label: t("Change the domain"),
          field: {
            name: "domain",
            label: t("Domain"),
            hint: t("What follows the @, such as example.org."),
          },
        },
      ]}
    />
  );
}
