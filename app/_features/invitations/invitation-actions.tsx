"use client";
import { CircleCheck } from "lucide-react";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { OutcomeNote } from "#app/_features/operations/outcome-note.tsx";
import { FormDialog } from "#app/_ui/forms/form-dialog.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { marked } from "#app/_ui/marked.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { remindAction } from "./actions.ts";

type Reminding = {
  invitationId: string;
  email: string;
  /** Until then another email needs a reason. */
  remindableFrom: Date | null;
};

/** Asks the service to send another email. Its dialog, with the form, exists only once the row has opened it. */
export function RemindButton(props: Reminding): ReactNode {
  const [open, setOpen] = useState<boolean | null>(null);
  const [key, setKey] = useState("");
  const [isSent, setSent] = useState(false);
  const buttonId = useId();
  const ask = (): void => {
    setKey(crypto.randomUUID());
    setSent(false);
    setOpen(true);
  };
  return (
    <>
      <Button id={buttonId} size="sm" aria-haspopup="dialog" onClick={ask}>
        {rich("Remind<sr> {email}</sr>", {
          email: props.email,
        })}
      </Button>
      <span role="status" className="inline-flex items-center gap-1 text-12 text-ok empty:hidden">
        {isSent && (
          <>
            <CircleCheck aria-hidden className="size-3.5" />
            {t("Email sent")}
            <span className="sr-only"> {marked(props.email)}</span>
          </>
        )}
      </span>
      {open !== null && (
        <RemindDialog
          {...props}
          onSent={() => setSent(true)}
          open={open}
          setOpen={setOpen}
          operationKey={key}
          setKey={setKey}
          returnFocusTo={buttonId}
        />
      )}
    </>
  );
}

/** Says beforehand what it does, because emails can't be unsent. */
function RemindDialog({
  invitationId,
  email,
  remindableFrom,
  open,
  setOpen,
  operationKey,
  setKey,
  returnFocusTo,
  onSent,
}: Reminding & {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Key of the operation that the form starts; each opening has its own. */
  operationKey: string;
  setKey: (key: string) => void;
  returnFocusTo: string;
  onSent: () => void;
}): ReactNode {
  const form = useActionForm(
    remindAction,
    (outcome) => {
      if (outcome.state === "DONE") {
        setOpen(false);
        onSent();
      } else if (outcome.needsNewKey) setKey(crypto.randomUUID());
    },
    "freely",
  );
  const outcome = form.result?.ok === true && form.result.data.state !== "DONE" ? form.result.data : null;
  return (
    <FormDialog
      form={form}
      fields={{ key: operationKey, invitationId }}
      title={t("Send {email} another email", { email })}
      description={t("The person gets one more email for the same invitation. Emails cannot be unsent.")}
      open={open}
      onOpenChange={setOpen}
      returnFocusTo={returnFocusTo}
      refusal={t("No email was sent.")}
      shown={["reason"]}
      button={t("Send another email")}
      pendingText={t("Sending")}
    >
      <OutcomeNote subject={t("The email")} outcome={outcome} />
      {remindableFrom !== null && (
        <Field
          name="reason"
          label={t("Reason for sending again so soon")}
          required
          hint={rich(
            "An email was sent within the last 24 hours. Without a reason, you can send the next email {when}.",
            { when: <RelativeTime at={remindableFrom} /> },
          )}
        >
          <Input autoComplete="off" />
        </Field>
      )}
      <p className="text-13 text-fg-2">{t("The links in earlier emails stop working.")}</p>
    </FormDialog>
  );
}
