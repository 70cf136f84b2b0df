/**
 * The state of the portal for the health address and the metrics: database, jobs, storage, mail and version. Checks each part, never for
 * longer than a few seconds.
 */
import { getEnv } from "#lib/core/env.ts";
import { log } from "#lib/core/log/logger.ts";
import { withinLimit } from "#lib/core/process/within-limit.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { getDb } from "#lib/db/client.ts";
import { checkMail } from "#lib/mail/deliver.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

const PART_LIMIT_MS = 4000;
const HEARTBEAT_AGE_MS_MAX = 30_000;
/** Strangers may ask as often as they like; database and store are checked at most once a second. */
const KEPT_MS = 1_000;

type Part = { ok: boolean; detail: string };
export type Health = {
  /** ok: everything required works · starting · degraded: one of start, database, jobs and storage does not work */
  status: "ok" | "starting" | "degraded";
  version: string;
  parts: Record<"start" | "database" | "jobs" | "storage" | "mail", Part>;
};

type Known = { checking: Promise<Health>; untilMs: number };
const shared = oncePerProcess("health", () => ({
  isUp: false,
  known: null as Known | null,
  failing: new Set<string>(),
}));

/** Called once by startServer when everything is running. */
export function markReady(): void {
  shared.isUp = true;
}

/**
 * The state of every part, at most a second old. Mail that cannot be sent is reported, but does not make the portal unready. A part that
 * stops or starts working is logged once.
 */
export function checkHealth(): Promise<Health> {
  const { known } = shared;
  if (known !== null && performance.now() < known.untilMs) return known.checking;
  const kept = { checking: checkParts(), untilMs: Infinity };
  shared.known = kept;
  void kept.checking.finally(() => {
    kept.untilMs = performance.now() + KEPT_MS;
  });
  return kept.checking;
}

async function checkParts(): Promise<Health> {
  const { isUp } = shared;
  const [database, jobs, storage, mail] = await Promise.all([
    check("database", checkDatabase),
    check("jobs", checkJobs),
    check("storage", async () => ({ ok: true, detail: await getStorage().check() })),
    check("mail", checkMailPart),
  ]);
  const start = { ok: isUp, detail: isUp ? "up" : "still starting" };
  const works = database.ok && jobs.ok && storage.ok;
  return {
    status: isUp ? (works ? "ok" : "degraded") : "starting",
    version: PORTICO_VERSION,
    parts: { start, database, jobs, storage, mail },
  };
}

async function check(name: string, ask: () => Promise<Part>): Promise<Part> {
  const late = { ok: false, detail: `no answer within ${String(PART_LIMIT_MS / 1000)} s` };
  let cause: unknown;
  const part = await withinLimit(ask(), PART_LIMIT_MS, late).catch((thrown: unknown): Part => {
    cause = thrown;
    return { ok: false, detail: "not usable; the log has the cause" };
  });
  noteChange(name, part, cause);
  return part;
}

/** Logs that a part stopped working, with the cause, and that it works again: once per change. */
function noteChange(name: string, part: Part, cause: unknown): void {
  const { failing } = shared;
  if (part.ok !== failing.has(name)) return;
  if (part.ok) {
    failing.delete(name);
    log.info(`health: ${name} works again`);
    return;
  }
  failing.add(name);
  log.error(`health: ${name} does not work`, cause, { detail: part.detail });
}

async function checkDatabase(): Promise<Part> {
  const [row] = await getDb().$queryRaw<
    { version: string }[]
  >`select current_setting('server_version') as version`;
  return { ok: true, detail: `PostgreSQL ${row?.version ?? "of unknown version"}` };
}

async function checkJobs(): Promise<Part> {
  const newest = await getDb().$queryRaw<{ age: number | null }[]>`
    select extract(epoch from now() - max(heartbeat_at))::float8 * 1000 as age from instance`;
  const ageMs = newest[0]?.age ?? null;
  if (ageMs === null) return { ok: false, detail: "nobody works on jobs" };
  return ageMs < HEARTBEAT_AGE_MS_MAX
    ? { ok: true, detail: "working" }
    : { ok: false, detail: `no sign of life for ${String(Math.round(ageMs / 1000))} s` };
}

async function checkMailPart(): Promise<Part> {
  if (getEnv().PORTICO_EMBEDDED === "off")
    return { ok: true, detail: "not used: the built-in service is off" };
  const { kind, trouble } = await checkMail();
  if (trouble !== null) return { ok: false, detail: trouble };
  return { ok: true, detail: kind === "smtp" ? "mail server answers" : "built-in mailbox" };
}
