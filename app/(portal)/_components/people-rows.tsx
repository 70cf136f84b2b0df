"use client";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { InvitationMore } from "#app/_features/invitations/invitation-more.tsx";
import { MemberMore } from "#app/_features/people/member-more.tsx";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import type { PersonView } from "#lib/features/people/view.ts";
import type { PeopleSorts } from "../clouds/_components/people/people-address.ts";

export type PersonRow = PersonView & {
  /** The possible action: change a member, withdraw a pending invitation, or erase the address of an ended one. */
  can: "change" | "withdraw" | "erase" | null;
  /** Of an invitation that waits, for whoever may: whether the service changes its role. */
  isRoleChangeable: boolean | null;
};

/** Members and invited people in one table: those of one Cloud or project, or one person in all of them. */
export function PeopleRows({
  rows,
  of,
  sorts,
}: {
  rows: readonly PersonRow[];
  of: "place" | "person";
  /** Links of the column heads, where the page can be sorted. */
  sorts?: PeopleSorts;
}): ReactNode {
  const columns: DataTableColumn<PersonRow>[] = [
    of === "place"
      ? { head: t("Person"), grow: true, sort: sorts?.address, cell: (row) => <PersonCell row={row} /> }
      : { head: t("Cloud or project"), grow: true, cell: (row) => <PlaceCell row={row} /> },
    { head: t("State"), cell: (row) => <StateCell row={row} /> },
    { head: t("Role"), sort: sorts?.role, cell: (row) => row.roleWords },
    {
      head: t("Since"),
      end: true,
      sort: sorts?.since,
      cell: ({ since, isAtLeast }) => {
        const time = <RelativeTime at={since} />;
        return isAtLeast ? rich("first seen {time}", { time }) : time;
      },
    },
    { head: t("Invited by"), small: "hide", cell: (row) => <Inviter name={row.invitedByName} /> },
    {
      head: t("Actions"),
      actionsOf: of === "place" ? calledOf : placeNameOf,
      cell: (row) => <Actions row={row} />,
    },
  ];
  const label = of === "place" ? t("People") : t("Clouds and projects");
  return <DataTable label={label} rows={rows} rowKey={(row) => row.key} columns={columns} />;
}

const TONES: Partial<Record<PersonView["state"], "warn" | "bad" | "unknown">> = {
  WAITING: "warn",
  SENDING: "warn",
  UNKNOWN: "unknown",
  REFUSED: "bad",
  NOT_SENT: "bad",
};

function Inviter({ name }: { name: string | null }): ReactNode {
  return <span className="short">{name === null ? t("outside Portico") : wrapped(name)}</span>;
}

function StateCell({
  row: { userId, state, stateWords, evidence, operationHref },
}: {
  row: PersonRow;
}): ReactNode {
  if (userId !== null) return <State tone="ok">{stateWords}</State>;
  const isWaiting = state === "WAITING";
  return (
    <>
      <State tone={TONES[state] ?? "idle"} icon={isWaiting ? <Clock aria-hidden /> : undefined}>
        {stateWords}
      </State>
      {!isWaiting && evidence !== null && (
        <small className="min-w-[26ch] max-w-[36ch] whitespace-normal max-sm:max-w-full max-sm:min-w-0">
          {evidence}
        </small>
      )}
      {operationHref !== null && (
        <small>
          <Link className="link" href={operationHref}>
            {t("Settle")}
          </Link>
        </small>
      )}
    </>
  );
}

function PersonCell({ row }: { row: PersonRow }): ReactNode {
  const called = <span className="[overflow-wrap:anywhere]">{wrapped(calledOf(row))}</span>;
  if (row.email === "") return called;
  return (
    <>
      <Link className="link" href={`/people?address=${encodeURIComponent(row.email)}`}>
        {called}
      </Link>
      {row.name !== "" && <small>{marked(row.name)}</small>}
    </>
  );
}

function PlaceCell({ row: { cloud, project } }: { row: PersonRow }): ReactNode {
  const base = `/clouds/${cloud.id}`;
  if (project === null) {
    return (
      <>
        <Link className="link [overflow-wrap:anywhere]" href={`${base}/people`}>
          {cloud.name}
        </Link>
        <small>
          {marked(dotted(t("Cloud {serviceId}", { serviceId: cloud.number }), cloud.connectionName))}
        </small>
      </>
    );
  }
  return (
    <>
      <Link className="link [overflow-wrap:anywhere]" href={`${base}/projects/${project.id}/people`}>
        {project.name}
      </Link>
      <small className="[overflow-wrap:anywhere]">
        {t("project of {cloud}", { cloud: cloud.name })} ({cloud.number})
      </small>
    </>
  );
}

function placeNameOf({ cloud, project }: PersonRow): string {
  return project?.name ?? cloud.name;
}

function Actions({ row }: { row: PersonRow }): ReactNode {
  const { cloud, project, can, userId, invitationId, role } = row;
  const called = calledOf(row);
  if (can === "change" && userId !== null) {
    return (
      <MemberMore
        cloudId={cloud.id}
        projectId={project?.id ?? null}
        placeName={placeNameOf(row)}
        userId={userId}
        called={called}
        role={role}
      />
    );
  }
  if ((can === "withdraw" || can === "erase") && invitationId !== null) {
    return (
      <InvitationMore
        invitationId={invitationId}
        email={called}
        isOfProject={project !== null}
        role={row.isRoleChangeable === null ? undefined : { now: role, isChangeable: row.isRoleChangeable }}
        acts={[can]}
      />
    );
  }
  return null;
}

/** The address, or for people without one what else the service states. */
function calledOf({ email, name, userId }: Pick<PersonRow, "email" | "name" | "userId">): string {
  if (email !== "") return email;
  return name === "" ? t("Member {number}", { number: String(userId) }) : name;
}
