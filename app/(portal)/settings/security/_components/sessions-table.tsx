"use client";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { tellDevice } from "#lib/auth/device.ts";
import { t } from "#lib/core/texts.ts";
import type { getOwnAccount } from "#lib/features/staff/own-account.ts";
import { endOtherSessionsAction, endSessionAction } from "../actions.ts";

type Session = Awaited<ReturnType<typeof getOwnAccount>>["sessions"][number];

/** The sessions of the signed-in person, each with a button to end it. */
export function SessionsTable({ sessions }: { sessions: readonly Session[] }): ReactNode {
  return (
    <div className="grid gap-3">
      <DataTable
        label={t("Your sessions")}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          {
            head: t("Device"),
            grow: true,
            cell: ({ device, network, isThis }) => (
              <>
                <span className="flex flex-wrap items-center gap-2">
                  {tellDevice(device)}
                  {isThis && <Badge>{t("this session")}</Badge>}
                </span>
                {network !== "" && (
                  <small className="block text-fg-3">{t("from {network}", { network })}</small>
                )}
              </>
            ),
          },
          { head: t("Last used"), cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
          { head: t("Signed in"), small: "hide", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          {
            head: t("Actions"),
            actionsOf: ({ device }) => tellDevice(device),
            cell: (session) => (session.isThis ? null : <End session={session} />),
          },
        ]}
      />
      {sessions.length > 1 && (
        <FormOf
          action={endOtherSessionsAction}
          className="grid justify-items-start gap-2"
          refusal={t("The sessions were not ended.")}
        >
          <Checkbox name="endTokens" label={t("End my access tokens as well")} />
          <SubmitButton variant="default" pendingText={t("Ending sessions")}>
            {t("End all other sessions")}
          </SubmitButton>
        </FormOf>
      )}
    </div>
  );
}

function End({ session }: { session: Session }): ReactNode {
  return (
    <FormOf
      action={endSessionAction}
      refusal={t("The session was not ended.")}
      fields={{ sessionId: session.id }}
    >
      <SubmitButton variant="default" size="sm" pendingText={t("Ending")}>
        {rich("End<sr> the session of {device}</sr>", {
          device: tellDevice(session.device),
        })}
      </SubmitButton>
    </FormOf>
  );
}
