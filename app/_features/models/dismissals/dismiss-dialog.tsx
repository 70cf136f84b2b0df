"use client";
import { EyeOff } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Form, FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button, type ButtonLook } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import { dismissModelsAction } from "./actions.ts";

const FORM = "dismiss-models";

export type DismissChoice = { projectId: string; modelId: number; name: string; hint: string };

type Props = {
  choices: readonly DismissChoice[];
  /** Number of all failed models; more than `choices` where there are very many. */
  total: number;
  onChanged?: () => void;
} & Pick<ButtonLook, "size">;

/** Chooses which failed models to dismiss, at first all, and undoes it. Stays open when none is left, and then says what was done. */
export function DismissDialog({ choices, total, onChanged, size }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<readonly string[] | null>(null);
  const form = useActionForm(dismissModelsAction, ({ models }) => {
    setDone(models);
    onChanged?.();
  });
  const isDone = done !== null;
  return (
    <Dialog
      title={t("Hide failed models")}
      {...(!isDone && {
        description: t(
          "Hidden models no longer need attention. Each comes back if it fails again. Nothing changes at the service.",
        ),
      })}
      {...(choices.length > 0 && {
        trigger: (
          <Button size={size}>
            <EyeOff aria-hidden />
            {t("Hide failed models…")}
          </Button>
        ),
      })}
      open={open}
      onOpenChange={(isOpen) => {
        setOpen(isOpen);
        if (isOpen) setDone(null);
      }}
      held={form.pending}
      footer={
        isDone ? (
          <DialogClose>
            <Button>{t("Close")}</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose>
              <Button variant="ghost" disabled={form.pending}>
                {t("Cancel")}
              </Button>
            </DialogClose>
            <SubmitButton form={FORM} pending={form.pending} pendingText={t("Hiding")}>
              {t("Hide models")}
            </SubmitButton>
          </>
        )
      }
    >
      {isDone ? (
        <Dismissed
          models={done}
          onUndone={() => {
            setDone(null);
            onChanged?.();
          }}
        />
      ) : (
        <Form
          of={form}
          id={FORM}
          className="grid gap-3"
          refusal={t("Nothing was hidden.")}
          fields={{ to: "dismiss" }}
        >
          <fieldset className="min-w-0">
            <legend className="mb-1.5 text-13 font-medium">{t("Failed models")}</legend>
            <div className="grid max-h-[40vh] gap-1 overflow-y-auto rounded-2 border border-line px-3 py-2">
              {choices.map(({ projectId, modelId, name, hint }) => (
                <Checkbox
                  key={`${projectId}~${String(modelId)}`}
                  name="models"
                  value={`${projectId}~${String(modelId)}`}
                  defaultChecked
                  label={<span className="[overflow-wrap:anywhere]">{wrapped(name)}</span>}
                  hint={<span className="[overflow-wrap:anywhere]">{hint}</span>}
                />
              ))}
            </div>
          </fieldset>
          {total > choices.length && (
            <p className="text-13 text-fg-2">
              {t("{shown} of {total} failed models. Hide these to see the others.", {
                shown: choices.length,
                total,
              })}
            </p>
          )}
        </Form>
      )}
    </Dialog>
  );
}

/** What was done, and how to undo it. */
function Dismissed({ models, onUndone }: { models: readonly string[]; onUndone: () => void }): ReactNode {
  return (
    <FormOf
      action={dismissModelsAction}
      onDone={onUndone}
      className="grid gap-3"
      refusal={t("Nothing was restored.")}
      fields={{ to: "show" }}
    >
      <Note
        tone="ok"
        live
        title={t("{count, plural, one {# model} other {# models}} hidden", { count: models.length })}
        action={
          <SubmitButton variant="default" size="sm" pendingText={t("Restoring")}>
            {t("Undo")}
          </SubmitButton>
        }
      >
        {t("You can show them again on the page of their project.")}
      </Note>
      {models.map((model) => (
        <input key={model} type="hidden" name="models" value={model} />
      ))}
    </FormOf>
  );
}
