"use client";
import { rich } from "#app/_ui/rich.tsx";
import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import { ROLE_WORDS } from "#lib/features/staff/schema.ts";
import type { StaffView } from "#lib/features/staff/queries.ts";
import { PersonMenu } from "./person-menu.tsx";

/** Everybody with an account. Actions that are impossible are not offered, and the row says why. */
export function StaffTable({ people }: { people: readonly StaffView[] }): ReactNode {
  return (
    <DataTable
      label={t("Staff")}
      rows={people}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t("Person"),
          grow: true,
          cell: (person) => (
            <span className="[overflow-wrap:anywhere]">
              <span className="flex flex-wrap items-center gap-2">
                {marked(person.name)}
                {person.isSelf && <Badge>{t("you")}</Badge>}
                {person.isLastAdministrator && <Badge>{t("last administrator")}</Badge>}
              </span>
              <small className="block text-fg-3">{marked(person.email)}</small>
            </span>
          ),
        },
        { head: t("Role"), cell: ({ role }) => t(ROLE_WORDS[role].label) },
        { head: t("Second factor"), cell: (person) => <Factor person={person} /> },
        {
          head: t("Last seen"),
          small: "line",
          cell: ({ lastSeenAt }) => (
            <>
              <span className="sm:hidden">{t("Last seen")} </span>
              {lastSeenAt === null ? t("never") : <RelativeTime at={lastSeenAt} />}
            </>
          ),
        },
        { head: t("State"), cell: (person) => <AccountState person={person} /> },
        {
          head: t("Actions"),
          actionsOf: ({ name }) => name,
          cell: (person) => (person.isSelf ? null : <PersonMenu person={person} />),
        },
      ]}
    />
  );
}

function Factor({ person }: { person: StaffView }): ReactNode {
  const what = <span className="sm:hidden">{t("Second factor:")} </span>;
  if (person.secondFactor === "on")
    return (
      <State tone="ok">
        {what}
        {t("On")}
      </State>
    );
  if (person.secondFactor === "provider")
    return (
      <State tone="idle">
        {what}
        {t("At the provider")}
      </State>
    );
  if (person.secondFactor === "off")
    return (
      <State tone="idle">
        {what}
        {t("None")}
      </State>
    );
  return (
    <State tone="warn">
      {what}
      {t("Required, not set up")}
    </State>
  );
}

function AccountState({ person }: { person: StaffView }): ReactNode {
  if (person.disabledAt !== null)
    return (
      <State tone="bad" icon={<Ban aria-hidden />}>
        {rich("Disabled {time}", { time: <RelativeTime at={person.disabledAt} /> })}
      </State>
    );
  if (person.signsIn === "none") return <State tone="warn">{t("No way to sign in")}</State>;
  return person.liveSessions > 0 ? (
    <State tone="ok">{t("Signed in")}</State>
  ) : (
    <State tone="idle">{t("Not signed in")}</State>
  );
}
