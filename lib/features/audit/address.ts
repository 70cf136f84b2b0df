/** The audit's filter in an address: read by page and file alike, written for links. Values that cannot be read are ignored. */
import { isId } from "#lib/core/ids.ts";
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from "#lib/audit/actions.ts";
import { AUDIT_OUTCOMES, PORTICO_ACTOR, type AuditFilter } from "./schema.ts";

type Values = Readonly<Record<string, string | string[] | undefined>>;

/** Reads the filter from an address. Days are in UTC; `to` includes its day. */
export function readAuditFilter(values: Values): AuditFilter {
  const text = (name: string): string => {
    const value = values[name];
    return typeof value === "string" ? value.trim().slice(0, 200) : "";
  };
  const who = text("who");
  const object = text("object");
  const reference = text("reference");
  const to = dayOf(text("to"));
  return {
    actorId: who === PORTICO_ACTOR || isId(who) ? who : undefined,
    action: AUDIT_ACTIONS.find((one) => one === text("action")),
    objectType: AUDIT_OBJECTS.find((one) => one === text("kind")),
    objectId: object === "" ? undefined : object,
    outcome: AUDIT_OUTCOMES.find((one) => one === text("outcome")),
    requestId: reference === "" ? undefined : reference,
    from: dayOf(text("from")),
    to: to === undefined ? undefined : new Date(to.getTime() + 24 * 60 * 60_000),
  };
}

/** Writes a filter for the part of an address after "?"; the reverse of `readAuditFilter`. */
export function writeAuditFilter(filter: AuditFilter): URLSearchParams {
  const { actorId, action, objectType, objectId, outcome, requestId, from, to } = filter;
  const lastDay = to === undefined ? undefined : new Date(to.getTime() - 1);
  const entries: [string, string | undefined][] = [
    ["who", actorId],
    ["action", action],
    ["kind", objectType],
    ["object", objectId],
    ["outcome", outcome],
    ["reference", requestId],
    ["from", from?.toISOString().slice(0, 10)],
    ["to", lastDay?.toISOString().slice(0, 10)],
  ];
  return new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function dayOf(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : day;
}
