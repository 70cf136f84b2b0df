import type { ReactNode } from "react";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import type { NoteTone } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { areAllAtFields, type FieldNames } from "./refused-fields.ts";
import type { OperationOutcome } from "./operation-outcome.ts";

type Words = { tone: NoteTone; title: string };

/** "The Cloud" + the journal's statement about it. */
function wordsOf(subject: string, outcome: OperationOutcome): Words {
  switch (outcome.state) {
    case "DONE":
    case "RESOLVED_DONE":
      return { tone: "ok", title: t("{subject} is done.", { subject }) };
    case "ALREADY":
      return { tone: "info", title: t("Nothing had to be sent.") };
    case "REFUSED":
      return { tone: "bad", title: t("{subject} was refused.", { subject }) };
    case "NOT_SENT":
    case "HELD":
    case "PREPARED":
      return { tone: "warn", title: t("{subject} was not sent.", { subject }) };
    case "SENDING":
      return { tone: "info", title: t("{subject} is being sent.", { subject }) };
    case "RESOLVED_ABSENT":
    case "DISCARDED":
      return { tone: "info", title: t("{subject} was discarded.", { subject }) };
    case "DUPLICATE_FOUND":
      return { tone: "bad", title: t("{subject} was carried out twice.", { subject }) };
    case "ABANDONED":
      return { tone: "unknown", title: t("{subject} was closed without a certain answer.", { subject }) };
    case "UNKNOWN":
    case "DONE_ID_LOST":
      return {
        tone: "unknown",
        title: t("{subject}: the service gave no certain answer.", { subject }),
      };
  }
}

/** The outcome of the operation that a form made, beside the form; null after a plain success, when the page moves on. */
export function OutcomeNote({
  subject,
  outcome,
  fields = {},
}: {
  /** With its article, at the start of a sentence: "The Cloud". */
  subject: string;
  outcome: OperationOutcome | null;
  /** The form's fields, if it shows the service's messages itself (withRefusedFields). */
  fields?: FieldNames;
}): ReactNode {
  if (outcome === null) return null;
  const { tone, title } = wordsOf(subject, outcome);
  return (
    <Note
      tone={tone}
      live
      title={title}
      action={
        <LinkButton size="sm" href={outcome.href}>
          {outcome.isUncertain ? t("Settle operation") : t("View operation")}
        </LinkButton>
      }
    >
      {areAllAtFields(outcome, fields)
        ? t("The service does not accept what is marked below. Change it, then send the form again.")
        : outcome.cause}
      {outcome.isUncertain && ` ${t("Do not create it again yet: a duplicate could not be removed.")}`}
    </Note>
  );
}
