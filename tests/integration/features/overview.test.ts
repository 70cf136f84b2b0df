import { afterEach, expect, test } from "vitest";
import { forgetFigures } from "#lib/core/kept-figure.ts";
import type { InvitationState } from "#lib/db/client.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { rememberModels } from "#lib/features/models/remembered.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { getFigures } from "#lib/features/overview/figures.ts";
import { getFrameFacts } from "#lib/features/overview/queries.ts";
import { modelView } from "#tests/support/model-view.ts";
import {
  actor,
  ago,
  cloudId,
  DAY_MS,
  HOUR_MS,
  portal,
  projectId,
  putCalls,
  putCheck,
  putExport,
  putInvitation,
} from "./attention-ground.ts";
import { formKey } from "./portal.ts";

afterEach(forgetFigures);

const model = (modelId: number, state: ModelView["state"], updatedAt: Date, error?: string): ModelView =>
  modelView(modelId, {
    state,
    errors: error === undefined ? [] : [error],
    updatedAt: updatedAt.toISOString(),
  });

/** The connection, where it waits for a person. */
const shown = async () => (await listAttention(portal.db)).filter(({ kind }) => kind === "connection");

/** As many invitations as make a ledger large. */
const putMany = (state: InvitationState): Promise<unknown> =>
  portal.db.$executeRaw`
    INSERT INTO invitation (id, cloud_id, address, email, redirect_uri, state, evidence)
    SELECT gen_random_uuid(), ${cloudId}::uuid, n || '@many.example', n || '@many.example', '',
      ${state}::"InvitationState", ''
    FROM generate_series(1, 5000) n`;

test("the rail counts what the pages of Clouds and of invitations list when they are opened", async () => {
  const { connectionId, db } = portal;
  await portal.makeCloud(actor, "Archived later");
  await db.cloud.updateMany({ where: { name: "Archived later" }, data: { archivedAt: ago(HOUR_MS) } });
  for (const email of ["a.rail@example.org", "b.rail@example.org"])
    await invitePerson(actor, { key: formKey(), cloudId, email });
  await db.invitation.updateMany({ where: { email: "a.rail@example.org" }, data: { state: "JOINED" } });
  const facts = await getFrameFacts();
  expect(facts.clouds).toBe((await listClouds(actor)).total);
  expect(facts.invitations).toBe((await listInvitations(actor)).total);
  await db.connection.update({ where: { id: connectionId }, data: { archivedAt: ago(0) } });
  expect((await getFrameFacts()).clouds).toBe((await listClouds(actor)).total);
  await db.connection.update({ where: { id: connectionId }, data: { archivedAt: null } });
});

test("in a large ledger the rail's count is the total of the ledger's own page: both are counted once", async () => {
  await putMany("JOINED");
  forgetFigures();
  const { invitations } = await getFrameFacts();
  await portal.db.invitation.deleteMany({ where: { email: "1@many.example" } });
  expect((await listInvitations(actor)).total).toBe(invitations);
  forgetFigures();
  expect((await listInvitations(actor)).total).toBe(invitations - 1);
});

test("models that failed wait for a person, with the service's words, however long ago; archived ones do not", async () => {
  await rememberModels(
    projectId,
    [
      model(1, "failed", ago(HOUR_MS), "File does not start with ISO-10303-21."),
      model(2, "wontFix", ago(2 * HOUR_MS)),
      model(3, "ready", ago(HOUR_MS)),
      model(4, "failed", ago(8 * DAY_MS)),
      { ...model(5, "failed", ago(HOUR_MS)), isArchived: true },
    ],
    new Date(),
  );
  const items = (await listAttention(portal.db)).filter(({ kind }) => kind === "model");
  expect(items.map(({ title, detail }) => [title, detail])).toEqual([
    ["Model M1.ifc failed", "File does not start with ISO-10303-21. Riem\u00a0›\u00a0Haus A"],
    ["Model M2.ifc failed", "Riem\u00a0›\u00a0Haus A"],
    ["Model M4.ifc failed", "Riem\u00a0›\u00a0Haus A"],
  ]);
  expect(items[0]).toMatchObject({ tone: "bad", href: `/clouds/${cloudId}/projects/${projectId}` });
  expect((await getFigures()).models).toEqual({
    ready: 1,
    inProcess: 0,
    waiting: 0,
    failed: 3,
    putAway: 1,
    total: 5,
  });
});

