import { Mail } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { InvitationTable } from "../_components/invitation-table.tsx";
import { PortalFrame } from "../_components/portal-frame.tsx";
import { StateFilter, readState } from "../_components/state-filter.tsx";

export const metadata: Metadata = { title: "Invitations" };

type Query = Promise<{
  state?: string | string[];
  search?: string | string[];
  after?: string | string[];
}>;

/** The ledger over all Clouds. */
export default async function InvitationsPage({ searchParams }: { searchParams: Query }): Promise<ReactNode> {
  const actor = await requirePage("/invitations");
  const query = await searchParams;
  const state = readState(query.state);
  const search = typeof query.search === "string" ? query.search : undefined;
  const page = await listInvitations(actor, {
    ...(state === undefined ? {} : { states: [state] }),
    search,
    after: typeof query.after === "string" ? query.after : undefined,
  });
  const next = new URLSearchParams({
    ...(state === undefined ? {} : { state }),
    ...(search === undefined ? {} : { search }),
    ...(page.next === null ? {} : { after: page.next }),
  });
  return (
    <PortalFrame crumbs={[{ label: "Invitations" }]}>
      <Page>
        <PageHead
          title="Invitations"
          facts={[
            "Who was asked into which Cloud, what became of it, and how that is known. Each Cloud's page reads its lists anew.",
          ]}
        />
        <div className="grid gap-3">
          <StateFilter base="/invitations" page={page} current={state} />
          {page.rows.length === 0 ? (
            <Blank
              icon={<Mail aria-hidden />}
              title={page.total === 0 ? "Nobody was invited yet" : "No invitation is in this state"}
              action={
                page.total === 0 ? (
                  <LinkButton href="/clouds">Choose a Cloud</LinkButton>
                ) : (
                  <LinkButton href="/invitations">Show all invitations</LinkButton>
                )
              }
            >
              {page.total === 0 ? "People are invited into a Cloud, from its page." : null}
            </Blank>
          ) : (
            <InvitationTable rows={page.rows} mayAct={isAllowed(actor, "invitation:send")} showCloud />
          )}
          {page.next !== null && (
            <div>
              <LinkButton href={`/invitations?${next.toString()}`}>Older invitations</LinkButton>
            </div>
          )}
        </div>
      </Page>
    </PortalFrame>
  );
}
