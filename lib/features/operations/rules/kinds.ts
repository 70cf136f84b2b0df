/**
 * How the kinds of operations differ: their words, how they are sent from the journal, what an answer changes, and how an uncertain outcome
 * is found. Features register their kinds when the process starts, so the journal depends on none of them.
 */
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import type { Said } from "#lib/core/texts.ts";
import { OperationKind, type Db, type OperationModel, type OperationState } from "#lib/db/client.ts";
import type { Answered } from "#lib/features/connections/capabilities.ts";
import type { CapabilityName } from "#lib/features/connections/schema.ts";
import type { Outcome } from "#lib/service/client/outcome.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { UNSENT_STATES } from "./policy.ts";
import type { OperationContext, OperationResult } from "./schema.ts";
import type { Confirmed } from "./settlement.ts";

/** The new state of an operation, its cause, and its result. */
export type Change = { state: OperationState; cause: Sentence | null; result: OperationResult | null };

/** The service that an operation was sent to, with its current connection. */
export type Place = {
  client: ServiceClient;
  /**
   * Makes a call that a service may not offer, and remembers whether it does. Comes with the client: Next bundles pages apart from the code
   * that registers the kinds, and each bundle recognises only its own error classes.
   */
  ask: <T>(operation: CapabilityName, call: () => Promise<T>) => Promise<Answered<T>>;
  context: OperationContext;
};

/** An uncertain operation to look for, and when it was first sent. */
export type Search = Place & { row: OperationModel; startedAt: Date };

export type Candidate = {
  serviceId: number;
  name: string | null;
  /** As the service states it, or null. */
  createdAt: string | null;
  /** Why it may be the result. */
  sentence: string;
};

/** What a look at the service showed, and whether it could show anything. */
export type Look = {
  /** False: the service does not list these; a person has to look on the platform. */
  isListed: boolean;
  candidates: Candidate[];
  sentence: string;
};

/** Reads the thing with the number that a person gives. */
export type Confirmation = {
  read: (place: Place, serviceId: number) => Promise<{ name: string | null }>;
  /** Whether the service lists such things at all; read from the service if not known yet. */
  isListed: (place: Place) => Promise<boolean>;
};

/** How to find what an uncertain operation has made. */
export type EvidenceRules = {
  look: (search: Search) => Promise<Look>;
  /** Its results stay on the service's list, so that one missing from the list twice probably does not exist. */
  staysListed: boolean;
  /** Which of its numbers the list shows. */
  listedAs: "serviceId" | "modelId";
  /** A person who says that it exists must give its number. */
  needsNumber: boolean;
  /** Null where it cannot be read by its number: then a person's statement is enough. */
  confirmation: Confirmation | null;
};

/** The words for a kind. */
export type KindWords = {
  /** "Create Cloud “{title}”", a text of the catalogue. */
  command: string;
  /** "the cloud “Acme HQ”", as part of stored sentences. */
  subject: (title: string) => Said;
  /** Why a batch does not continue automatically: it was confirmed that this does not exist. */
  missing: (title: string) => Said;
};

/** Makes the call, once. */
export type Sending = (client: ServiceClient, operation: OperationModel) => Promise<Outcome<Confirmed>>;

export type KindRules = {
  words: KindWords;
  auditAction: AuditAction;
  /** What else the audit says of it, beside the title. */
  auditDetail?: (context: OperationContext) => Readonly<Record<string, true>>;
  /**
   * Reads what the journal holds before the operation is claimed: what cannot be read is never sent. Null for kinds whose content the
   * journal does not hold completely.
   */
  send: ((operation: OperationModel, context: OperationContext) => Sending) | null;
  /** Runs in the transaction of the change, once per answer; returns the registry row that it created or touched. */
  apply: (
    tx: Db,
    operation: OperationModel,
    context: OperationContext,
    change: Change,
  ) => Promise<string | null>;
  evidence: EvidenceRules;
  /** A person may send it again although it may have been carried out: doing it twice does no lasting harm. */
  mayRepeatInDoubt: boolean;
};

/** What the journal needs from features. */
export type Journal = {
  kinds: Readonly<Record<OperationKind, KindRules>>;
  /**
   * Told of operations that have ended or are held, in the transaction of the change; an exception undoes the change. `operation`: before
   * the change.
   */
  onSettled: (tx: Db, operation: OperationModel) => Promise<void>;
};

const registered = oncePerProcess("journal", () => ({ journal: null as Journal | null }));

/** Registers the kinds, and who is told; may be called twice. */
export function registerKinds(journal: Journal): void {
  registered.journal = journal;
}

/** @throws Error in a process that did not register the kinds: it could neither send operations nor record their outcome */
export function getJournal(): Journal {
  if (registered.journal === null)
    throw new Error("The kinds of operations are not registered in this process.");
  return registered.journal;
}

/** The rules of a kind. @throws Error as `getJournal` */
export function rulesOf(kind: OperationKind): KindRules {
  return getJournal().kinds[kind];
}

/** The kinds whose rules match. */
export function listKinds(fits: (rules: KindRules) => boolean): OperationKind[] {
  return Object.values(OperationKind).filter((kind) => fits(rulesOf(kind)));
}

/** True when the journal can send it, and it provably had no effect so far. */
export function canSend(kind: OperationKind, state: OperationState): boolean {
  return rulesOf(kind).send !== null && UNSENT_STATES.includes(state);
}

/** States of an operation whose result exists. */
export const THERE_STATES: readonly OperationState[] = ["DONE", "RESOLVED_DONE", "DUPLICATE_FOUND"];

/** True when the operation's result exists. */
export function isThere(state: OperationState): boolean {
  return THERE_STATES.includes(state);
}

/** The service's number of the result; null while there is none, or its number is unknown. */
export function madeNumber({ state, result }: Change): bigint | null {
  const serviceId = result?.serviceId ?? null;
  return isThere(state) && serviceId !== null ? BigInt(serviceId) : null;
}
