/**
 * Carries out a rehearsal and removes everything it made. Rehearsals run one after the other, so a rehearsal's Cloud found at the beginning
 * was left by a process that died. It may run twice and may crash anywhere: it then starts again.
 */
import { now } from "#lib/core/clock.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { canRehearse, rehearsalClient } from "./application.ts";
import { playScript, RehearsalTrouble } from "./play.ts";
import { scriptSchema, type RehearsalAnswer } from "./schema.ts";

const KEPT_AT_ONCE = 25;

/** The job "portal.rehearse". */
export const rehearse: JobHandler<"portal.rehearse"> = async ({ rehearsalId: id }, { signal }) => {
  const row = await getDb().rehearsal.findUnique({ where: { id } });
  if (row?.state === "DONE" || row?.state === "FAILED") return;
  if (row === null) {
    // Forgotten, perhaps in the middle.
    if (canRehearse()) await removeClouds(rehearsalClient());
    return;
  }
  const script = scriptSchema.parse(row.script);
  await getDb().rehearsal.updateMany({ where: { id }, data: { state: "RUNNING" } });
  await getDb().rehearsalStep.deleteMany({ where: { rehearsalId: id } });
  const client = rehearsalClient();
  let problem: string | null = null;
  try {
    await removeClouds(client);
    await keepAnswers(id, playScript(client, script, signal));
  } catch (thrown) {
    if (!(thrown instanceof RehearsalTrouble) && !(thrown instanceof ServiceError)) throw thrown;
    problem = kept("{trouble} The rehearsal sent nothing to any other service.", {
      trouble: thrown.message,
    });
    log.warn("a rehearsal broke off", { rehearsalId: id, reason: thrown.message });
  }
  // Without this the rehearsal has not ended: the queue starts it again.
  await removeClouds(client);
  await getDb().rehearsal.updateMany({
    where: { id, state: "RUNNING" },
    data: { state: problem === null ? "DONE" : "FAILED", problem, endedAt: now() },
  });
};

/** Ends early when the rehearsal is forgotten: its plan was changed or discarded, or is rehearsed again. */
async function keepAnswers(rehearsalId: string, answers: AsyncIterable<RehearsalAnswer>): Promise<void> {
  let waiting: RehearsalAnswer[] = [];
  const keep = async (): Promise<void> => {
    const data = waiting.map((answer) => ({ ...answer, rehearsalId }));
    waiting = [];
    await getDb().rehearsalStep.createMany({ data, skipDuplicates: true });
  };
  for await (const answer of answers) {
    const isWanted = (await getDb().rehearsal.count({ where: { id: rehearsalId, state: "RUNNING" } })) === 1;
    if (!isWanted) return;
    // The answers of stand-ins, whose numbers are below 1, are not stored.
    if (answer.n > 0) waiting.push(answer);
    if (waiting.length >= KEPT_AT_ONCE) await keep();
  }
  await keep();
}

/** With their projects and invitations. @throws ServiceError */
async function removeClouds(client: ServiceClient): Promise<void> {
  for (const { id } of await client.listClouds()) await client.deleteCloud(id);
}
