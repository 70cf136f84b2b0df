"use client";
import {
  Eraser,
  MailX,
  MoreHorizontal,
  UserCheck,
  UserRound,
  UserRoundCog,
  UserRoundSearch,
  type LucideIcon,
} from "lucide-react";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Textarea } from "#app/_ui/primitives/input.tsx";
import { Menu, MenuItem, MenuLabel } from "#app/_ui/primitives/menu.tsx";
import { msg, t } from "#lib/core/texts.ts";
import {
  cancelInvitationAction,
  changeInvitationRoleAction,
  confirmInvitationAction,
  eraseInvitationAction,
} from "./actions.ts";

/** Of an invitation into a project, by its number at the service. */
type InvitedRole = "100" | "50" | "25";

type Act = "cancel" | "confirm" | "erase" | InvitedRole;

const ROLES = ["100", "50", "25"] as const satisfies readonly InvitedRole[];
const VERBS: Record<InvitedRole, string> = {
  "100": msg("Make administrator"),
  "50": msg("Make user"),
  "25": msg("Make guest"),
};
const ICONS: Record<InvitedRole, LucideIcon> = {
  "100": UserRoundCog,
  "50": UserRound,
  "25": UserRoundSearch,
};

/** Rare actions on an invitation, behind one button in its row. */
export function InvitationMore({
  invitationId,
  email,
  isOfProject = false,
  role,
  canCancel,
  canConfirm,
  canErase,
}: {
  invitationId: string;
  email: string;
  isOfProject?: boolean;
  /** Of an invitation that waits, where the page shows roles; `isChangeable` false: the service cannot change it. */
  role?: { now: number | null; isChangeable: boolean } | undefined;
  canCancel: boolean;
  canConfirm: boolean;
  canErase: boolean;
}): ReactNode {
  const [act, setAct] = useState<Act | null>(null);
  /** The last choice keeps its dialog mounted, so that it closes by itself; other rows need none. */
  const [chosen, setChosen] = useState<Act | null>(null);
  const buttonId = useId();
  const choose = (next: Act): void => {
    setAct(next);
    setChosen(next);
  };
  const close = (): void => {
    setAct(null);
  };
  const common = { invitationId, returnFocusTo: buttonId, onClose: close };
  return (
    <>
      <Menu
        label={t("More for {email}", { email })}
        trigger={
          <Button
            id={buttonId}
            size="sm"
            variant="ghost"
            square
            aria-label={t("More for {email}", { email })}
          >
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        {role?.isChangeable === true &&
          ROLES.filter((to) => role.now !== Number(to)).map((to) => {
            const Icon = ICONS[to];
            return (
              <MenuItem key={to} icon={<Icon aria-hidden />} onSelect={() => choose(to)}>
                {t(VERBS[to])}
              </MenuItem>
            );
          })}
        {role?.isChangeable === false && (
          <MenuLabel>
            {t("This service cannot change an invitation’s role. Withdraw the invitation and send another.")}
          </MenuLabel>
        )}
        {canConfirm && (
          <MenuItem icon={<UserCheck aria-hidden />} onSelect={() => choose("confirm")}>
            {t("Confirm by hand")}
          </MenuItem>
        )}
        {canCancel && (
          <MenuItem icon={<MailX aria-hidden />} onSelect={() => choose("cancel")}>
            {t("Withdraw invitation")}
          </MenuItem>
        )}
        {canErase && (
          <MenuItem icon={<Eraser aria-hidden />} onSelect={() => choose("erase")} danger>
            {t("Erase the address")}
          </MenuItem>
        )}
      </Menu>
      {(chosen === "100" || chosen === "50" || chosen === "25") && (
        <RoleDialog key={chosen} {...common} open={act === chosen} role={chosen} email={email} />
      )}
      {chosen === "confirm" && (
        <ActDialog
          {...common}
          open={act === "confirm"}
          action={confirmInvitationAction}
          title={t("Confirm that {email} has joined", { email })}
          description={t(
            "Use this when you know that the person joined and the service does not say so. If the service’s lists later say otherwise, the lists win.",
          )}
          verb={t("Confirm joined")}
          pendingText={t("Confirming")}
          refusal={t("Nothing was confirmed.")}
          hasNote
        />
      )}
      {chosen === "cancel" && (
        <ActDialog
          {...common}
          open={act === "cancel"}
          action={cancelInvitationAction}
          title={t("Withdraw the invitation to {email}", { email })}
          description={t(
            "The link in the email stops working. The email itself cannot be unsent. You can invite the person again at any time.",
          )}
          verb={t("Withdraw invitation")}
          pendingText={t("Withdrawing")}
          refusal={t("The invitation was not withdrawn.")}
          keep={t("Keep invitation")}
        />
      )}
      {chosen === "erase" && (
        <ActDialog
          {...common}
          open={act === "erase"}
          action={eraseInvitationAction}
          title={t("Erase {email}", { email })}
          description={
            isOfProject
              ? t(
                  "Erased: the address in this project’s invitations and operations, in removals, and in the built-in mailbox. Not erased: the audit and recent activity, the Cloud and other projects, the project’s members, the service, and the person’s own email. This cannot be undone.",
                )
              : t(
                  "Erased: the address in this Cloud’s ledger, lists, plans and operations, in removals, and in the built-in mailbox. The row keeps its state and dates. Not erased: the audit and recent activity, other Clouds, the Cloud’s members and projects, the service, and the person’s own email. This cannot be undone.",
                )
          }
          verb={t("Erase the address")}
          pendingText={t("Erasing")}
          refusal={t("Nothing was erased.")}
          keep={t("Keep address")}
        />
      )}
    </>
  );
}

function RoleDialog({
  role,
  email,
  ...common
}: Pick<Parameters<typeof ActDialog>[0], "invitationId" | "open" | "onClose" | "returnFocusTo"> & {
  role: InvitedRole;
  email: string;
}): ReactNode {
  return (
    <ActDialog
      {...common}
      role={role}
      action={changeInvitationRoleAction}
      title={t("Change the role of {email}", { email })}
      description={t(
        "The invitation stays valid, and no email is sent. Whoever accepts the invitation gets the new role.",
      )}
      verb={t(VERBS[role])}
      pendingText={t("Changing")}
      refusal={t("The role was not changed.")}
    />
  );
}

function ActDialog({
  invitationId,
  open,
  onClose,
  returnFocusTo,
  action,
  title,
  description,
  verb,
  pendingText,
  refusal,
  role,
  keep = t("Cancel"),
  hasNote = false,
}: {
  invitationId: string;
  open: boolean;
  onClose: () => void;
  returnFocusTo: string;
  action: FormAction<null>;
  title: string;
  description: string;
  verb: string;
  pendingText: string;
  refusal: string;
  /** What the action is told beside the invitation. */
  role?: InvitedRole;
  /** The button that changes nothing. */
  keep?: string;
  hasNote?: boolean;
}): ReactNode {
  const formId = useId();
  const form = useActionForm(action, onClose, "freely");
  return (
    <Dialog
      title={title}
      description={description}
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      held={form.pending}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <DialogClose>
            <Button>{keep}</Button>
          </DialogClose>
          <SubmitButton form={formId} pending={form.pending} pendingText={pendingText}>
            {verb}
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="grid gap-3" {...form.formProps}>
        <input type="hidden" name="invitationId" value={invitationId} />
        {role !== undefined && <input type="hidden" name="role" value={role} />}
        <FormErrorSummary result={form.result} title={refusal} shownFields={["note"]} />
        {hasNote && (
          <Field label={t("How you know")} required error={form.errorOf("note")}>
            <Textarea name="note" rows={2} defaultValue={form.typedOf("note")} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
