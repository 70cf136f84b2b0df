/** Removing one person from all their clouds: what is shown before, what is done, and what is said where removal failed. */
import { beforeEach, describe, expect, test } from "vitest";
import { newId, newReference } from "#lib/core/ids.ts";
import { listAuditActs } from "#lib/features/audit/acts.ts";
import { invitePerson, refreshPeople } from "#lib/features/invitations/commands.ts";
import { getPerson } from "#lib/features/people/queries.ts";
import { startRemoval, stopRemoval } from "#lib/features/people/removals/commands.ts";
import { removePerson } from "#lib/features/people/removals/job.ts";
import { previewRemoval } from "#lib/features/people/removals/preview.ts";
import {
  findRemoval,
  getRemoval,
  listRemovedPlaces,
  type RemovalView,
} from "#lib/features/people/removals/queries.ts";
import { STAYS } from "#lib/features/people/removals/schema.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { until, askUntilNoLonger } from "#tests/support/until.ts";
import { kill, useWorkers } from "#tests/support/worker-process.ts";
import { useJobs } from "./jobs.ts";
import { formKey, usePortal } from "./portal.ts";

const ONE = /\/user\/\d+$/;
const LIST = /\/cloud\/\d+\/user$/;

let email: string;

const portal = await usePortal();
const sanne = await portal.actor();
const { start: work } = useJobs(() => ({ "portal.remove-person": removePerson }));
const startWorker = useWorkers("invite-worker");
beforeEach(() => {
  email = `anna.${newId()}@example.org`;
});

type Cloud = { id: string; number: number; name: string };

/** Clouds in order of their names, each with somebody else as an administrator. */
async function makeClouds(count: number): Promise<Cloud[]> {
  const tag = newId();
  const clouds: Cloud[] = [];
  for (let n = 0; n < count; n += 1) {
    const name = `Haus ${tag} ${String(n).padStart(3, "0")}`;
    const { cloudId, number } = await portal.makeCloud(sanne, name);
    const cloud = { id: cloudId, number, name };
    await join(cloud, `piet.${tag}@example.org`, 100);
    clouds.push(cloud);
  }
  return clouds;
}

const join = ({ number }: Cloud, address: string, role: 50 | 100) => portal.joinCloud(number, address, role);

async function leave({ number }: Cloud, address: string): Promise<void> {
  await portal.service.db.serviceMember.deleteMany({ where: { cloudId: number, user: { email: address } } });
}

async function joinAll(clouds: readonly Cloud[]): Promise<void> {
  for (const cloud of clouds) await join(cloud, email, 50);
  await readAll(clouds);
}

/** A removal from new Clouds, all of which the person is a member of. */
async function beginIn(count: number): Promise<string> {
  await joinAll(await makeClouds(count));
  return begin(count);
}

/** Nobody but this person is left in a Cloud, as its administrator. */
async function leaveAlone(cloud: Cloud): Promise<void> {
  await portal.service.db.serviceMember.deleteMany({ where: { cloudId: cloud.number } });
  await join(cloud, email, 100);
}

async function readAll(clouds: readonly Cloud[]): Promise<void> {
  for (const { id } of clouds) await refreshPeople(sanne, { cloudId: id }, { since: new Date() });
}

/** Names of the clouds in which the service still has the person, as a member or invited. */
async function namesAtService(): Promise<string[]> {
  const { serviceMember, serviceInvitation } = portal.service.db;
  const [members, invited] = await Promise.all([
    serviceMember.findMany({ where: { user: { email } }, include: { cloud: true } }),
    serviceInvitation.findMany({ where: { address: email, state: "P" }, include: { cloud: true } }),
  ]);
  return [...members, ...invited].map(({ cloud }) => cloud.name).toSorted();
}

async function others(): Promise<number> {
  return portal.service.db.serviceMember.count({ where: { user: { email: { not: email } } } });
}

async function begin(count: number): Promise<string> {
  return startRemoval(sanne, { address: email.toUpperCase(), count });
}

const ended = (id: string): Promise<RemovalView> =>
  askUntilNoLonger("the removal has ended", "RUNNING", () => getRemoval(sanne, id));

/** Runs a round of the job, as often as somebody would wait for it. */
async function runRounds(id: string, count: number): Promise<void> {
  const context = { jobId: "rounds", attempt: 1, signal: new AbortController().signal };
  for (let round = 0; round < count; round += 1) await removePerson({ removalId: id }, context);
}

async function outcomes(id: string): Promise<[string, string, string | null][]> {
  const { rows } = await listRemovedPlaces(sanne, { removalId: id });
  return rows.map(({ cloudName, outcome, problem }) => [cloudName, outcome, problem]);
}

