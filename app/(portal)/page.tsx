import { Check, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { getDb } from "#lib/db/client.ts";
import { listActivity } from "#lib/features/activity/queries.ts";
import { getFrameFacts, listAttention } from "#lib/features/overview/queries.ts";
import { ActivityFeed } from "./_components/activity-feed.tsx";
import { PortalFrame } from "./_components/portal-frame.tsx";

export const metadata: Metadata = { title: "Overview" };

const TONE_WORDS = { unknown: "Unknown", bad: "Failed", warn: "Waiting" } as const;

/** What needs a person now, then what happened. */
export default async function OverviewPage(): Promise<ReactNode> {
  const actor = await requirePage("/");
  const [attention, activity, facts] = await Promise.all([
    listAttention(getDb()),
    listActivity(actor, { limit: 12 }),
    getFrameFacts(getDb()),
  ]);
  const create = (
    <LinkButton href="/clouds/new" variant="primary">
      <Plus aria-hidden />
      Create Cloud
    </LinkButton>
  );
  const mayCreate = isAllowed(actor, "cloud:create");
  return (
    <PortalFrame crumbs={[{ label: "Overview" }]}>
      <Page>
        <PageHead
          title="Overview"
          facts={[
            attention.length === 0
              ? "Nothing waits for a person."
              : `${String(attention.length)} waiting for a person.`,
          ]}
          actions={mayCreate ? create : undefined}
        />
        <div className="grid gap-6">
          <Section
            title="Needs attention"
            aside={
              <Link className="link" href="/operations">
                All operations
              </Link>
            }
          >
            {attention.length === 0 ? (
              <Card>
                <Blank icon={<Check aria-hidden />} title="Everything is in order">
                  {facts.clouds === 0
                    ? "Start with a Cloud; projects, models and people go into it."
                    : "Uncertain operations, failed exports and people who wait too long appear here."}
                </Blank>
              </Card>
            ) : (
              <DataTable
                label="Needs attention"
                rows={attention}
                rowKey={(item) => item.id}
                columns={[
                  {
                    head: "What",
                    grow: true,
                    cell: (item) => (
                      <>
                        <Link className="link" href={item.href}>
                          {item.title}
                        </Link>
                        <small>{item.detail}</small>
                      </>
                    ),
                  },
                  { head: "State", cell: (item) => <State tone={item.tone}>{TONE_WORDS[item.tone]}</State> },
                  { head: "Since", end: true, cell: (item) => <RelativeTime at={item.since} /> },
                ]}
              />
            )}
          </Section>
          <Card title="Recent activity" flush>
            <ActivityFeed rows={activity.rows} />
          </Card>
        </div>
      </Page>
    </PortalFrame>
  );
}
