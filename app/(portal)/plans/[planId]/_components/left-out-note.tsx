import type { ReactNode } from "react";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { marked } from "#app/_ui/marked.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { PlanView, PlanStepView } from "#lib/features/plans/queries.ts";

/** Counts and names the people and models that a started plan left out, each with the reason. */
export function LeftOutNote({
  plan: { leftOut, cloudId },
  steps,
  here,
  isFiltered,
}: {
  plan: PlanView;
  steps: readonly PlanStepView[];
  here: string;
  /** The table below shows only these steps. */
  isFiltered: boolean;
}): ReactNode {
  const count = leftOut.people + leftOut.models;
  if (count === 0) return null;
  return (
    <Note
      tone="warn"
      title={titleOf(leftOut)}
      action={
        <span className="flex flex-wrap gap-2">
          {leftOut.people > 0 && cloudId !== null && (
            <LinkButton size="sm" href={`/clouds/${cloudId}/invitations/new`}>
              {t("Invite people")}
            </LinkButton>
          )}
          <LinkButton size="sm" href={isFiltered ? here : `${here}?show=left-out`}>
            {isFiltered ? t("Show all steps") : t("Show steps left out")}
          </LinkButton>
        </span>
      }
    >
      <ul className="mt-1 grid gap-1">
        {steps.map((step) => (
          <li key={step.id}>
            {marked(step.title)}
            {step.detail !== null && <>: {marked(told(step.detail))}</>}
          </li>
        ))}
        {count > steps.length && <li>{t("and {count} more", { count: count - steps.length })}</li>}
      </ul>
    </Note>
  );
}

function titleOf({ people, models }: PlanView["leftOut"]): string {
  if (models === 0)
    return t("{people, plural, one {# person was} other {# people were}} left out of the plan.", { people });
  if (people === 0)
    return t("{models, plural, one {# model was} other {# models were}} left out of the plan.", { models });
  return t(
    "{people, plural, one {# person} other {# people}} and {models, plural, one {# model} other {# models}} were left out of the plan.",
    { people, models },
  );
}