describe("before anything is sent", () => {
  test("each cloud has its verdict: removed, withdrawn, or why the person stays; in pages", async () => {
    const [member, invited, last, missing] = (await makeClouds(4)) as [Cloud, Cloud, Cloud, Cloud];
    await join(member, email, 100);
    await invitePerson(sanne, { key: formKey(), cloudId: invited.id, email, role: 50 });
    await leaveAlone(last);
    await join(missing, email, 50);
    await readAll([member, invited, last, missing]);
    await portal.db.cloud.update({ where: { id: missing.id }, data: { missingSince: new Date() } });
    const preview = await previewRemoval(sanne, email.toUpperCase());
    expect(preview.rows.map(({ cloudName, verdict }) => [cloudName, verdict])).toEqual([
      [member.name, "remove"],
      [invited.name, "withdraw"],
      [last.name, "lastAdministrator"],
      [missing.name, "missing"],
    ]);
    expect(preview.counts).toEqual({
      remove: 1,
      withdraw: 1,
      lastAdministrator: 1,
      notOffered: 0,
      missing: 1,
    });
    expect(preview.removable).toBe(2);
    const first = await previewRemoval(sanne, email, { limit: 3 });
    expect((await previewRemoval(sanne, email, { after: first.next ?? "", limit: 3 })).rows).toHaveLength(1);
    expect(await namesAtService()).toHaveLength(4);
  });

  test("other clouds than the person saw, or a viewer, begin nothing; the same twice is one removal", async () => {
    await joinAll(await makeClouds(2));
    await expect(begin(3)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("2 instead of 3 would be changed. Nothing was done."),
    });
    const viewer = await portal.actor("VIEWER", "Vera");
    expect(await codeOf(startRemoval(viewer, { address: email, count: 2 }))).toBe("FORBIDDEN");
    expect(await findRemoval(sanne, email)).toBeNull();
    const [id, same] = await Promise.all([begin(2), begin(2)]);
    expect(same).toBe(id);
    expect(await findRemoval(sanne, email.toUpperCase())).toEqual({ id, isRunning: true });
    await stopRemoval(sanne, id);
  });
});

describe("a removal", () => {
  test("takes one person out of every cloud, withdraws what waits, and touches nobody else", async () => {
    const clouds = await makeClouds(5);
    const [invited, ...rest] = clouds as [Cloud, ...Cloud[]];
    await joinAll(rest);
    await invitePerson(sanne, { key: formKey(), cloudId: invited.id, email, role: 50 });
    const before = await others();
    const pressed = { ...sanne, requestId: newReference() };
    const id = await startRemoval(pressed, { address: email.toUpperCase(), count: 5 });
    await work();
    expect(await ended(id)).toMatchObject({ total: 5, stopReason: null, counts: { REMOVED: 5 } });
    expect(await namesAtService()).toEqual([]);
    expect(await others()).toBe(before);
    expect((await getPerson(sanne, email)).counts).toEqual({ member: 0, projects: 0, invited: 0 });
    const audit = await portal.audited({ action: "person.remove-from-clouds", objectId: id });
    expect(audit.map(({ outcome, after }) => [outcome, after])).toEqual([
      ["INTENDED", { email: email.toUpperCase(), clouds: 5 }],
      ["DONE", { email: email.toUpperCase(), REMOVED: 5 }],
    ]);
    // The start, five Clouds and the end are one line; one person and five Clouds are its things.
    const [act] = (await listAuditActs({ ...sanne, role: "ADMINISTRATOR" })).acts;
    expect(act).toMatchObject({ reference: pressed.requestId, outcome: "DONE", things: 6, alike: 6 });
  });

  test("says of each cloud what became of it: gone already, last administrator by now, accepted meanwhile", async () => {
    const clouds = await makeClouds(3);
    const [gone, last, accepted] = clouds as [Cloud, Cloud, Cloud];
    await joinAll([gone]);
    await join(last, email, 100);
    await invitePerson(sanne, { key: formKey(), cloudId: accepted.id, email, role: 50 });
    await readAll(clouds);
    const id = await begin(3);
    await leave(gone, email);
    await portal.service.db.serviceMember.deleteMany({
      where: { cloudId: last.number, user: { email: { not: email } } },
    });
    await portal.service.db.serviceInvitation.updateMany({ where: { address: email }, data: { state: "A" } });
    await join(accepted, email, 50);
    await work();
    await ended(id);
    expect(await outcomes(id)).toEqual([
      [gone.name, "NOT_THERE", null],
      [
        last.name,
        "KEPT",
        expect.stringContaining("is the last administrator of this Cloud. Nothing was changed."),
      ],
      [accepted.name, "REMOVED", null],
    ]);
    expect(await namesAtService()).toEqual([last.name]);
  });

  test("names the cloud where the person stays as the last administrator, and what to do there", async () => {
    const [member, last, missing] = (await makeClouds(3)) as [Cloud, Cloud, Cloud];
    await join(member, email, 50);
    await leaveAlone(last);
    await join(missing, email, 50);
    await readAll([member, last, missing]);
    await portal.db.cloud.update({ where: { id: missing.id }, data: { missingSince: new Date() } });
    const id = await begin(1);
    await work();
    expect(await ended(id)).toMatchObject({ total: 3, counts: { REMOVED: 1, KEPT: 2 } });
    expect(await outcomes(id)).toEqual([
      [member.name, "REMOVED", null],
      [last.name, "KEPT", STAYS.lastAdministrator],
      [missing.name, "KEPT", STAYS.missing],
    ]);
    const named = await listRemovedPlaces(sanne, { removalId: id, outcome: "KEPT", limit: 1 });
    expect(named.rows.map(({ cloudName }) => cloudName)).toEqual([last.name]);
  });

  test("that is stopped begins nothing more, and says what it did not reach", async () => {
    const id = await beginIn(3);
    await stopRemoval(sanne, id);
    await runRounds(id, 1);
    expect(await getRemoval(sanne, id)).toMatchObject({
      state: "ENDED",
      stopReason: "Sanne Verbeek stopped the removal.",
      counts: { KEPT: 3 },
    });
    expect((await outcomes(id))[0]?.[2]).toBe(
      "The removal ended before this Cloud was reached. Nothing was changed in it.",
    );
    expect(await namesAtService()).toHaveLength(3);
    expect(await codeOf(stopRemoval(sanne, id))).toBe("CONFLICT");
    const again = await begin(3);
    await work();
    expect((await ended(again)).counts.REMOVED).toBe(3);
  });

  test("ends when the person in whose name it runs may not any more", async () => {
    await joinAll(await makeClouds(1));
    const bart = await portal.actor("OPERATOR", "Bart");
    const id = await startRemoval(bart, { address: email, count: 1 });
    await portal.db.staff.update({ where: { id: bart.staffId }, data: { role: "VIEWER" } });
    await runRounds(id, 1);
    expect(await getRemoval(sanne, id)).toMatchObject({
      state: "ENDED",
      stopReason: "Bart is no longer allowed to remove people. Somebody else can start again.",
      counts: { KEPT: 1 },
    });
    expect(await namesAtService()).toHaveLength(1);
  });
});

