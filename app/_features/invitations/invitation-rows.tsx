"use client";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { InvitationView } from "#lib/features/invitations/schema.ts";
import { RemindButton } from "./invitation-actions.tsx";
import { InvitationMore } from "./invitation-more.tsx";

export type InvitationRow = Pick<
  InvitationView,
  | "id"
  | "email"
  | "cloudId"
  | "cloudName"
  | "roleWords"
  | "state"
  | "stateWords"
  | "evidence"
  | "invitedByName"
  | "operationHref"
  | "listHref"
  | "canRemind"
  | "canInviteAnew"
  | "canCancel"
  | "canConfirm"
  | "canErase"
> & {
  tone: Tone;
  /** ISO 8601, as the other. */
  since: string;
  remindableFrom: string | null;
};

/** The rows as the browser gets them: facts, of which it makes the table itself; fifty rows made on the server are four times their size. */
export function InvitationRows({
  rows,
  mayAct,
  showCloud,
}: {
  rows: readonly InvitationRow[];
  mayAct: boolean;
  showCloud: boolean;
}): ReactNode {
  const columns: DataTableColumn<InvitationRow>[] = [
    {
      head: t("Address"),
      grow: true,
      cell: (row) => (
        <>
          <span className="[overflow-wrap:anywhere]">{row.email}</span>
          <small>
            {showCloud ? (
              <Link className="link" href={`/clouds/${row.cloudId}/invitations`}>
                {row.cloudName}
              </Link>
            ) : (
              row.roleWords
            )}
          </small>
        </>
      ),
    },
    {
      head: t("State and evidence"),
      cell: (row) => (
        <State
          tone={row.tone}
          {...(row.state === "WAITING" ? { icon: <Clock aria-hidden /> } : {})}
          detail={<span className="block max-w-[48ch] whitespace-normal">{row.evidence}</span>}
        >
          {row.stateWords}
        </State>
      ),
    },
    { head: t("Since"), end: true, cell: (row) => <RelativeTime at={row.since} /> },
    { head: t("Invited by"), small: "hide", cell: (row) => row.invitedByName ?? t("outside Portico") },
    {
      head: t("Next step"),
      actionsOf: ({ email }) => email,
      cell: (row) => (mayAct ? <NextStep row={row} /> : null),
    },
  ];
  return <DataTable label={t("Invitations")} rows={rows} rowKey={(row) => row.id} columns={columns} />;
}

function NextStep({ row }: { row: InvitationRow }): ReactNode {
  const invite = `/clouds/${row.cloudId}/invitations/new?email=${encodeURIComponent(row.email)}`;
  const named = <span className="sr-only"> {row.email}</span>;
  const hasMore = row.canCancel || row.canConfirm || row.canErase;
  const hasStep =
    row.operationHref !== null || row.listHref !== null || row.canRemind || row.canInviteAnew || hasMore;
  return (
    <span className="inline-flex items-center gap-1.5">
      {row.operationHref !== null && (
        <LinkButton size="sm" href={row.operationHref}>
          {t("Settle")}
          {named}
        </LinkButton>
      )}
      {row.listHref !== null && (
        <LinkButton size="sm" href={row.listHref}>
          {rich("Open the list<hidden> of {email}</hidden>", {
            hidden: (inner) => <span className="sr-only">{inner}</span>,
            email: row.email,
          })}
        </LinkButton>
      )}
      {row.canRemind && (
        <RemindButton invitationId={row.id} email={row.email} remindableFrom={row.remindableFrom} />
      )}
      {row.canInviteAnew && (
        <LinkButton size="sm" href={invite}>
          {row.state === "REFUSED" ? t("Correct") : t("Invite again")}
          {named}
        </LinkButton>
      )}
      {hasMore && (
        <InvitationMore
          invitationId={row.id}
          email={row.email}
          canCancel={row.canCancel}
          canConfirm={row.canConfirm}
          canErase={row.canErase}
        />
      )}
      {!hasStep && (
        <span className="text-12 text-fg-3">
          {row.state === "SENDING" ? t("wait for an answer") : t("nothing to do")}
        </span>
      )}
    </span>
  );
}
