import type { ReactNode } from "react";
import { FixListRows } from "#app/_features/batches/fix-list-rows.tsx";
import { t } from "#lib/core/texts.ts";
import type { AddressVerdict } from "#lib/db/client.ts";
import { VERDICT_WORDS } from "#lib/features/invitations/lists/schema.ts";
import type { ListView } from "#lib/features/invitations/lists/queries.ts";
import { fixRowsAction } from "../../actions.ts";

/** What fits several addresses of a draft at once. */
export function FixAddresses({
  list,
  verdict,
}: {
  list: ListView;
  verdict: AddressVerdict | undefined;
}): ReactNode {
  return (
    <FixListRows
      list={list}
      verdict={verdict}
      words={VERDICT_WORDS}
      action={fixRowsAction}
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
