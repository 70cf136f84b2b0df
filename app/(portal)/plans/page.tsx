import { ListChecks } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { isAllowed } from "#lib/auth/actor.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import { listPlans, type PlanView } from "#lib/features/plans/queries.ts";
import { KeepFresh } from "../_components/keep-fresh.tsx";
import { contentWords, PLAN_STATES } from "./_components/words.ts";

export const generateMetadata = (): Metadata => ({ title: t("Plans") });

/** Plans: Clouds with their projects and people, prepared before they are created. */
export default async function PlansPage(): Promise<ReactNode> {
  const actor = await requirePage("/plans");
  const { plans, isCut } = await listPlans(actor);
  const create = isAllowed(actor, "plan:run") && (
    <LinkButton variant="primary" href="/plans/new">
      {t("Create plan")}
    </LinkButton>
  );
  return (
    <Page
      title={t("Plans")}
      facts={[
        t("A Cloud, its projects and its people as one plan"),
        t("rehearsed on the built-in service, then run step by step"),
      ]}
      actions={plans.length === 0 ? undefined : create}
    >
      {plans.some((plan) => plan.isMoving) && <KeepFresh />}

      {plans.length === 0 ? (
        <Blank icon={<ListChecks aria-hidden />} title={t("No plans yet")} action={create}>
          {t(
            "You can rehearse a plan before anything is sent to a service. After an interruption it continues where it stopped.",
          )}
        </Blank>
      ) : (
        <div className="grid gap-3">
          <PlanTable plans={plans} />
          {isCut && (
            <p className="text-13 text-fg-2">
              {t("Showing the newest {count}.", { count: formatCount(plans.length) })}
            </p>
          )}
        </div>
      )}
    </Page>
  );
}

function PlanTable({ plans }: { plans: readonly PlanView[] }): ReactNode {
  return (
    <DataTable
      label={t("Plans")}
      rows={plans}
      rowKey={(plan) => plan.id}
      columns={[
        {
          head: t("Plan"),
          grow: true,
          cell: (plan) => (
            <>
              <Link className="link [overflow-wrap:anywhere]" href={`/plans/${plan.id}`}>
                {plan.name}
              </Link>
              <small>{dotted(contentWords(plan), t("at {name}", { name: plan.connection.name }))}</small>
            </>
          ),
        },
        {
          head: t("State"),
          cell: (plan) => {
            const { words, tone } = PLAN_STATES[plan.state];
            const done = t("{ended} of {included} steps", {
              ended: formatCount(plan.ended),
              included: formatCount(plan.included),
            });
            return (
              <State tone={tone} detail={plan.state !== "DRAFT" && done}>
                {t(words)}
              </State>
            );
          },
        },
        {
          head: t("Created by"),
          small: "hide",
          cell: (plan) => <span className="short">{wrapped(plan.actorName)}</span>,
        },
        {
          head: t("Created"),
          end: true,
          cell: (plan) => <RelativeTime at={plan.createdAt} />,
        },
      ]}
    />
  );
}
