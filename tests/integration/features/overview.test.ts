import { expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { rememberModels } from "#lib/features/models/remembered.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { countFigures } from "#lib/features/overview/figures.ts";
import { getFrameFacts } from "#lib/features/overview/queries.ts";
import { modelView } from "#tests/support/model-view.ts";
import { formKey, usePortal } from "./portal.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const portal = await usePortal();
const actor = await portal.actor();
const { cloudId } = await portal.makeCloud(actor, "Riem");
const { projectId } = await portal.makeProject(actor, cloudId, "Haus A");

const ago = (ms: number): Date => new Date(Date.now() - ms);

const model = (modelId: number, state: ModelView["state"], updatedAt: Date, error?: string): ModelView =>
  modelView(modelId, {
    state,
    errors: error === undefined ? [] : [error],
    updatedAt: updatedAt.toISOString(),
  });

test("the rail counts what the pages of Clouds and of invitations list when they are opened", async () => {
  const { connectionId, db } = portal;
  await portal.makeCloud(actor, "Archived later");
  await db.cloud.updateMany({ where: { name: "Archived later" }, data: { archivedAt: ago(HOUR_MS) } });
  for (const email of ["a.rail@example.org", "b.rail@example.org"])
    await invitePerson(actor, { key: formKey(), cloudId, email });
  await db.invitation.updateMany({ where: { email: "a.rail@example.org" }, data: { state: "JOINED" } });
  const facts = await getFrameFacts(db);
  expect(facts.clouds).toBe((await listClouds(actor)).total);
  expect(facts.invitations).toBe((await listInvitations(actor)).total);
  await db.connection.update({ where: { id: connectionId }, data: { archivedAt: ago(0) } });
  expect((await getFrameFacts(db)).clouds).toBe((await listClouds(actor)).total);
  await db.connection.update({ where: { id: connectionId }, data: { archivedAt: null } });
  await db.invitation.deleteMany();
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
  expect((await countFigures()).models).toEqual({
    ready: 1,
    inProcess: 0,
    waiting: 0,
    failed: 3,
    putAway: 1,
    total: 5,
  });
});

test("a connection waits for a person while its last check broke off, and no longer once one went through", async () => {
  const put = (stoppedAt: number | null, at: Date) =>
    portal.db.connectionCheck.create({
      data: {
        id: newId(),
        connectionId: portal.connectionId,
        purpose: "CONNECTION",
        revision: 1,
        stoppedAt,
        rungs: [{}, {}, {}],
        durationMs: 5,
        actorName: "Sanne Verbeek",
        at,
      },
    });
  const shown = async () => (await listAttention(portal.db)).filter(({ kind }) => kind === "connection");
  await put(2, ago(2 * HOUR_MS));
  expect(await shown()).toMatchObject([
    {
      title: "Connection Bouwdata Nederland failed check 2 of 3",
      href: `/connections/${portal.connectionId}`,
    },
  ]);
  await put(null, ago(HOUR_MS));
  expect(await shown()).toEqual([]);
});

test("a connection waits for a person while none of its last three calls, the newest within an hour, got an answer", async () => {
  const { connectionId } = portal;
  const call = (status: number | null, at: Date) =>
    portal.db.requestRecord.create({
      data: {
        at,
        connectionId,
        connectionRevision: 1,
        method: "GET",
        path: "/cloud",
        status,
        durationMs: 5,
        responseBytes: 0n,
      },
    });
  const shown = async () => (await listAttention(portal.db)).filter(({ kind }) => kind === "connection");
  const first = ago(3 * HOUR_MS);
  await call(null, first);
  await call(null, ago(2 * HOUR_MS));
  expect(await shown()).toEqual([]);
  await call(null, ago(HOUR_MS / 2));
  expect(await shown()).toMatchObject([
    {
      title: "Connection Bouwdata Nederland does not answer",
      since: first.toISOString(),
      href: `/connections/${connectionId}`,
    },
  ]);
  await call(503, ago(HOUR_MS / 4));
  expect(await shown()).toEqual([]);
  await portal.db.requestRecord.deleteMany();
});

test("figures fall into the slot of their time, oldest first", async () => {
  const run = (rowsTotal: number, at: Date, state: "DONE" | "FAILED" = "DONE") => ({
    id: newId(),
    projectId,
    modelServiceId: 1n,
    modelName: "M1.ifc",
    ifcClass: "IfcDoor",
    profile: "programs",
    state,
    rowsTotal,
    fileName: "x.csv",
    reference: "ref",
    actorId: actor.staffId,
    actorName: actor.name,
    createdAt: at,
  });
  await portal.db.exportRun.createMany({
    data: [
      run(214, ago(HOUR_MS)),
      run(100, ago(6.5 * DAY_MS)),
      run(1_000, ago(8 * DAY_MS)),
      run(9, ago(0), "FAILED"),
    ],
  });
  const invite = (address: string, state: "WAITING" | "JOINED", stateSince: Date) => ({
    id: newId(),
    cloudId,
    address,
    email: address,
    redirectUri: "https://platform.example/cloud/1",
    state,
    evidence: "listed",
    stateSince,
  });
  await portal.db.invitation.createMany({
    data: [
      invite("a@campus.example", "WAITING", ago(HOUR_MS)),
      invite("b@campus.example", "WAITING", ago(2 * DAY_MS)),
      invite("c@campus.example", "WAITING", ago(40 * DAY_MS)),
      invite("d@campus.example", "JOINED", ago(HOUR_MS)),
      invite("e@campus.example", "JOINED", ago(31 * DAY_MS)),
    ],
  });
  await portal.db.requestRecord.deleteMany({});
  const call = (at: Date, status: number | null, durationMs: number) => ({
    at,
    connectionId: portal.connectionId,
    connectionRevision: 1,
    method: "GET",
    path: "/cloud",
    status,
    durationMs,
    responseBytes: 2n,
  });
  await portal.db.requestRecord.createMany({
    data: [
      ...Array.from({ length: 99 }, () => call(ago(60_000), 200, 100)),
      call(ago(60_000), 503, 100),
      call(ago(23.8 * HOUR_MS), null, 30_000),
      call(ago(25 * HOUR_MS), 200, 5),
    ],
  });
  const figures = await countFigures();
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
