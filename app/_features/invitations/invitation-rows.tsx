"use client";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable, type DataTableColumn, type HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { marked } from "#app/_ui/marked.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import { RemindButton } from "./invitation-actions.tsx";
import { InvitationMore } from "./invitation-more.tsx";
import type { InvitationAct, InvitationRow } from "./invitation-row.ts";

/** Acts behind the row's last button. */
const MORE: readonly InvitationAct[] = ["withdraw", "confirm", "erase"];

/** The links of the sortable heads. */
export type InvitationSorts = Record<"address" | "since" | "invited", HeadSort>;

/**
 * The ledger: each address with its Cloud or project and role, its state and evidence, its emails, who invited, and the next step. Sends
 * rows to the browser as data, of which it makes the table: fifty rows rendered on the server are four times the size.
 */
export function InvitationRows({
  rows,
  mayAct,
  showCloud,
  sorts,
}: {
  rows: readonly InvitationRow[];
  mayAct: boolean;
  showCloud: boolean;
  sorts: InvitationSorts;
}): ReactNode {
  const columns: DataTableColumn<InvitationRow>[] = [
    {
      head: t("Address"),
      grow: true,
      sort: sorts.address,
      cell: (row) => (
        <>
          <span className="[overflow-wrap:anywhere]">{wrapped(row.email)}</span>
          <small>{marked(row.roleName)}</small>
        </>
      ),
    },
    ...(showCloud ? [placeColumn()] : []),
    {
      head: t("State"),
      cell: (row) => (
        <>
          <State tone={row.tone} icon={row.state === "WAITING" ? <Clock aria-hidden /> : undefined}>
            {row.stateWords}
          </State>
          <small className="block max-w-[24ch] whitespace-normal 2xl:max-w-[32ch]">{row.briefEvidence}</small>
        </>
      ),
    },
    { head: t("Since"), end: true, sort: sorts.since, cell: (row) => <RelativeTime at={row.stateSince} /> },
    {
      head: t("Last email"),
      end: true,
      cell: (row) =>
        row.lastMailAt === undefined ? (
          <span className="text-fg-3">{t("none")}</span>
        ) : (
          <>
            <span className="sm:hidden">{t("last email")} </span>
            <RelativeTime at={row.lastMailAt} />
            {row.mailsAsked > 1 && <small>{t("{count} emails", { count: row.mailsAsked })}</small>}
          </>
        ),
    },
    {
      head: t("Invited"),
      sort: sorts.invited,
      cell: (row) => (
        <>
          <span className="sm:hidden">{t("invited")} </span>
          <RelativeTime at={row.createdAt} />
          <small>
            {row.invitedByName === undefined
              ? t("outside Portico")
              : t("by {name}", { name: row.invitedByName })}
          </small>
        </>
      ),
    },
    {
      head: t("Next step"),
      actionsOf: ({ email }) => email,
      cell: (row) => (mayAct ? <NextStep row={row} /> : null),
    },
  ];
  return <DataTable label={t("Invitations")} rows={rows} rowKey={(row) => row.id} columns={columns} />;
}

/** For the ledger of all Clouds: two Clouds may share a name, never a number. */
function placeColumn(): DataTableColumn<InvitationRow> {
  return { head: t("Cloud or project"), cell: (row) => <PlaceCell row={row} /> };
}

function PlaceCell({ row: { cloudId, cloudName, cloudNumber, project } }: { row: InvitationRow }): ReactNode {
  const numbered = t("Cloud {serviceId}", { serviceId: cloudNumber });
  const href =
    project === undefined
      ? `/clouds/${cloudId}/invitations`
      : `/clouds/${cloudId}/projects/${project.id}/people`;
  return (
    <span className="block sm:min-w-[18ch]">
      <Link className="link [overflow-wrap:anywhere]" href={href}>
        {project?.name ?? cloudName}
      </Link>
      <small className="[overflow-wrap:anywhere]">
        {project === undefined ? numbered : dotted(t("project of {cloud}", { cloud: cloudName }), numbered)}
      </small>
    </span>
  );
}

function NextStep({ row }: { row: InvitationRow }): ReactNode {
  const { acts } = row;
  const place = row.project === undefined ? "invitations" : `projects/${row.project.id}/people`;
  const invite = `/clouds/${row.cloudId}/${place}/new?email=${encodeURIComponent(row.email)}`;
  const named = <span className="sr-only"> {marked(row.email)}</span>;
  const hasMore = MORE.some((act) => acts.includes(act));
  const hasStep = row.operationHref !== undefined || row.listHref !== undefined || acts.length > 0;
  return (
    <span className="inline-flex items-center gap-1.5">
      {row.operationHref !== undefined && (
        <LinkButton size="sm" href={row.operationHref}>
          {t("Settle")}
          {named}
        </LinkButton>
      )}
      {row.listHref !== undefined && (
        <LinkButton size="sm" href={row.listHref}>
          {rich("Open the list<sr> of {email}</sr>", {
            email: row.email,
          })}
        </LinkButton>
      )}
      {acts.includes("remind") && (
        <RemindButton invitationId={row.id} email={row.email} remindableFrom={row.remindableFrom ?? null} />
      )}
      {acts.includes("inviteAnew") && (
        <LinkButton size="sm" href={invite}>
          {row.state === "REFUSED" ? t("Correct") : t("Invite again")}
          {named}
        </LinkButton>
      )}
      {hasMore && (
        <InvitationMore
          invitationId={row.id}
          email={row.email}
          isOfProject={row.project !== undefined}
          acts={acts}
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
