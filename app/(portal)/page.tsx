import { Check, Plus } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { AttentionList } from "#app/_ui/data-table/attention-list.tsx";

import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { listActivity } from "#lib/features/activity/queries.ts";
import { listAttention, listSuspicion } from "#lib/features/overview/attention.ts";
import { getFigures } from "#lib/features/overview/figures.ts";
import { getFirstSteps, isBeginning } from "#lib/features/start/first-steps.ts";
import { ActivityFeed } from "./_components/activity-feed.tsx";
import { OverviewFigures } from "./_components/overview/figures.tsx";
import { FirstStepsCard } from "./_components/overview/first-steps-card.tsx";
import { FIRST_STEPS_COOKIE } from "./_components/overview/first-steps-cookie.ts";
import { PortalFrame } from "./_components/portal-frame.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Overview") });

/** What needs a person now, then the figures, then what happened. */
export default async function OverviewPage(): Promise<ReactNode> {
  const actor = await requirePage("/");
  const mayCreate = isAllowed(actor, "cloud:create");
  const wasLeft = (await cookies()).has(FIRST_STEPS_COOKIE);
  const [waiting, suspicion, activity, figures, isFirst] = await Promise.all([
    listAttention(getDb()),
    isAllowed(actor, "audit:read") ? listSuspicion(getDb()) : [],
    listActivity(actor, { limit: 12 }),
    getFigures(),
    isBeginning(),
  ]);
  const attention = [...suspicion, ...waiting];
  const steps = isFirst && mayCreate && !wasLeft ? await getFirstSteps(actor) : null;
  return (
    <PortalFrame crumbs={[{ label: t("Overview") }]}>
      <Page>
        <PageHead
          title={t("Overview")}
          facts={[
            attention.length === 0
              ? t("Nothing waits for a person.")
              : t(
                  "{count, plural, one {# thing waits} other {# things wait}} for a person; the rest is in order.",
                  { count: attention.length },
                ),
          ]}
          actions={
            mayCreate ? (
              <LinkButton href="/clouds/new" variant="primary">
                <Plus aria-hidden />
                {t("Create Cloud")}
              </LinkButton>
            ) : undefined
          }
        />
        <div className="grid gap-6">
          {steps !== null && <FirstStepsCard done={steps.done} />}
          <Section
            title={t("Needs attention")}
            aside={
              <Link className="link" href="/operations">
                {t("All operations")}
              </Link>
            }
          >
            {attention.length === 0 ? (
              <Card>
                <Blank icon={<Check aria-hidden />} title={t("Everything is in order")}>
                  {t(
                    "Uncertain operations, failed models and exports, trouble with a connection, and people who wait too long appear here.",
                  )}
                </Blank>
              </Card>
            ) : (
              <AttentionList label={t("Needs attention")} items={attention} />
            )}
          </Section>
          <OverviewFigures figures={figures} />
          <Card title={t("Recent activity")} flush>
            <ActivityFeed rows={activity.rows} />
          </Card>
        </div>
      </Page>
    </PortalFrame>
  );
}
