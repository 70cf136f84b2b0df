"use client";
import type { ReactNode } from "react";
import { RoleCards } from "#app/_features/invitations/role-cards.tsx";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import { changeListRoleAction } from "../../actions.ts";

/** Changes the role of everybody in the list, as long as nothing was sent. */
export function ChangeRoleButton({
  listId,
  role,
  refusesRoles,
}: {
  listId: string;
  role: number | null;
  refusesRoles: boolean;
}): ReactNode {
  return (
    <ActionDialog
      action={changeListRoleAction}
      fields={{ listId }}
      title={t("Change the role")}
      description={t("The role is the same for everybody in this list.")}
      trigger={<Button size="sm">{t("Change role")}</Button>}
      refusal={t("Nothing was changed.")}
      button={t("Save role")}
      pendingText={t("Changing")}
    >
      <RoleCards
        legend={t("Role of the invited people")}
        defaultValue={role === null ? "" : String(role)}
        refusesRoles={refusesRoles || role === null}
      />
    </ActionDialog>
  );
}
