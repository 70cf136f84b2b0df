import type { Metadata } from "next";
import type { ReactNode } from "react";
import { BatchProgress } from "#app/_features/batches/batch-progress.tsx";
import { BatchStep } from "#app/_features/batches/batch-step.tsx";
import { DiscardBatch } from "#app/_features/batches/discard-batch.tsx";
import { RehearsalNote } from "#app/_features/batches/rehearsal-note.tsx";
import { getPlanDetails } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { DownloadButton, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { rowOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { listPlanSteps, type PlanView } from "#lib/features/plans/queries.ts";
import { canRehearse } from "#lib/features/rehearsals/application.ts";
import type { RehearsalView } from "#lib/features/rehearsals/queries.ts";
import { KeepFresh } from "../../_components/keep-fresh.tsx";
import { contentWords, PLAN_STATES } from "../_components/words.ts";
import { steerPlanAction } from "../actions.ts";
import { LeftOutNote } from "./_components/left-out-note.tsx";
import { StepsTable } from "./_components/steps-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Plan") });

/** So many of the steps that were left out are named above the table. */
const NAMED_MAX = 5;

/** One plan: its content and rehearsal, then its progress, then the outcome of each step. */
export default async function PlanPage({ params, searchParams }: PageProps<"planId">): Promise<ReactNode> {
  const { planId } = await params;
  const here = `/plans/${planId}`;
  const actor = await requirePage(here);
  const { plan, rehearsal } = await orNotFound(getPlanDetails(actor, planId));
  const { after, show } = await searchParams;
  const afterN = rowOf(after);
  const isDraft = plan.state === "DRAFT";
  const onlyLeftOut = show === "left-out";
  const [page, leftOut] = await Promise.all([
    listPlanSteps(actor, { planId, afterN, onlyLeftOut }),
    isDraft ? null : listPlanSteps(actor, { planId, onlyLeftOut: true, limit: NAMED_MAX }),
  ]);
  const mayAct = isAllowed(actor, "plan:run");
  const isMoving = plan.isMoving || rehearsal?.isUnderWay === true;
  return (
    <Page
      title={plan.name}
      badges={<State tone={PLAN_STATES[plan.state].tone}>{t(PLAN_STATES[plan.state].words)}</State>}
      facts={[
        plan.fileName === null
          ? contentWords(plan)
          : t("{content}, from {fileName}", { content: contentWords(plan), fileName: plan.fileName }),
        t("for {name}", { name: plan.connection.name }),
        t("by {actorName}", { actorName: plan.actorName }),
        ...(isDraft
          ? [
              t("{included} of {total, plural, one {# step} other {# steps}} will run, nothing sent yet", {
                included: formatCount(plan.included),
                total: plan.steps,
              }),
            ]
          : []),
        ...(plan.state === "RUNNING" ? [t("You can close this page; the plan keeps running")] : []),
      ]}
      actions={
        <>
          <DownloadButton href={`${here}/file`}>{t("Download as JSON")}</DownloadButton>
          {mayAct && <Steps plan={plan} rehearsal={rehearsal} />}
        </>
      }
    >
      {isMoving && <KeepFresh />}

      <div className="grid gap-4">
        {isDraft && rehearsal !== null && <RehearsalNote rehearsal={rehearsal} />}
        {isDraft && rehearsal === null && canRehearse() && (
          <Note title={t("Not rehearsed yet.")}>
            {plan.connection.kind === "BUILTIN"
              ? t(
                  "A rehearsal tries every step in a temporary Cloud. It sends no email and changes no other Cloud.",
                )
              : t(
                  "A rehearsal tries every step on the built-in service, in a temporary Cloud. It sends no email and changes nothing at {name}.",
                  { name: plan.connection.name },
                )}
          </Note>
        )}
        {!isDraft && <PlanProgress plan={plan} />}
        {leftOut !== null && (
          <LeftOutNote plan={plan} steps={leftOut.steps} here={here} isFiltered={onlyLeftOut} />
        )}
        {plan.people > 0 && (
          <p className="text-13 text-fg-2">
            {rich(
              "Everybody you invite gets one email from the service. Its link leads to <mono>{platformUrl}/cloud/…</mono>, ending with the number of the Cloud.",
              { mono: (inner) => <Mono>{inner}</Mono>, platformUrl: plan.connection.platformUrl },
            )}
          </p>
        )}
        <StepsTable
          planId={planId}
          steps={page.steps}
          isDraft={isDraft}
          isRehearsed={rehearsal !== null}
          mayAct={mayAct}
        />
        <NextPage base={here} kept={{ show: onlyLeftOut ? "left-out" : undefined }} next={page.next}>
          {t("Further steps")}
        </NextPage>
      </div>
    </Page>
  );
}

