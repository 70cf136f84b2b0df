"use client";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { TokenView } from "#lib/features/tokens/queries.ts";
import { revokeTokenAction } from "../actions.ts";

/** The person's tokens, live ones first. */
export function TokensTable({ tokens }: { tokens: readonly TokenView[] }): ReactNode {
  return (
    <DataTable
      label={t("Your access tokens")}
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t("Token"),
          grow: true,
          cell: ({ name, hint }) => (
            <span className="[overflow-wrap:anywhere]">
              {wrapped(name)}
              <small className="block text-fg-3">
                {rich("ends in <mono>{hint}</mono>", { mono: (inner) => <Mono>{inner}</Mono>, hint })}
              </small>
            </span>
          ),
        },
        {
          head: t("Reads"),
          cell: ({ scope, viewName }) => (
            <span className="block max-w-[24ch] sm:w-max">
              {scope === "READING" ? t("All views") : wrapped(viewName ?? "")}
            </span>
          ),
        },
        {
          head: t("Last used"),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("never") : <RelativeTime at={lastUsedAt} />),
        },
        { head: t("State"), small: "line", cell: (token) => <State token={token} /> },
        {
          head: t("Actions"),
          actionsOf: ({ name }) => name,
          cell: (token) => (token.state === "live" ? <Revoke token={token} /> : null),
        },
      ]}
    />
  );
}

function State({ token }: { token: TokenView }): ReactNode {
  if (token.state === "live")
    return (
      <span className="whitespace-nowrap">
        {rich("valid until {date}", {
          date: <time dateTime={token.expiresAt}>{token.expiresAt.slice(0, 10)}</time>,
        })}
      </span>
    );
  const at = token.state === "revoked" ? (token.revokedAt ?? token.expiresAt) : token.expiresAt;
  const why = token.state === "revoked" ? WHY[token.revokedFor ?? "OWNER"] : "";
  return (
    <span className="block max-w-[32ch] text-fg-3 sm:w-max">
      {token.state === "revoked"
        ? rich("revoked {time}", { time: <RelativeTime at={at} /> })
        : rich("expired {time}", { time: <RelativeTime at={at} /> })}
      {why !== "" && <small className="block">{t(why)}</small>}
    </span>
  );
}

/** Why Portico revoked it; no words if the owner did. */
const WHY: Record<NonNullable<TokenView["revokedFor"]>, string> = {
  OWNER: "",
  PASSWORD: msg("A new password was set."),
  SECOND_FACTOR: msg("The second factor was removed."),
  SESSIONS: msg("You ended this token with your other sessions."),
  ROLE: msg("Your role was changed."),
  DISABLED: msg("Your account was disabled."),
  PROVIDER: msg(
    "The identity provider did not admit you, or your account was connected to it or disconnected.",
  ),
};

function Revoke({ token: { id, name } }: { token: TokenView }): ReactNode {
  return (
    <ActionDialog
      footless
      action={revokeTokenAction}
      fields={{ tokenId: id }}
      title={t("Revoke “{name}”", { name })}
      description={t(
        "Programs that use this token are refused from now on. This cannot be undone. You can create a new token at any time.",
      )}
      trigger={
        <Button size="sm">
          {rich("Revoke<sr> {name}</sr>", {
            name,
          })}
        </Button>
      }
      refusal={t("Nothing was revoked.")}
      button={t("Revoke token")}
      pendingText={t("Revoking")}
    />
  );
}
