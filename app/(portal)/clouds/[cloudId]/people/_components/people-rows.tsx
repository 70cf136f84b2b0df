"use client";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { InvitationMore } from "#app/_features/invitations/invitation-more.tsx";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { PersonView } from "#lib/features/people/schema.ts";
import { MemberMore } from "./member-more.tsx";

export type PersonRow = Omit<PersonView, "since"> & {
  /** ISO 8601. */
  since: string;
  /** What is done with them: a member may be changed, a pending invitation withdrawn. */
  can: "change" | "withdraw" | null;
};

/** Members and invited people of one Cloud in one table. */
export function PeopleRows({
  rows,
  cloud,
}: {
  rows: readonly PersonRow[];
  cloud: { id: string; name: string };
}): ReactNode {
  const columns: DataTableColumn<PersonRow>[] = [
    {
      head: t("Person"),
      grow: true,
      cell: (row) => (
        <>
          <span className="[overflow-wrap:anywhere]">{calledOf(row)}</span>
          {row.name !== "" && row.email !== "" && <small>{row.name}</small>}
        </>
      ),
    },
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
      actionsOf: calledOf,
      cell: (row) => <Actions row={row} cloud={cloud} />,
    },
  ];
  return <DataTable label={t("People")} rows={rows} rowKey={(row) => row.key} columns={columns} />;
}

function Actions({ row, cloud }: { row: PersonRow; cloud: { id: string; name: string } }): ReactNode {
  const { can, userId, invitationId, role } = row;
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
