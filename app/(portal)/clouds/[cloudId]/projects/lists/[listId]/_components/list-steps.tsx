import type { ReactNode } from "react";
import { PauseBatch, ResumeBatch, RetryBatch } from "#app/_features/batches/batch-steps.tsx";
import { SteerButton } from "#app/_features/batches/steer-button.tsx";
import { t } from "#lib/core/texts.ts";
import type { ListView } from "#lib/features/projects/lists/queries.ts";
import { steerListAction } from "../../actions.ts";

/** The actions on the whole list that its state allows. */
export function ListSteps({ cloudId, list }: { cloudId: string; list: ListView }): ReactNode {
  const of = { cloudId, listId: list.id };
  const left = list.included - list.ended;
  return (
    <>
      {list.canDiscard && (
        <SteerButton
          action={steerListAction}
          of={of}
          step="discard"
          refusal={t("Nothing was discarded.")}
          pendingText={t("Discarding")}
        >
          {list.state === "DRAFT"
            ? t("Discard the list")
            : t("Discard the {count} not created", { count: left })}
        </SteerButton>
      )}
      {list.retryable > 0 && (
        <RetryBatch
          of="list"
          action={steerListAction}
          fields={{ ...of, step: "retry" }}
          count={list.retryable}
        />
      )}
      {list.state === "DRAFT" && list.included > 0 && (
        <SteerButton
          action={steerListAction}
          of={of}
          step="start"
          refusal={t("Nothing was sent.")}
          pendingText={t("Starting")}
          primary
        >
          {t("Create {count, plural, one {# project} other {# projects}}", { count: list.included })}
        </SteerButton>
      )}
      {list.state === "RUNNING" && (
        <PauseBatch of="list" action={steerListAction} fields={{ ...of, step: "pause" }} />
      )}
      {list.state === "PAUSED" && left > 0 && (
        <ResumeBatch of="list" action={steerListAction} fields={{ ...of, step: "resume" }}>
          {t("Create the other {count}", { count: left })}
        </ResumeBatch>
      )}
    </>
  );
}
