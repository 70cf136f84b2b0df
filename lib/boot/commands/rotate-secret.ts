/**
 * npm run rotate-secret: replaces the installation's secret while Portico is stopped. Killed at any moment, it continues where it was when
 * run again; meanwhile Portico can be started and reads everything.
 */
import { join } from "node:path";
import { now } from "#lib/core/clock.ts";
import type { Env } from "#lib/core/env.ts";
import { constantTimeEqual } from "#lib/core/ids.ts";
import { runCommandLine, say } from "#lib/boot/backup/command.ts";
import {
  adoptInstallation,
  assertNewestSchema,
  findSecrets,
  openInstallation,
  type Installation,
} from "#lib/boot/launch/installation.ts";
import { releaseLock, takeLock } from "#lib/boot/lock.mjs";
import { beginRotation, forgetPrevious } from "#lib/boot/launch/secret.ts";
import { withClient } from "#lib/db/with-client.ts";
import { resealAll } from "#lib/boot/rotation/reseal.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";

/** How long a killed process counts as running after its last sign of life. */
const HEARD_OF_SECONDS = 30;

const STOP_FIRST = "Stop Portico on every machine and run this command again. Nothing was changed.";

const USAGE = `Usage: npm run rotate-secret

Replaces the installation's secret and seals anew what the old one sealed: secrets of connections and webhooks, signing
keys, second factors, waiting mails. Portico must be stopped, on every machine.

  The secret is in the data folder:  npm run rotate-secret makes a new one.
  It is PORTICO_SECRET:              set PORTICO_SECRET_PREVIOUS to the present one and PORTICO_SECRET to a new one of
                                     32 characters or more, run this, and take PORTICO_SECRET_PREVIOUS away again.

Staff sign in anew. Access tokens, links in mails, second factors and connections stay. Killed in the middle? Run it again.
Keep the old secret with the backups that were made with it.
`;

await runCommandLine(USAGE, { words: [0, 0] }, async () => {
  await using installation = await openInstallation(say);
  const { env } = installation;
  const lock = join(env.dataDir, "portico.lock");
  const isOurs = env.DATABASE_URL === undefined ? installation.isStopped : takeLock(lock).taken;
  try {
    if (!isOurs) throw new StartTrouble(`Portico runs with the data folder ${env.dataDir}. ${STOP_FIRST}`);
    await assertNewestSchema(installation.databaseUrl);
    await assertStopped(installation.databaseUrl);
    const secrets = env.PORTICO_SECRET === undefined ? await replaceInFolder(env) : ofEnvironment(env);
    adoptInstallation({ ...installation, ...secrets });
    await sealAnew(installation.databaseUrl);
    if (env.PORTICO_SECRET === undefined) {
      await forgetPrevious(env.dataDir);
      say(
        "The secret was replaced. Start Portico; staff sign in again. Earlier backups need the secret that is in them.",
      );
    } else {
      say(
        "PORTICO_SECRET_PREVIOUS is no longer needed: remove it from the environment and start Portico; staff sign in again. " +
          "Keep the old secret with earlier backups.",
      );
    }
    return 0;
  } finally {
    if (isOurs && env.DATABASE_URL !== undefined) releaseLock(lock);
  }
});

type Secrets = Pick<Installation, "secret" | "previousSecret">;

async function replaceInFolder(env: Env): Promise<Secrets> {
  const isNew = await beginRotation(env.dataDir);
  say(isNew ? "A new secret was created." : "A rotation that was interrupted before is now complete.");
  return findSecrets(env);
}

function ofEnvironment(env: Env): Secrets {
  const { PORTICO_SECRET: secret = null, PORTICO_SECRET_PREVIOUS: previousSecret = null } = env;
  if (secret !== null && previousSecret !== null && !constantTimeEqual(secret, previousSecret)) {
    return { secret, previousSecret };
  }
  throw new StartTrouble(
    "The secret comes from PORTICO_SECRET. Set PORTICO_SECRET_PREVIOUS to the present one and PORTICO_SECRET to a new one, and run this again. " +
      "Nothing was changed.",
  );
}

/** A process with only the old secret would keep sealing with it. */
async function assertStopped(databaseUrl: string): Promise<void> {
  await withClient({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query<{ host: string; pid: number; seconds: number }>(
      `select host, pid, extract(epoch from now() - heartbeat_at)::int as seconds from instance
       where heartbeat_at > now() - interval '${String(HEARD_OF_SECONDS)} seconds'`,
    );
    const [first] = rows;
    if (first === undefined) return;
    throw new StartTrouble(
      `Portico is running on this database: process ${String(first.pid)} on ${first.host}, last seen ${String(first.seconds)} s ago. ${STOP_FIRST} ` +
        `A killed process is forgotten after ${String(HEARD_OF_SECONDS)} s.`,
    );
  });
}

/** Imports code that reads the configuration only once both secrets are in it. */
async function sealAnew(databaseUrl: string): Promise<void> {
  const { getDb } = await import("#lib/db/client.ts");
  const { verifyAudit } = await import("#lib/features/audit/verification.ts");
  const { sealAudit } = await import("#lib/features/audit/sealing.ts");
  try {
    const { count, unreadable } = await resealAll(databaseUrl, say);
    if (count === 0) say("Nothing was sealed with the previous secret any more.");
    if (unreadable.length > 0) {
      say(
        `${String(unreadable.length)} values open with neither secret, as before, and are left as they are: ${unreadable.slice(0, 5).join(", ")}.`,
      );
    }
    // Their cookies are sealed with a key derived from the old secret.
    await getDb().staffSession.updateMany({ where: { endedAt: null }, data: { endedAt: now() } });
    say("Verifying the audit …");
    const verdict = await verifyAudit();
    if (verdict.ok) await sealAudit("rotation");
    else {
      say(
        `The audit fails the check, so it was not sealed with the new secret. Row ${verdict.seq}: ${verdict.reason} Check that row, then run: npm run audit -- seal`,
      );
    }
  } finally {
    await getDb().$disconnect();
  }
}
