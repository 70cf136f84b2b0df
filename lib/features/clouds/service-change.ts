/**
 * Changes and deletions at a service. A request names what it changes, so repeating it has no further effect and needs no operation of the
 * journal (decision 0032); the audit records the intention before sending and the outcome afterwards. Must not be used for requests that
 * create or send emails.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { AppError, conflict, validation } from "#lib/core/errors.ts";
import { say, type Said } from "#lib/core/texts.ts";
import { type AuditOutcome, type ConnectionModel, inTransaction } from "#lib/db/client.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { recordAudit, type AuditEntry, toWitnessedActor } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { answers, rememberCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import type { CapabilityName } from "#lib/features/connections/schema.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";

export type ServiceChange = {
  connection: ConnectionModel;
  capability: CapabilityName;
  /**
   * The service's list of these things: where it is known to be missing, "not found" means that the service does not offer changes either.
   */
  list: CapabilityName;
  action: AuditAction;
  objectType: "cloud" | "project" | "model";
  objectId: string;
  before: JsonValue;
  after: JsonValue;
  /** "The Cloud “Noord”" */
  subject: Said;
  /** The form's field for each of the service's field names, so that a refusal is shown at its field. */
  fields?: Readonly<Record<string, string>>;
  /** What to do instead where the service does not offer the change. */
  instead?: Said;
};

/** The audit entry of a successful change; the caller writes it in the transaction that changes the registry. */
export function auditOf(actor: Actor, change: ServiceChange, outcome: AuditOutcome): AuditEntry {
  const { action, objectType, objectId, before, after } = change;
  const asked = outcome === "INTENDED" ? actor : toWitnessedActor(actor);
  return { actor: asked, action, objectType, objectId, before, after, outcome };
}

/**
 * Records the intention, sends the change, and returns the service's answer.
 * @throws ServiceError notFound when the service does not show it (any more); else AppError, which says whether anything was done.
 */
export async function sendChange<T>(
  actor: Actor,
  change: ServiceChange,
  call: (client: ServiceClient) => Promise<T>,
): Promise<T> {
  if ((await answers(change.connection.id, change.capability)) === false) throw notOffered(change);
  await inTransaction((tx) => recordAudit(tx, auditOf(actor, change, "INTENDED")));
  try {
    const value = await call(clientFor(change.connection));
    await rememberCapability(change.connection.id, change.capability, true);
    return value;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    throw await settleFailure(actor, change, thrown);
  }
}

async function settleFailure(actor: Actor, change: ServiceChange, error: ServiceError): Promise<unknown> {
  const isUncertain = mayHaveBeenDone(error);
  const outcome = isUncertain ? "UNKNOWN" : error.status === null ? "FAILED" : "REFUSED";
  const entry = auditOf(actor, change, outcome);
  const after = { wanted: change.after, reference: error.reference, cause: error.message };
  await inTransaction((tx) => recordAudit(tx, { ...entry, after }));
  if (await isNotOffered(change, error)) {
    await rememberCapability(change.connection.id, change.capability, false);
    return notOffered(change);
  }
  if (error.kind === "notFound") return error;
  if (!isUncertain) return refusedAtFields(change, error) ?? toPortalError(error);
  return new AppError(
    "UPSTREAM",
    say(
      "No certain answer: {subject} may or may not have been changed at the service. Reload the page to see the current state; trying again is safe. Reference {reference}.",
      { subject: change.subject, reference: error.reference },
    ),
    { cause: error },
  );
}

/** Errors at the fields that the service refused, with its other messages above the form. Null when it names none of the form's fields. */
function refusedAtFields({ fields = {} }: ServiceChange, error: ServiceError): AppError | null {
  if (error.kind !== "refused") return null;
  const atFields = new Map<string, string[]>();
  const others: string[] = [];
  for (const [name, sentences] of Object.entries(error.fieldErrors)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) others.push(...sentences);
    else atFields.set(field, [...(atFields.get(field) ?? []), ...sentences]);
  }
  if (atFields.size === 0) return null;
  const marked = say("The service does not accept what is marked below. Nothing was changed.");
  const text = others.join(" ");
  return validation(
    Object.fromEntries(atFields),
    text === "" ? marked : say("{marked} The service also said: “{text}”.", { marked, text }),
  );
}

async function isNotOffered(change: ServiceChange, error: ServiceError): Promise<boolean> {
  if (error.kind === "notAnswered") return true;
  return error.kind === "notFound" && (await answers(change.connection.id, change.list)) === false;
}

/** True if the request was sent and no answer proves that it was not carried out. */
export function mayHaveBeenDone(error: ServiceError): boolean {
  return ["timeout", "broken", "fault", "shape", "tooLarge", "cancelled"].includes(error.kind);
}

function notOffered(change: ServiceChange): AppError {
  return conflict(
    say("{subject} was not changed, because the service of “{name}” does not offer this. {instead}", {
      subject: change.subject,
      name: change.connection.name,
      instead: change.instead ?? say("Use the service’s platform, or archive here."),
    }),
  );
}
