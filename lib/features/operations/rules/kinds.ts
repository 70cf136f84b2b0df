/**
 * What differs from kind to kind of operation: its words, how it is sent out of the journal, what an answer changes, and how it is found out what
 * became of it. Features register theirs at the start of the process, so the journal knows none of them.
 */
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import type { Said } from "#lib/core/texts.ts";
import type { Db, OperationKind, OperationModel, OperationState } from "#lib/db/client.ts";
import type { Answered } from "#lib/features/connections/capabilities.ts";
import type { CapabilityName } from "#lib/features/connections/schema.ts";
import type { Outcome } from "#lib/service/client/outcome.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { UNSENT_STATES } from "./policy.ts";
import type { OperationContext, OperationResult } from "./schema.ts";
import type { Confirmed } from "./settlement.ts";

/** What an operation becomes, why, and what it came to. */
export type Change = { state: OperationState; cause: Sentence | null; result: OperationResult | null };

/** The service that an operation was sent to, as it is connected now. */
export type Place = {
  client: ServiceClient;
  /**
   * Calls what a service may not have, and remembers whether it does. Given by whoever made the client: Next bundles pages apart from what
   * registers the kinds, and each bundle knows its own classes of errors only.
   */
  ask: <T>(operation: CapabilityName, call: () => Promise<T>) => Promise<Answered<T>>;
  context: OperationContext;
};

/** An uncertain operation that is looked for, and when it was first sent. */
export type Search = Place & { row: OperationModel; startedAt: Date };

export type Candidate = {
  serviceId: number;
  name: string | null;
  /** As the service states it, or null. */
  createdAt: string | null;
  /** Why it may be the one. */
  sentence: string;
};

/** What a look at the service tells, and what it does not. */
export type Look = {
  /** False: the service does not list these, a person has to look on the platform. */
  isListed: boolean;
  candidates: Candidate[];
  sentence: string;
};

/** Reads what has the number that a person gives. */
export type Confirmation = {
  read: (place: Place, serviceId: number) => Promise<{ name: string | null }>;
  /** Whether the service lists such things at all, read when it is not known yet. */
  isListed: (place: Place) => Promise<boolean>;
};

/** How it is found out what an uncertain operation has made. */
export type EvidenceRules = {
  look: (search: Search) => Promise<Look>;
  /** What it makes stays on the service's list, so that what is missing there twice is probably missing. */
  staysListed: boolean;
  /** Which of its numbers the list shows. */
  listedAs: "serviceId" | "modelId";
  /** A person who says that it is there has to say under which number. */
  needsNumber: boolean;
  /** Null where it cannot be read by its number: then a person's word has to do. */
  confirmation: Confirmation | null;
};

/** What people read of a kind. */
export type KindWords = {
  /** "Create Cloud “{title}”", out of the catalogue. */
  command: string;
  /** "the cloud “Acme HQ”", as a part of sentences that are kept. */
  subject: (title: string) => Said;
  /** Why a batch does not go on by itself: it was settled that this is not there. */
  missing: (title: string) => Said;
};

/** Makes the call, once. */
export type Sending = (client: ServiceClient, operation: OperationModel) => Promise<Outcome<Confirmed>>;

export type KindRules = {
  words: KindWords;
  auditAction: AuditAction;
  /**
   * Reads what the journal holds, before the operation is claimed: what cannot be read is never sent. Null for a kind that the journal
   * does not hold enough of.
   */
  send: ((operation: OperationModel, context: OperationContext) => Sending) | null;
  /** Runs in the transaction of the change and may run for the same answer once only; returns the registry row it made or touched. */
  apply: (
    tx: Db,
    operation: OperationModel,
    context: OperationContext,
    change: Change,
  ) => Promise<string | null>;
  evidence: EvidenceRules;
  /** A person may have it sent once more although it may have been carried out: doing it twice does no lasting harm. */
  mayRepeatInDoubt: boolean;
};

const kinds = oncePerProcess("operation kinds", () => new Map<OperationKind, KindRules>());

/** Registers a kind; may be done twice. */
export function registerKind(kind: OperationKind, rules: KindRules): void {
  kinds.set(kind, rules);
}

/** @throws Error in a process that did not register the kind: it could neither send nor record what came of it */
export function rulesOf(kind: OperationKind): KindRules {
  const rules = kinds.get(kind);
  if (rules === undefined) throw new Error(`The kind ${kind} is not registered in this process.`);
  return rules;
}

/** The kinds that are registered and fit. */
export function listKinds(fits: (rules: KindRules) => boolean): OperationKind[] {
  return [...kinds].filter(([, rules]) => fits(rules)).map(([kind]) => kind);
}

/** True when the journal can send it, and it provably had no effect so far. */
export function canSend(kind: OperationKind, state: OperationState): boolean {
  return rulesOf(kind).send !== null && UNSENT_STATES.includes(state);
}

const EXISTS: readonly OperationState[] = ["DONE", "RESOLVED_DONE", "DUPLICATE_FOUND"];

/** True when what the operation was to make is there. */
export function isThere(state: OperationState): boolean {
  return EXISTS.includes(state);
}

/** The number under which the service has made it; null while it is not there, or without its number. */
export function madeNumber({ state, result }: Change): bigint | null {
  const serviceId = result?.serviceId ?? null;
  return isThere(state) && serviceId !== null ? BigInt(serviceId) : null;
}
