"use client";
import { useId, useState, type ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { t } from "#lib/core/texts.ts";
import { Button } from "../primitives/button.tsx";
import { Dialog, DialogClose } from "../primitives/dialog.tsx";
import type { DialogProps } from "../primitives/made-dialog.tsx";
import { Form } from "./form.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { useActionForm, type ActionForm } from "./use-action-form.ts";

type Words = {
  /** What did not happen after a refusal: "Nothing was revoked." */
  refusal: string;
  /** The button that sends the form, and what it says meanwhile. */
  button: ReactNode;
  pendingText: string;
  /** The button that changes nothing. */
  cancel?: string;
};

type FormDialogProps = Words &
  Pick<DialogProps, "title" | "description" | "trigger" | "returnFocusTo"> & {
    /** Sent along, by the names that the action knows. */
    fields?: Readonly<Record<string, string | number>>;
    /** Fields of `children` that show their own error. */
    shown?: readonly string[];
    /** The button destroys something. */
    danger?: boolean;
    /** The button waits for something else than the form. */
    disabled?: boolean;
    /** The buttons are below the form's content, without a foot of their own. */
    footless?: boolean;
    children?: ReactNode;
  };

/** A dialog with one form: its consequence, its fields, then the button that changes nothing and the one that sends it. */
export function FormDialog({
  form,
  open,
  onOpenChange,
  fields,
  refusal,
  shown,
  button,
  pendingText,
  cancel = t("Cancel"),
  danger = false,
  disabled = false,
  footless = false,
  children,
  ...dialog
}: FormDialogProps & {
  form: ActionForm<unknown>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const id = useId();
  const buttons = (
    <>
      <DialogClose>
        <Button disabled={form.pending}>{cancel}</Button>
      </DialogClose>
      <SubmitButton
        form={id}
        variant={danger ? "danger" : "primary"}
        disabled={disabled}
        pending={form.pending}
        pendingText={pendingText}
      >
        {button}
      </SubmitButton>
    </>
  );
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={onOpenChange}
      held={form.pending}
      {...(!footless && { footer: buttons })}
    >
      <Form
        id={id}
        of={form}
        className={footless ? "grid gap-4" : "grid gap-3"}
        refusal={refusal}
        shown={shown}
        fields={fields}
      >
        {children}
        {footless && <div className="flex flex-wrap justify-end gap-2">{buttons}</div>}
      </Form>
    </Dialog>
  );
}

export type ActionDialogProps<T> = FormDialogProps & {
  action: FormAction<T>;
  /** The action waits for a service: the page can be left meanwhile. */
  isSlow?: boolean;
  /** A message after success, with which the dialog stays. */
  done?: (data: T) => ReactNode;
  /** Opened by something else than its `trigger`. */
  open?: boolean;
  onClose?: () => void;
};

/** The same for an action without further steps: it closes when that was done. */
export function ActionDialog<T>({
  action,
  isSlow = false,
  done,
  open,
  onClose,
  children,
  ...dialog
}: ActionDialogProps<T>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next) onClose?.();
  };
  const onDone = done === undefined ? () => change(false) : undefined;
  const form = useActionForm(action, onDone, isSlow ? "freely" : undefined);
  return (
    <FormDialog {...dialog} form={form} open={open ?? isOpen} onOpenChange={change}>
      {children}
      {form.result?.ok === true && done?.(form.result.data)}
    </FormDialog>
  );
}
