"use client";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { cancelInvitationAction, remindAction } from "../invitations/actions.ts";
import { OutcomeNote } from "./outcome-note.tsx";

/** Asks the service for another mail; what it does is said before, because a mail cannot be called back. */
export function RemindButton({ invitationId, email }: { invitationId: string; email: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const [key, setKey] = useState("");
  const formId = useId();
  const form = useActionForm(remindAction, (outcome) => {
    if (outcome.state === "DONE") setOpen(false);
    else if (outcome.needsNewKey) setKey(crypto.randomUUID());
  });
  const outcome = form.result?.ok === true && form.result.data.state !== "DONE" ? form.result.data : null;
  return (
    <Dialog
      title={`Send ${email} another mail`}
      description="The same invitation, one more mail. A mail cannot be called back."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setKey(crypto.randomUUID());
      }}
      held={form.pending}
      trigger={<Button size="sm">Remind</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <SubmitButton form={formId} pending={form.pending} pendingText="Sending">
            Send another mail
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="grid gap-3" {...form.formProps}>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="invitationId" value={invitationId} />
        <FormErrorSummary result={form.result} title="No mail was asked for." />
        <OutcomeNote subject="The mail" outcome={outcome} />
        <p className="text-13 text-fg-2">An older link in a mail before this one stops working.</p>
      </form>
    </Dialog>
  );
}

/** Takes a pending invitation back at the service. */
export function CancelInvitationButton({
  invitationId,
  email,
}: {
  invitationId: string;
  email: string;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const formId = useId();
  const form = useActionForm(cancelInvitationAction, () => {
    setOpen(false);
  });
  return (
    <Dialog
      title={`Take back the invitation to ${email}`}
      description="The mail that was sent stays where it is; its link no longer gives access."
      open={open}
      onOpenChange={setOpen}
      held={form.pending}
      trigger={
        <Button size="sm" variant="danger">
          Cancel it
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Keep it</Button>
          </DialogClose>
          <SubmitButton form={formId} pending={form.pending} pendingText="Taking it back">
            Take it back
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="grid gap-3" {...form.formProps}>
        <input type="hidden" name="invitationId" value={invitationId} />
        <FormErrorSummary result={form.result} title="The invitation was not taken back." />
        <p className="text-13 text-fg-2">The person can be invited again at any time, with a new mail.</p>
      </form>
    </Dialog>
  );
}
