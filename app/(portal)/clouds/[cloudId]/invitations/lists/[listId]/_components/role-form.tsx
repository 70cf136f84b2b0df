"use client";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { RoleCards } from "#app/_features/invitations/role-cards.tsx";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
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
  const [open, setOpen] = useState(false);
  const formId = useId();
  const form = useActionForm(changeListRoleAction, () => {
    setOpen(false);
  });
  return (
    <Dialog
      title={t("Change the role")}
      description={t("The role is the same for everybody in this list.")}
      open={open}
      onOpenChange={setOpen}
      held={form.pending}
      trigger={<Button size="sm">{t("Change role")}</Button>}
      footer={
        <>
          <DialogClose>
            <Button>{t("Cancel")}</Button>
          </DialogClose>
          <SubmitButton form={formId} pending={form.pending} pendingText={t("Changing")}>
            {t("Save role")}
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="grid gap-3" {...form.formProps}>
        <input type="hidden" name="listId" value={listId} />
        <FormErrorSummary result={form.result} title={t("Nothing was changed.")} />
        <RoleCards
          legend={t("Role of the invited people")}
          defaultValue={form.typedOf("role") ?? (role === null ? "" : String(role))}
          refusesRoles={refusesRoles || role === null}
        />
      </form>
    </Dialog>
  );
}
