"use client";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { InvitationMore } from "#app/_features/invitations/invitation-more.tsx";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { PersonView } from "#lib/features/people/schema.ts";
import { MemberMore } from "#app/_features/people/member-more.tsx";

export type PersonRow = Omit<PersonView, "since"> & {
  /** ISO 8601. */
  since: string;
  /** What is done with them: a member may be changed, a pending invitation withdrawn. */
  can: "change" | "withdraw" | null;
};

/** Members and invited people in one table: those of one Cloud, or one person in all Clouds. */
export function PeopleRows({ rows, of }: { rows: readonly PersonRow[]; of: "cloud" | "person" }): ReactNode {
  const columns: DataTableColumn<PersonRow>[] = [
    of === "cloud"
      ? { head: t("Person"), grow: true, cell: (row) => <PersonCell row={row} /> }
      : { head: t("Cloud"), grow: true, cell: (row) => <CloudCell row={row} /> },
    {
      head: t("State"),
      cell: (row) =>
        row.userId === null ? (
          <State tone="warn" icon={<Clock aria-hidden />}>
            {t("Invited")}
          </State>
        ) : (
          <State tone="ok">{t("Member")}</State>
        ),
    },
    { head: t("Role"), cell: (row) => row.roleWords },
    {
      head: t("Since"),
      end: true,
      cell: ({ since, isAtLeast }) => {
        const time = <RelativeTime at={since} />;
        return isAtLeast ? rich("first seen {time}", { time }) : time;
      },
    },
    { head: t("Invited by"), small: "hide", cell: (row) => row.invitedByName ?? t("outside Portico") },
    {
      head: t("Actions"),
      actionsOf: of === "cloud" ? calledOf : (row) => row.cloud.name,
      cell: (row) => <Actions row={row} />,
    },
  ];
  const label = of === "cloud" ? t("People") : t("Clouds");
  return <DataTable label={label} rows={rows} rowKey={(row) => row.key} columns={columns} />;
}

function PersonCell({ row }: { row: PersonRow }): ReactNode {
  const called = <span className="[overflow-wrap:anywhere]">{calledOf(row)}</span>;
  if (row.email === "") return called;
  return (
    <>
      <Link className="link" href={`/people?address=${encodeURIComponent(row.email)}`}>
        {called}
      </Link>
      {row.name !== "" && <small>{row.name}</small>}
    </>
  );
}

function CloudCell({ row: { cloud } }: { row: PersonRow }): ReactNode {
  return (
    <>
      <Link className="link [overflow-wrap:anywhere]" href={`/clouds/${cloud.id}/people`}>
        {cloud.name}
      </Link>
      <small>{cloud.connectionName}</small>
    </>
  );
}

function Actions({ row }: { row: PersonRow }): ReactNode {
  const { cloud, can, userId, invitationId, role } = row;
  const called = calledOf(row);
  if (can === "change" && userId !== null) {
    return (
      <MemberMore cloudId={cloud.id} cloudName={cloud.name} userId={userId} called={called} role={role} />
    );
  }
  if (can === "withdraw" && invitationId !== null) {
    return (
      <InvitationMore
        invitationId={invitationId}
        email={called}
        canCancel
        canConfirm={false}
        canErase={false}
      />
    );
  }
  return null;
}

/** The address, or what else the service says of who has none. */
function calledOf({ email, name, userId }: Pick<PersonRow, "email" | "name" | "userId">): string {
  if (email !== "") return email;
  return name === "" ? t("User {number}", { number: String(userId) }) : name;
}
