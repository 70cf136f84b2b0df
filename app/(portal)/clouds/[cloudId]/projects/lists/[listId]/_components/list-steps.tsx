import type { ReactNode } from "react";
import { BatchStep } from "#app/_features/batches/batch-step.tsx";
import { DiscardBatch } from "#app/_features/batches/discard-batch.tsx";
import { t } from "#lib/core/texts.ts";
import { canRehearse } from "#lib/features/rehearsals/application.ts";
import type { RehearsalView } from "#lib/features/rehearsals/queries.ts";
import type { ListView } from "#lib/features/projects/lists/queries.ts";
import { steerListAction } from "../../actions.ts";

/** The actions on the whole list that its state allows. */
export function ListSteps({
  cloudId,
  list,
  rehearsal,
}: {
  cloudId: string;
  list: ListView;
  rehearsal: RehearsalView | null;
}): ReactNode {
  const steps = { action: steerListAction, of: { cloudId, listId: list.id } };
  const isDraft = list.state === "DRAFT";
  const left = list.included - list.ended;
  return (
    <>
      {isDraft && (
        <BatchStep {...steps} step="check">
          {t("Check again")}
        </BatchStep>
      )}
      {isDraft && list.included > 0 && canRehearse() && rehearsal?.isUnderWay !== true && (
        <BatchStep {...steps} step="rehearse">
          {rehearsal === null ? t("Rehearse list") : t("Rehearse again")}
        </BatchStep>
      )}
      {list.canDiscard && (
        <DiscardBatch
          {...steps}
          what={isDraft ? t("Discard the list") : t("Discard the {count} not created", { count: left })}
          consequence={
            isDraft
              ? t("The list and its results are deleted. No project was created.")
              : t("Created projects stay. The others are not created.")
          }
        />
      )}
      {list.retryable > 0 && (
        <BatchStep {...steps} step="retry">
          {t("Retry {count, plural, one {# refused or unsent row} other {# refused or unsent rows}}", {
            count: list.retryable,
          })}
        </BatchStep>
      )}
      {isDraft && list.included > 0 && (
        <BatchStep {...steps} step="start">
          {t("Create {count, plural, one {# project} other {# projects}}", { count: list.included })}
        </BatchStep>
      )}
      {list.state === "RUNNING" && (
        <BatchStep {...steps} step="pause">
          {t("Pause list")}
        </BatchStep>
      )}
      {list.state === "PAUSED" && left > 0 && (
        <BatchStep {...steps} step="resume">
          {t("Create the other {count}", { count: left })}
        </BatchStep>
      )}
    </>
  );
}