function Steps({ plan, rehearsal }: { plan: PlanView; rehearsal: RehearsalView | null }): ReactNode {
  const { id: planId, state } = plan;
  const steps = { action: steerPlanAction, of: { planId } };
  const left = plan.included - plan.ended;
  const isStanding = state === "PAUSED" || state === "WAITING";
  const isDraft = state === "DRAFT";
  return (
    <>
      {(isDraft || isStanding) && (
        <DiscardBatch
          {...steps}
          what={
            isDraft
              ? t("Discard the plan")
              : t("Discard the {left} unsent steps", { left: formatCount(left) })
          }
          consequence={
            isDraft
              ? t("The plan and its results are deleted. Nothing was created, and nobody was invited.")
              : t("What was created stays, and sent invitations stay sent. The other steps are not sent.")
          }
        />
      )}
      {plan.retryable > 0 && (
        <BatchStep {...steps} step="retry">
          {t("Retry {count, plural, one {# refused or unsent step} other {# refused or unsent steps}}", {
            count: plan.retryable,
          })}
        </BatchStep>
      )}
      {isDraft && canRehearse() && rehearsal?.isUnderWay !== true && (
        <BatchStep {...steps} step="rehearse">
          {rehearsal === null ? t("Rehearse plan") : t("Rehearse again")}
        </BatchStep>
      )}
      {isDraft && (
        <BatchStep {...steps} step="start">
          {t("Run plan")}
        </BatchStep>
      )}
      {state === "RUNNING" && (
        <BatchStep {...steps} step="pause">
          {t("Pause plan")}
        </BatchStep>
      )}
      {(state === "PAUSED" || plan.canPass) && isStanding && (
        <BatchStep {...steps} step="resume">
          {state === "PAUSED" ? t("Resume plan") : t("Resume plan without this step")}
        </BatchStep>
      )}
    </>
  );
}

/** The progress; at an uncertain step the plan waits for a person. */
function PlanProgress({ plan }: { plan: PlanView }): ReactNode {
  const words = t("{ended} of {included} steps done", {
    ended: formatCount(plan.ended),
    included: formatCount(plan.included),
  });
  return (
    <BatchProgress batch={plan} label={t("Done")} words={words}>
      {plan.state === "WAITING" && (
        <Note
          tone="unknown"
          title={t("The plan waits until you settle the uncertain step.")}
          action={
            plan.settleHref !== null && (
              <LinkButton variant="primary" href={plan.settleHref}>
                {t("Settle operation")}
              </LinkButton>
            )
          }
        >
          {plan.pauseReason === null
            ? t("Nothing is sent twice.")
            : t("{reason} Nothing is sent twice.", { reason: plan.pauseReason })}
        </Note>
      )}
      {plan.state !== "WAITING" && plan.uncertain > 0 && (
        <Note
          tone="unknown"
          title={t("{uncertain, plural, one {# step} other {# steps}} without a certain answer.", {
            uncertain: plan.uncertain,
          })}
        >
          {t(
            "Portico does not know the outcome and sends nothing again. Settle each uncertain step in its row.",
          )}
        </Note>
      )}
    </BatchProgress>
  );
}
