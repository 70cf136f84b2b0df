/** The audit's filter in an address: read by page and file alike, written for links. Values that cannot be read are ignored. */
import { textOf, type Query } from "#lib/core/paging/hrefs.ts";
import { isId } from "#lib/core/ids.ts";
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from "#lib/audit/actions.ts";
import { AUDIT_OUTCOMES, PORTICO_ACTOR, type AuditFilter } from "./schema.ts";

/** Reads the filter from an address. Days are in UTC; `to` includes its day. */
export function readAuditFilter(values: Query): AuditFilter {
  const text = (name: string): string | undefined => textOf(values[name])?.trim().slice(0, 200) || undefined;
  const who = text("who");
  const to = dayOf(text("to"));
  return {
    actorId: who === PORTICO_ACTOR || isId(who ?? "") ? who : undefined,
    action: AUDIT_ACTIONS.find((one) => one === text("action")),
    objectType: AUDIT_OBJECTS.find((one) => one === text("kind")),
    objectId: text("object"),
    outcome: AUDIT_OUTCOMES.find((one) => one === text("outcome")),
    requestId: text("reference"),
    from: dayOf(text("from")),
    to: to === undefined ? undefined : new Date(to.getTime() + 24 * 60 * 60_000),
  };
}

/** The parameters of an address with this filter; the reverse of `readAuditFilter`. */
export function writeAuditFilter(filter: AuditFilter) {
  const { actorId, action, objectType, objectId, outcome, requestId, from, to } = filter;
  const lastDay = to === undefined ? undefined : new Date(to.getTime() - 1);
  return {
    who: actorId,
    action,
    kind: objectType,
    object: objectId,
    outcome,
    reference: requestId,
    from: from?.toISOString().slice(0, 10),
    to: lastDay?.toISOString().slice(0, 10),
  };
}

function dayOf(text = ""): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : day;
}
