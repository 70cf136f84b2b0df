/**
 * What the health address tells, truthfully: database, jobs, storage, mail and version. It asks each part at the moment of
 * the question and never longer than a few seconds.
 */
import { getEnv } from "#lib/core/env.ts";
import { log } from "#lib/core/logger.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { getDb } from "#lib/db/client.ts";
import { checkMail } from "#lib/mail/deliver.ts";
import { getStorage } from "#lib/storage/instance.ts";

const PART_LIMIT_MS = 4000;
const HEARTBEAT_AGE_MS_MAX = 30_000;

type Part = { ok: boolean; detail: string };
export type Health = {
  ready: boolean;
  version: string;
  parts: { start: Part; database: Part; jobs: Part; storage: Part; mail: Part };
};

// Next bundles instrumentation and routes apart; the mark has to be seen by both.
const shared = globalThis as typeof globalThis & { porticoReady?: boolean };

/** Said once by startServer when everything is up. */
export function markReady(): void {
  shared.porticoReady = true;
}

/** The state of every part now. Mail that cannot leave is told, but does not make the portal unready. */
export async function checkHealth(): Promise<Health> {
  const start: Part =
    shared.porticoReady === true ? { ok: true, detail: "up" } : { ok: false, detail: "still starting" };
  const [database, jobs, storage, mail] = await Promise.all([
    check("database", checkDatabase),
    check("jobs", checkJobs),
    check("storage", checkStorage),
    check("mail", checkMailPart),
  ]);
  return {
    ready: start.ok && database.ok && jobs.ok && storage.ok,
    version: PORTICO_VERSION,
    parts: { start, database, jobs, storage, mail },
  };
}

async function check(name: string, ask: () => Promise<Part>): Promise<Part> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Part>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, detail: `no answer within ${String(PART_LIMIT_MS / 1000)} s` });
    }, PART_LIMIT_MS);
  });
  try {
    return await Promise.race([ask(), limit]);
  } catch (thrown) {
    log.error(`health: ${name} failed`, thrown);
    return { ok: false, detail: "not usable; the log has the cause" };
  } finally {
    clearTimeout(timer);
  }
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

async function checkStorage(): Promise<Part> {
  return { ok: true, detail: await getStorage().check() };
}

async function checkMailPart(): Promise<Part> {
  if (getEnv().PORTICO_EMBEDDED === "off")
    return { ok: true, detail: "not used: the built-in service is off" };
  const { kind, trouble } = await checkMail();
  if (trouble !== null) return { ok: false, detail: trouble };
  return { ok: true, detail: kind === "smtp" ? "mail server answers" : "built-in mailbox" };
}
