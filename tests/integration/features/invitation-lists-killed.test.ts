import { expect, test } from "vitest";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { settleListed } from "#lib/features/invitations/lists/settling.ts";
import { until } from "#tests/support/until.ts";
import { kill, useWorkers } from "#tests/support/worker-process.ts";
import { afterItsLease } from "./jobs.ts";
import { INVITE, manyAddresses, useListDesk } from "./list-desk.ts";

const desk = await useListDesk();
const { portal, sanne } = desk;
const startWorker = useWorkers("invite-worker");

/** The gate uses fewer than a list may have; the code paths are the same. The variable sets any number, for example 10000. */
const ADDRESSES = Number(process.env["PORTICO_TEST_LIST_ADDRESSES"] ?? 80);
const LIMIT_MS = 120_000 + 400 * ADDRESSES;

test(
  "a list whose process is killed twice with kill -9: one record for each address at the service, no mail repeated",
  async () => {
    const id = await desk.start(manyAddresses(ADDRESSES));
    for (const share of [0.2, 0.6]) {
      const child = await startWorker();
      await until("a part has gone out", () => desk.carriedOut() >= share * ADDRESSES, LIMIT_MS);
      await kill(child);
      expect((await desk.list(id)).state).toBe("RUNNING");
    }
    await afterItsLease();
    await desk.startJobs();
    const ended = await desk.stopped(id, LIMIT_MS);
    expect(ended).toMatchObject({ state: "ENDED", toSend: 0 });
    // What was being sent when the process died is unknown, and never sent again automatically.
    expect(ended.uncertain).toBeLessThanOrEqual(10);
    expect((ended.outcomes.DONE ?? 0) + ended.uncertain).toBe(ADDRESSES);

    const found = await settleListed(sanne, id);
    const settled = await desk.list(id);
    expect(settled.outcomes.RESOLVED_DONE ?? 0).toBe(found.confirmed);
    expect(await desk.records()).toBe(ADDRESSES - settled.uncertain);
    const { db, proxy } = portal;
    expect(proxy.count("POST", INVITE)).toBeLessThanOrEqual(ADDRESSES);
    const ofList = { operation: { invitationRow: { runId: id } } };
    expect(await db.attempt.count({ where: ofList })).toBe(ADDRESSES);
    await invitationListCommands.resume(sanne, id);
    expect(await desk.list(id)).toEqual(settled);
  },
  3 * LIMIT_MS,
);
