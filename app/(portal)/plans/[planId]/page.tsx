import { Pause, Play, RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { formatCount, formatCounted } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { getPlanDetails, listPlanSteps } from "#lib/features/plans/queries.ts";
import type { PlanView } from "#lib/features/plans/schema.ts";
import { canRehearse } from "#lib/features/rehearsals/application.ts";
import type { RehearsalView } from "#lib/features/rehearsals/schema.ts";
import { KeepFresh } from "../../_components/keep-fresh.tsx";
import { PortalFrame } from "../../_components/portal-frame.tsx";
import { RehearsalNote } from "../../_components/rehearsal-note.tsx";
import { Way } from "../../_components/way.tsx";
import { contentWords, PLAN_STATES } from "../_components/words.ts";
import { SteerButton } from "./_components/steer-button.tsx";
import { StepsTable } from "./_components/steps-table.tsx";

export const metadata: Metadata = { title: "Plan" };

type Props = {
  params: Promise<{ planId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** One plan: first what it says and what the rehearsal showed, then its way, then what became of each step. */
export default async function PlanPage({ params, searchParams }: Props): Promise<ReactNode> {
  const { planId } = await params;
  const here = `/plans/${planId}`;
  const actor = await requirePage(here);
  const { plan, rehearsal } = await orNotFound(getPlanDetails(actor, planId));
  const { after } = await searchParams;
  const afterN = typeof after === "string" && /^\d{1,6}$/.test(after) ? Number(after) : 0;
  const page = await listPlanSteps(actor, { planId, afterN });
  const isDraft = plan.state === "DRAFT";
  const mayAct = isAllowed(actor, "plan:run");
  const isMoving = plan.state === "RUNNING" || plan.state === "WAITING" || isUnderWay(rehearsal);
  return (
    <PortalFrame
      connection={plan.connection}
      crumbs={[{ label: "Plans", href: "/plans" }, { label: plan.name }]}
    >
      <Page>
        {isMoving && <KeepFresh />}
        <PageHead
          title={plan.name}
          badges={<State tone={PLAN_STATES[plan.state].tone}>{PLAN_STATES[plan.state].words}</State>}
          facts={[
            `${contentWords(plan)}${plan.fileName === null ? "" : `, from ${plan.fileName}`}`,
            `for ${plan.connection.name}`,
            `by ${plan.actorName}`,
            isDraft
              ? `${formatCounted(plan.included, "step")} to carry out, nothing is sent yet`
              : "Closing this page stops nothing and repeats nothing",
          ]}
          actions={
            <>
              <Button asChild>
                <a href={`${here}/file`} download>
                  Take it as a file
                </a>
              </Button>
              {mayAct && <Steps plan={plan} rehearsal={rehearsal} />}
            </>
          }
        />
        <div className="grid gap-4">
          {isDraft && rehearsal !== null && <RehearsalNote rehearsal={rehearsal} />}
          {isDraft && rehearsal === null && canRehearse() && (
            <Note title="It was not rehearsed yet.">
              A rehearsal tries every step out on the built-in service, in a Cloud of its own that is removed
              again. It sends no mail and leaves {plan.connection.name} alone.
            </Note>
          )}
          {!isDraft && <PlanWay plan={plan} />}
          {plan.people > 0 && (
            <p className="text-13 text-fg-2">
              Everybody who is invited gets one mail of the service and lands on{" "}
              <Mono>{plan.connection.platformUrl}/cloud/…</Mono>, with the number of the Cloud at its end.
            </p>
          )}
          <StepsTable
            planId={planId}
            steps={page.steps}
            isDraft={isDraft}
            isRehearsed={rehearsal !== null}
            mayAct={mayAct}
          />
          {page.next !== null && (
            <div>
              <LinkButton href={`${here}?after=${String(page.next)}`}>Further steps</LinkButton>
            </div>
          )}
        </div>
      </Page>
    </PortalFrame>
  );
}

function isUnderWay(rehearsal: RehearsalView | null): boolean {
  return rehearsal?.state === "QUEUED" || rehearsal?.state === "RUNNING";
}

function Steps({ plan, rehearsal }: { plan: PlanView; rehearsal: RehearsalView | null }): ReactNode {
  const { id: planId, state } = plan;
  const left = plan.included - plan.ended;
  const isStanding = state === "PAUSED" || state === "WAITING";
  const isDraft = state === "DRAFT";
  return (
    <>
      {(isDraft || isStanding) && (
        <SteerButton planId={planId} step="discard" refusal="Nothing was given up." pendingText="Giving up">
          {isDraft ? "Discard the plan" : `Give up the other ${formatCount(left)}`}
        </SteerButton>
      )}
      {plan.retryable > 0 && (
        <SteerButton planId={planId} step="retry" refusal="Nothing was sent again." pendingText="Starting">
          <RotateCcw aria-hidden />
          Try {formatCounted(plan.retryable, "refused or unsent step")} again
        </SteerButton>
      )}
      {isDraft && canRehearse() && !isUnderWay(rehearsal) && (
        <SteerButton planId={planId} step="rehearse" refusal="It is not rehearsed." pendingText="Beginning">
          {rehearsal === null ? "Rehearse it" : "Rehearse it again"}
        </SteerButton>
      )}
      {isDraft && (
        <SteerButton planId={planId} step="start" refusal="Nothing was sent." pendingText="Starting" primary>
          Carry out the plan
        </SteerButton>
      )}
      {state === "RUNNING" && (
        <SteerButton planId={planId} step="pause" refusal="It was not paused." pendingText="Pausing">
          <Pause aria-hidden />
          Pause
        </SteerButton>
      )}
      {(state === "PAUSED" || plan.canPass) && isStanding && (
        <SteerButton planId={planId} step="resume" refusal="It does not go on." pendingText="Going on">
          <Play aria-hidden />
          {state === "PAUSED" ? "Go on" : "Go on without it"}
        </SteerButton>
      )}
    </>
  );
}

/** How far it is; at an uncertain step it waits for a person. */
function PlanWay({ plan }: { plan: PlanView }): ReactNode {
  const words = `${formatCount(plan.ended)} of ${formatCount(plan.included)} steps done`;
  return (
    <Way run={plan} label="Done" words={words}>
      {plan.state === "WAITING" && (
        <Note
          tone="unknown"
          title="It waits until an uncertain step is settled."
          action={
            plan.settleHref !== null && (
              <LinkButton variant="primary" href={plan.settleHref}>
                Settle it
              </LinkButton>
            )
          }
        >
          {plan.pauseReason} Nothing is sent twice.
        </Note>
      )}
      {plan.state !== "WAITING" && plan.uncertain > 0 && (
        <Note tone="unknown" title={`${formatCounted(plan.uncertain, "step")} without a certain answer.`}>
          Whether it was carried out is not known, and it is not sent again by itself. Settle it from its row.
        </Note>
      )}
    </Way>
  );
}
