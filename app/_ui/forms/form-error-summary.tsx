import type { ReactNode } from "react";
import { NO_ANSWER, type FormState } from "#app/_server/action-result.ts";
import { t } from "#lib/core/texts.ts";
import { LinkButton } from "../primitives/button.tsx";
import { Note } from "../primitives/note.tsx";
import { wrapped } from "../wrapped.ts";

/**
 * Why the form was refused, above its fields: what did not happen (`title`, "The Cloud was not created."), the reason, messages of fields
 * that the form does not show, and the reference.
 */
export function FormErrorSummary({
  result,
  title,
  shownFields = [],
}: {
  result: FormState<unknown>;
  title: string;
  /** Fields that show their own error; the others are listed here. */
  shownFields?: readonly string[] | undefined;
}): ReactNode {
  if (result === null || result.ok) return null;
  if (result.code === NO_ANSWER) {
    return (
      <div data-form-errors tabIndex={-1} className="rounded-2">
        <Note tone="unknown" live title={t("No answer.")}>
          {result.message}
        </Note>
      </div>
    );
  }
  const others = Object.entries(result.fieldErrors).filter(
    ([field, sentences]) => !shownFields.includes(field) && sentences.length > 0,
  );
  return (
    <div data-form-errors tabIndex={-1} className="rounded-2">
      <Note
        tone="bad"
        live
        title={title}
        action={
          result.href !== null && (
            <LinkButton size="sm" href={result.href}>
              {t("View status")}
            </LinkButton>
          )
        }
        reference={result.requestId}
      >
        {result.message}
        {others.length > 0 && (
          <span className="mt-1 block">
            {others.map(([field, sentences]) => (
              <span key={field} className="block">
                {field}: {wrapped(sentences.join(" "))}
              </span>
            ))}
          </span>
        )}
      </Note>
    </div>
  );
}
