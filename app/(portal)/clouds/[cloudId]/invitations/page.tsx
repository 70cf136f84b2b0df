import { Mail } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { refreshInvitations } from "#lib/features/invitations/commands.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { InvitationTable } from "../../../_components/invitation-table.tsx";
import { PortalFrame } from "../../../_components/portal-frame.tsx";
import { ReadNote } from "../../../_components/read-note.tsx";
import { StateFilter, readState } from "../../../_components/state-filter.tsx";
import { CloudHead } from "../_components/cloud-head.tsx";

export const metadata: Metadata = { title: "Invitations of a Cloud" };

type Props = {
  params: Promise<{ cloudId: string }>;
  searchParams: Promise<{ state?: string | string[]; after?: string | string[] }>;
};

/** The people of one Cloud; opening it reads the service's lists, where it has any. */
export default async function CloudInvitationsPage({ params, searchParams }: Props): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/invitations`);
  const query = await searchParams;
  const state = readState(query.state);
  const read = await orNotFound(refreshInvitations(actor, cloudId));
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const page = await listInvitations(actor, {
    cloudId: cloud.id,
    ...(state === undefined ? {} : { states: [state] }),
    after: typeof query.after === "string" ? query.after : undefined,
  });
  const base = `/clouds/${cloud.id}/invitations`;
  const mayInvite = isAllowed(actor, "invitation:send");
  return (
    <PortalFrame
      connection={cloud.connection}
      crumbs={[
        { label: "Clouds", href: "/clouds" },
        { label: cloud.name, href: `/clouds/${cloud.id}` },
        { label: "Invitations" },
      ]}
    >
      <Page>
        <CloudHead cloud={cloud} tab="invitations" actor={actor} />
        <div className="grid gap-3">
          <ReadNote read={read} what="The pending list" />
          {read.state === "notListed" && (
            <Note title="This service does not list its invitations.">
              What becomes of them is known only as far as the calls made here tell.
            </Note>
          )}
          {page.total > 0 && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <StateFilter base={base} page={page} current={state} />
              {read.readAt !== null && (
                <p className="ml-auto text-13 text-fg-2">
                  The service’s lists were read <RelativeTime at={read.readAt.toISOString()} />.{" "}
                  <Link className="link" href={state === undefined ? base : `${base}?state=${state}`}>
                    Read again
                  </Link>
                </p>
              )}
            </div>
          )}
          {page.rows.length === 0 ? (
            <Blank
              icon={<Mail aria-hidden />}
              title={
                page.total === 0 ? "Nobody was invited into this Cloud yet" : "No invitation is in this state"
              }
              action={
                page.total === 0 ? (
                  mayInvite && <LinkButton href={`${base}/new`}>Invite people</LinkButton>
                ) : (
                  <LinkButton href={base}>Show all invitations</LinkButton>
                )
              }
            >
              {page.total === 0
                ? "An invited person gets a mail and, after accepting, sees everything in this Cloud."
                : null}
            </Blank>
          ) : (
            <InvitationTable rows={page.rows} mayAct={mayInvite} showCloud={false} />
          )}
          {page.next !== null && (
            <div>
              <LinkButton
                href={`${base}?${new URLSearchParams({ ...(state === undefined ? {} : { state }), after: page.next }).toString()}`}
              >
                Older invitations
              </LinkButton>
            </div>
          )}
        </div>
      </Page>
    </PortalFrame>
  );
}
