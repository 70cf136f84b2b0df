"use client";
import type { ReactNode } from "react";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import type { ActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/**
 * The question about a doubtful address, below its field: one button takes the suggestion, one sends to the address as typed. An answer
 * counts only for the field's content when the question was asked; anything typed later is checked again.
 */
export function AddressQuestion({ form }: { form: ActionForm<unknown> }): ReactNode {
  const doubt = form.result?.ok === false ? form.result.doubt : null;
  if (doubt === null) return null;
  const { proposal, asTyped } = doubt;
  if (proposal === null && asTyped === null) return null;
  return (
    <>
      {/* Enter in a field presses the first button of a form, which must not be an answer. */}
      <input type="submit" className="sr-only" tabIndex={-1} aria-hidden value="" />
      <input type="hidden" name="doubted" value={form.typedOf("email") ?? ""} />
      <Note
        tone="warn"
        live
        title={t("Which address is right?")}
        action={
          <span className="flex flex-wrap gap-2">
            {proposal !== null && (
              <SubmitButton size="sm" name="meant" value={proposal} pending={form.pending}>
                {t("Send to {address}", { address: proposal })}
              </SubmitButton>
            )}
            {asTyped !== null && (
              <SubmitButton size="sm" variant="default" name="meant" value={asTyped} pending={form.pending}>
                {t("Send to {address} as typed", { address: asTyped })}
              </SubmitButton>
            )}
          </span>
        }
      >
        {t("Nothing was sent yet. You can also correct the address above.")}
      </Note>
    </>
  );
}
