/**
 * Compares the portal's journal with what the embedded service really did (its clouds, projects, invitations, emails and documents are its
 * log of effects). Every sentence it returns is a broken promise; none may come, whatever failed before.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { now } from "#lib/core/clock.ts";
import type { OperationKind, OperationState, PrismaClient } from "#lib/db/client.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { LEASE_MS, PREPARED_MS_MAX } from "#lib/features/operations/rules/policy.ts";
import { type Effect, listEffects, subjectOf } from "./service-effects.ts";

/** Within this time the sweeper has processed everything that was interrupted. */
const SWEEP_MS = 15_000;
/** Outcomes of attempts that may have had an effect. */
const MAY_HAVE = new Set<OperationState | null>([null, "DONE", "DONE_ID_LOST", "UNKNOWN"]);

export type CheckedHistory = {
  /** Number of operations checked. */
  operations: number;
  /** How many of these ever lacked a certain answer. */
  uncertain: number;
  effects: number;
  /** Broken promises, each with its name (C1 to C6) and the operation. */
  violations: string[];
};

type Operation = {
  id: string;
  kind: OperationKind;
  path: string;
  title: string;
  state: OperationState;
  stateSince: Date;
  result: unknown;
  attempts: { outcome: OperationState | null; leaseUntil: Date }[];
};

/** Checks every operation in the database. Call it after a round of the sweeper. */
export async function checkHistory(db: PrismaClient, dataDir: string): Promise<CheckedHistory> {
  const operations = await db.operation.findMany({ include: { attempts: true }, orderBy: { id: "asc" } });
  const effects = await listEffects(db);
  const violations = [
    ...compareSubjects(operations, effects),
    ...operations.flatMap((operation) => checkDone(operation, effects)),
    ...(await checkRegistry(db, operations)),
    ...operations.flatMap(checkInterrupted),
    ...(await checkSpool(dataDir)),
    ...(await checkAudit(db, operations)),
  ];
  const uncertain = operations.filter(({ attempts }) =>
    attempts.some(({ outcome }) => outcome === "UNKNOWN" || outcome === "DONE_ID_LOST"),
  ).length;
  return { operations: operations.length, uncertain, effects: effects.length, violations };
}

const say = (promise: string, operation: Operation, words: string): string =>
  `${promise}: ${operation.kind} “${operation.title}” (${operation.state}, ${operation.id}): ${words}`;

/** C1: never more effects than attempts. C2, C4: every effect has an attempt that may have caused it. */
function compareSubjects(operations: readonly Operation[], effects: readonly Effect[]): string[] {
  const found: string[] = [];
  const bySubject = Map.groupBy(operations, subjectOf);
  for (const [subject, made] of Map.groupBy(effects, ({ subject }) => subject)) {
    const attempts = (bySubject.get(subject) ?? []).flatMap((operation) => operation.attempts);
    const able = attempts.filter(({ outcome }) => MAY_HAVE.has(outcome));
    if (made.length > attempts.length) {
      found.push(`C1: ${subject}: ${String(made.length)} effects of ${String(attempts.length)} attempts`);
    } else if (made.length > able.length) {
      const outcomes = attempts.map(({ outcome }) => outcome).join(", ");
      found.push(`C2: ${subject}: ${String(made.length)} effects, attempts say ${outcomes}`);
    }
  }
  return found;
}

/** C3: what is called done exists, under that number and that name. */
function checkDone(operation: Operation, effects: readonly Effect[]): string[] {
  if (operation.state !== "DONE") return [];
  const { serviceId } = (operation.result ?? {}) as { serviceId?: number | null };
  const subject = subjectOf(operation);
  const fits = (effect: Effect): boolean => effect.subject === subject && effect.id === serviceId;
  return effects.some(fits) ? [] : [say("C3", operation, `the service has no number ${String(serviceId)}`)];
}

/** C3 in the registry: one row for each cloud and project that is done. */
async function checkRegistry(db: PrismaClient, operations: readonly Operation[]): Promise<string[]> {
  const clouds = new Set((await db.cloud.findMany({ select: { id: true } })).map(({ id }) => id));
  const projects = new Set((await db.project.findMany({ select: { id: true } })).map(({ id }) => id));
  return operations.flatMap((operation) => {
    if (operation.state !== "DONE" && operation.state !== "RESOLVED_DONE") return [];
    const rows = {
      CREATE_CLOUD: clouds,
      CREATE_PROJECT: projects,
      INVITE: null,
      INVITE_TO_PROJECT: null,
      UPLOAD: null,
    }[operation.kind];
    const { registryId } = (operation.result ?? {}) as { registryId?: string };
    if (rows === null || rows.has(registryId ?? "")) return [];
    return [say("C3", operation, "it has no row in the registry")];
  });
}

/** C5: nothing stays in progress once its time is over. */
function checkInterrupted(operation: Operation): string[] {
  const atMs = now().getTime();
  const found: string[] = [];
  const lease = Math.max(...operation.attempts.map(({ leaseUntil }) => leaseUntil.getTime()), 0);
  if (operation.state === "SENDING" && atMs > lease + SWEEP_MS) {
    found.push(
      say("C5", operation, `still sending, ${String(LEASE_MS / 1000)} s after its last sign of life`),
    );
  }
  if (operation.state === "PREPARED" && atMs > operation.stateSince.getTime() + PREPARED_MS_MAX + SWEEP_MS) {
    found.push(say("C5", operation, "written down long ago and neither sent nor held"));
  }
  if (operation.state !== "SENDING" && operation.attempts.some(({ outcome }) => outcome === null)) {
    found.push(say("C5", operation, "an attempt has no outcome"));
  }
  return found;
}

async function checkSpool(dataDir: string): Promise<string[]> {
  const kept = await readdir(path.join(dataDir, "spool", "answers")).catch(() => []);
  return kept
    .filter((name) => name.endsWith(".json"))
    .map((name) => `C5: the answer ${name} was not recorded`);
}

/** C6: the chain is intact, and records for each operation what it was and its outcome. */
async function checkAudit(db: PrismaClient, operations: readonly Operation[]): Promise<string[]> {
  const verdict = await verifyAudit(db);
  const found = verdict.ok ? [] : [`C6: audit row ${verdict.seq}: ${verdict.reason}`];
  const rows = await db.audit.findMany({
    where: { operationId: { not: null } },
    orderBy: { seq: "asc" },
    select: { operationId: true, after: true, outcome: true },
  });
  const told = Map.groupBy(rows, ({ operationId }) => operationId);
  for (const operation of operations) {
    const own = told.get(operation.id) ?? [];
    if (own[0]?.outcome !== "INTENDED")
      found.push(say("C6", operation, "the audit does not begin with the intent"));
    const last = own.findLast(({ after }) => (after as { state?: string } | null)?.state !== undefined);
    const state = (last?.after as { state?: string } | null)?.state ?? "PREPARED";
    const isUnderWay = operation.state === "SENDING" || operation.state === "PREPARED";
    if (!isUnderWay && state !== operation.state) found.push(say("C6", operation, `the audit says ${state}`));
  }
  return found;
}