test("a connection waits for a person while its last check broke off, and no longer once one went through", async () => {
  await putCheck(2, ago(2 * HOUR_MS));
  expect(await shown()).toMatchObject([
    {
      title: "Connection Bouwdata Nederland failed check 2 of 3",
      href: `/connections/${portal.connectionId}`,
    },
  ]);
  await putCheck(null, ago(HOUR_MS));
  expect(await shown()).toEqual([]);
});

test("a connection waits for a person while none of its last three calls, the newest within an hour, got an answer", async () => {
  const first = ago(3 * HOUR_MS);
  await putCalls(null, { at: first });
  await putCalls(null, { at: ago(2 * HOUR_MS) });
  expect(await shown()).toEqual([]);
  await putCalls(null, { at: ago(HOUR_MS / 2) });
  expect(await shown()).toMatchObject([
    {
      title: "Connection Bouwdata Nederland does not answer",
      since: first.toISOString(),
      href: `/connections/${portal.connectionId}`,
    },
  ]);
  await putCalls(503, { at: ago(HOUR_MS / 4) });
  expect(await shown()).toEqual([]);
});

test("figures fall into the slot of their time, oldest first", async () => {
  await putExport("DONE", { rowsTotal: 214 });
  await putExport("DONE", { rowsTotal: 100, createdAt: ago(6.5 * DAY_MS) });
  await putExport("DONE", { rowsTotal: 1_000, createdAt: ago(8 * DAY_MS) });
  await putExport("FAILED", { rowsTotal: 9, createdAt: ago(0) });
  for (const days of [1 / 24, 2, 40]) await putInvitation(ago(days * DAY_MS));
  for (const days of [1 / 24, 31]) await putInvitation(ago(days * DAY_MS), "JOINED");
  const minuteAgo = ago(60_000);
  await putCalls(200, { at: minuteAgo, count: 99, durationMs: 100 });
  await putCalls(503, { at: minuteAgo, durationMs: 100 });
  await putCalls(null, { at: ago(23.8 * HOUR_MS), durationMs: 30_000 });
  await putCalls(200, { at: ago(25 * HOUR_MS) });
  const figures = await getFigures();
  expect(figures.exports).toEqual({ runs: 2, elements: 314, days: [100, 0, 0, 0, 0, 0, 214] });
  expect(figures.joined.count).toBe(1);
  expect(figures.joined.slots.at(-1)).toBe(1);
  expect(figures.waiting.map(({ count }) => count)).toEqual([1, 1, 0, 0, 1]);
  const { slots, ...calls } = figures.calls;
  expect(calls).toEqual({ total: 101, failed: 1, unanswered: 1, p95Ms: 100 });
  expect([slots.length, slots[0], slots.at(-1)]).toEqual([
    48,
    { calls: 1, failed: 0, unanswered: 1 },
    { calls: 100, failed: 1, unanswered: 0 },
  ]);
});

test("who has invited somebody finds the invitation on the overview at once, however lately it was looked at", async () => {
  await putInvitation(ago(2 * DAY_MS));
  expect((await getFigures()).waiting.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0]);
  await invitePerson(actor, { key: formKey(), cloudId, email: "at.once@example.org" });
  const { joined, waiting } = await getFigures();
  expect(waiting.map(({ upToDays, count }) => [upToDays, count])).toEqual([
    [1, 1],
    [3, 1],
    [7, 0],
    [14, 0],
    [null, 0],
  ]);
  expect(joined).toMatchObject({ count: 0, asked: 2 });
});

test("in a large ledger the overview's figures are counted once, and again after a person's change", async () => {
  const waits = async (): Promise<number | undefined> => (await getFigures()).waiting[0]?.count;
  await putMany("WAITING");
  expect(await waits()).toBe(5_000);
  await putInvitation(ago(HOUR_MS));
  expect(await waits()).toBe(5_000);
  forgetFigures();
  expect(await waits()).toBe(5_001);
});