describe("answers that never come", () => {
  test.each([
    ["cut after it was done", { kind: "resetAfter" }],
    ["closed after it was done", { kind: "closeAfter" }],
    ["cut before it arrived", { kind: "resetBefore" }],
  ] as const)("one that was %s is settled by the service's list, and done once", async (_what, fault) => {
    const id = await beginIn(3);
    portal.proxy.inject("DELETE", ONE, fault, 2);
    await runRounds(id, 2);
    expect((await getRemoval(sanne, id)).counts).toMatchObject({ REMOVED: 3 });
    expect(await namesAtService()).toEqual([]);
    expect(await others()).toBeGreaterThan(0);
  });

  test("while the list cannot be read either, the cloud is named as uncertain until a list says more", async () => {
    const [cloud] = (await makeClouds(1)) as [Cloud];
    await joinAll([cloud]);
    const id = await begin(1);
    portal.proxy.inject("DELETE", ONE, { kind: "resetAfter" }, 20);
    portal.proxy.inject("GET", LIST, { kind: "rewrite", body: (real) => real }, 1);
    portal.proxy.inject("GET", LIST, { kind: "answer", status: 500, body: "{}" }, 200);
    await runRounds(id, 3);
    expect(await namesAtService()).toEqual([]);
    expect(await outcomes(id)).toEqual([[cloud.name, "UNCERTAIN", expect.any(String)]]);
    portal.proxy.clear();
    await readAll([cloud]);
    expect(await outcomes(id)).toEqual([[cloud.name, "REMOVED", null]]);
    expect((await getRemoval(sanne, id)).counts).toMatchObject({ REMOVED: 1, UNCERTAIN: 0 });
  });

  test("a process killed twice with kill -9 leaves nobody behind and touches nobody else", async () => {
    const id = await beginIn(20);
    const before = await others();
    for (const left of [15, 8]) {
      const child = await startWorker();
      await until("a part is done", async () => (await namesAtService()).length <= left);
      await kill(child);
    }
    await portal.db
      .$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '5 hours' WHERE locked_at IS NOT NULL`;
    await work();
    expect((await ended(id)).counts).toMatchObject({ REMOVED: 20, UNCERTAIN: 0, KEPT: 0 });
    expect(await namesAtService()).toEqual([]);
    expect(await others()).toBe(before);
  });

  // Last, because Portico lets a service that failed this often rest for a while.
  test("a service in trouble is left alone after five failures, and what was not reached is as it was", async () => {
    const id = await beginIn(8);
    portal.proxy.inject("GET", LIST, { kind: "answer", status: 500, body: "{}" }, 500);
    await runRounds(id, 1);
    const removal = await getRemoval(sanne, id);
    expect(removal).toMatchObject({ state: "ENDED", counts: { KEPT: 8 } });
    expect(removal.stopReason).toMatch(/^5 failures in a row\. The last one: /);
    portal.proxy.clear();
    expect(await namesAtService()).toHaveLength(8);
  });
});
