import { describe, expect, test } from "vitest";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { getCloud, listClouds } from "#lib/features/clouds/queries.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { ensureBuiltinConnection, ensureConfiguredConnection } from "#lib/features/connections/commands.ts";
import { getConnection, listConnections } from "#lib/features/connections/queries.ts";
import { parseEnv } from "#lib/core/env.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { listParentChoices, listProjects } from "#lib/features/projects/queries.ts";
import { nameThere } from "#lib/features/projects/schema.ts";
import { createServiceClient } from "#lib/service/client/service-client.ts";
import { openClientSecret } from "#lib/service/client/connection.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { allRows } from "#tests/support/pages.ts";
import { formKey, usePortal } from "./portal.ts";

let aheadMs = 0;
const moveClock = useMovedClock();

const portal = await usePortal();
const actor = await portal.actor();

/** Makes what was just read count as old, however long the reading took (READ_MS_MAX at most, followed by a rest of twenty times that). */
function later(): void {
  moveClock((aheadMs += 200_000));
}

function listLater(): ReturnType<typeof listClouds> {
  later();
  return listClouds(actor);
}

/** The same application, used directly instead of through the portal. */
async function elsewhere(
  connectionId = portal.connectionId,
): Promise<ReturnType<typeof createServiceClient>> {
  const row = await portal.db.connection.findUniqueOrThrow({ where: { id: connectionId } });
  return createServiceClient({ ...row, baseUrl: portal.service.baseUrl, authUrl: portal.service.baseUrl });
}

const makeCloud = async (name: string) => (await portal.makeCloud(actor, name)).cloudId;

const LIST = /^\/service\/cloud$/;

describe("clouds", () => {
  test("one made elsewhere by this application is adopted once, and follows its name", async () => {
    const client = await elsewhere();
    const made = await client.createCloud({ name: "Made elsewhere" });
    if (made.kind !== "done") throw new Error(made.kind);
    later();
    const [first, second] = await Promise.all([listClouds(actor), listClouds(actor)]);
    expect(first.rows).toEqual(second.rows);
    expect(first.rows).toMatchObject([
      { serviceId: made.value.id, name: "Made elsewhere", createdByName: null, missingSince: null },
    ]);
    expect(first.reads).toMatchObject([{ state: "fresh", problem: null }]);
    await portal.db.serviceCloud.update({ where: { id: made.value.id }, data: { name: "Renamed there" } });
    expect((await listLater()).rows[0]?.name).toBe("Renamed there");
    expect(await portal.db.audit.count({ where: { action: "cloud.adopt" } })).toBe(1);
  });

  test("one that the service no longer lists is marked, not removed, and unmarked when it is back", async () => {
    const id = await makeCloud("Comes and goes");
    const { serviceCloudApplication } = portal.db;
    const where = { cloudId: (await getCloud(actor, id)).serviceId };
    await listLater();
    expect((await getCloud(actor, id)).missingSince).toBeNull();
    const links = await serviceCloudApplication.findMany({ where });
    await serviceCloudApplication.deleteMany({ where });
    await listLater();
    expect((await getCloud(actor, id)).missingSince).toBeInstanceOf(Date);
    await serviceCloudApplication.createMany({ data: links });
    await listLater();
    expect((await getCloud(actor, id)).missingSince).toBeNull();
  });

  test("the same list over other rows is followed: a name, a mark of absence, a deletion that the service did not do, a Cloud too few", async () => {
    const id = await makeCloud("Said again and again");
    const { serviceId } = await portal.db.cloud.findUniqueOrThrow({ where: { id } });
    const readTwice = async (): Promise<void> => {
      for (let time = 0; time < 2; time++) await listLater();
    };
    const long = new Date(0);
    for (const change of [{ name: "Renamed here" }, { missingSince: long }, { deletedAt: long }]) {
      await readTwice();
      await portal.db.cloud.update({ where: { id }, data: change });
      await readTwice();
      expect(await portal.db.cloud.findUniqueOrThrow({ where: { id } })).toMatchObject({
        name: "Said again and again",
        missingSince: null,
        deletedAt: null,
      });
    }
    await portal.db.cloud.delete({ where: { id } });
    await readTwice();
    expect(await portal.db.cloud.count({ where: { serviceId, name: "Said again and again" } })).toBe(1);
  });

  test("a service that fails shows what is known and since when, never an empty list", async () => {
    await makeCloud("Still shown");
    const before = await listLater();
    portal.proxy.inject("GET", LIST, answer(503, ""), 9);
    const page = await listLater();
    expect(page.rows.map((row) => row.id)).toEqual(before.rows.map((row) => row.id));
    expect(page.reads).toMatchObject([
      {
        state: "stale",
        readAt: before.reads[0]?.readAt,
        problem: expect.stringMatching(/answered 503.*fault is at the service/),
      },
    ]);
  });

  test.each([
    [
      "one entry without a number",
      answer(200, '[{"id":1},{"name":"x"}]'),
      /“1.id” does not match the interface/,
    ],
    ["a list cut where it looks complete", { kind: "truncate", framing: "close", bytes: 1 }, /not JSON/],
  ] as const)("%s: stale, with the reason, and nothing is marked as gone", async (_name, fault, reason) => {
    portal.proxy.inject("GET", LIST, fault, 9);
    const page = await listLater();
    expect(page.reads[0]?.state).toBe("stale");
    expect(page.reads[0]?.problem).toMatch(reason);
    expect(await portal.db.cloud.count({ where: { missingSince: { not: null } } })).toBe(0);
  });

  test("a service that does not list clouds is found out once and not asked again", async () => {
    const connectionId = await portal.addConnection("six-only");
    portal.proxy.inject("GET", LIST, answer(405, '{"detail":"Method \\"GET\\" not allowed."}'));
    expect((await listClouds(actor, { connectionId })).reads).toMatchObject([{ state: "notListed" }]);
    expect((await listClouds(actor, { connectionId })).reads).toMatchObject([{ state: "notListed" }]);
    expect(portal.proxy.received.filter((seen) => LIST.test(seen.path))).toHaveLength(1);
    expect(await answers(connectionId, "listClouds")).toBe(false);
    // A cloud that was created here is listed anyway.
    const { cloudId } = await createCloud(actor, { key: formKey(), connectionId, name: "Six only" });
    expect((await listClouds(actor, { connectionId })).rows).toMatchObject([
      { id: cloudId, name: "Six only" },
    ]);
    await portal.db.connection.update({
      where: { id: connectionId },
      data: { baseUrl: "http://127.0.0.1:9" },
    });
  });

  test("pages are in order of names, each cloud once, and search forgets case", async () => {
    const { connectionId } = portal;
    for (const name of ["b one", "A two", "ä three", "a TWO", "Z four"]) {
      await makeCloud(name === "a TWO" ? "a TWO " : name).catch(() => undefined);
    }
    const count = await portal.db.cloud.count({ where: { connectionId } });
    const rows = await allRows(async (after?: string) => {
      const page = await listClouds(actor, { connectionId, limit: 2, after });
      expect(page.total).toBe(count);
      return page;
    });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows).toHaveLength(count);
    const found = await listClouds(actor, { connectionId, search: "TWO" });
    expect(found.rows.every((row) => row.name.toLowerCase().includes("two"))).toBe(true);
    expect(found.rows.length).toBeGreaterThan(0);
    await expect(listClouds(actor, { after: "no cursor", search: "%'; drop" })).resolves.toMatchObject({
      rows: [],
    });
  });
});

test("a search without a result reads the list once, also right after a list that was read for it", async () => {
  const { connectionId } = portal;
  later();
  for (const wasFresh of [false, true]) {
    portal.proxy.clear();
    const page = await listClouds(actor, { search: "nothing has this name", connectionId });
    expect(page.rows, String(wasFresh)).toEqual([]);
    expect(page.reads, String(wasFresh)).toMatchObject([{ state: "fresh", isNew: true }]);
    expect(portal.proxy.received.filter((seen) => LIST.test(seen.path))).toHaveLength(1);
    moveClock(aheadMs + 1_000);
  }
  expect((await listClouds(actor, { connectionId })).reads).toMatchObject([{ state: "fresh", isNew: false }]);
});

describe("projects", () => {
  test("all six fields arrive at the service; what is empty is left out", async () => {
    const cloudId = await makeCloud("With projects");
    const root = await createProject(actor, { key: formKey(), cloudId, name: "Root" });
    expect(root.operation.state).toBe("DONE");
    expect(await portal.db.operation.findUniqueOrThrow({ where: { id: root.operation.id } })).toMatchObject({
      body: { name: "Root", status: "A" },
    });
    const [parent] = await listParentChoices(actor, cloudId);
    expect(parent?.name).toBe("Root");
    const full = await createProject(actor, {
      key: formKey(),
      cloudId,
      name: "Blok C – Kopgebouw",
      description: "East wing",
      status: "A",
      parentId: String(parent?.serviceId),
      mainModelId: "",
      logo: "https://example.org/logo.png",
    });
    expect(full.operation.state).toBe("DONE");
    later();
    const page = await listProjects(actor, cloudId);
    expect(page.rows.map((row) => row.name)).toEqual(["Blok C – Kopgebouw", "Root"]);
    expect(page.rows[0]).toMatchObject({
      id: full.projectId,
      description: "East wing",
      status: "A",
      parentServiceId: parent?.serviceId,
      mainModelId: null,
      logo: { kind: "address", href: "https://example.org/logo.png" },
      createdByName: "Sanne Verbeek",
    });
    expect(page.read.state).toBe("fresh");
  });

  test("a second of a name under one parent is created only after a question that tells number and age", async () => {
    const cloudId = await makeCloud("With equal names");
    const create = async (
      wanted: object,
    ): Promise<{ operation: { state: string }; projectId: string | null }> =>
      createProject(actor, { key: formKey(), cloudId, name: "Quay", ...wanted });
    const form = { key: formKey(), description: "North" };
    const first = await create(form);
    const row = await portal.db.project.findUniqueOrThrow({ where: { id: first.projectId ?? "" } });
    const number = Number(row.serviceId);
    const told = `number ${String(number)}, added ${row.createdAt.toISOString().slice(0, 10)}.`;
    const question = { code: "VALIDATION", details: { href: `/clouds/${cloudId}/projects/${row.id}` } };
    portal.proxy.clear();
    await expect(create({ name: " QUAY" })).rejects.toMatchObject({
      details: {
        ...question.details,
        fieldErrors: { again: [`At the top of this Cloud, there is already a project “QUAY”: ${told}`] },
      },
    });
    // The form as it is after the browser's Back, corrected; consent that was given for another place does not count here.
    await expect(create({ ...form, description: "South" })).rejects.toMatchObject(question);
    await expect(create({ again: nameThere(number, "Quay") })).rejects.toMatchObject(question);
    expect((await create(form)).projectId).toBe(first.projectId);
    expect(portal.proxy.received).toHaveLength(0);
    const below = await create({ parentId: String(number) });
    expect(below.operation.state).toBe("DONE");
    await expect(create({ parentId: String(number) })).rejects.toMatchObject({
      details: { fieldErrors: { again: [expect.stringMatching(/^Under “Quay”, there is already /)] } },
    });
    const second = await create({ ...form, description: "South", again: nameThere(null, "quay ") });
    expect(second.operation.state).toBe("DONE");
    expect(await portal.db.project.count({ where: { cloudId, name: "Quay" } })).toBe(3);
    await portal.db.project.updateMany({ where: { cloudId }, data: { missingSince: new Date() } });
    expect((await create({})).operation.state).toBe("DONE");
  });

  test("a parent of another cloud, and a wrong logo, are refused before sending", async () => {
    const [one, two] = [await makeCloud("Parent one"), await makeCloud("Parent two")];
    await createProject(actor, { key: formKey(), cloudId: one, name: "Of one" });
    const [foreign] = await listParentChoices(actor, one);
    portal.proxy.clear();
    const base = { key: formKey(), cloudId: two, name: "Child" };
    await expect(createProject(actor, { ...base, parentId: foreign?.serviceId ?? 0 })).rejects.toMatchObject({
      details: { fieldErrors: { parentId: ["Choose a project of this cloud."] } },
    });
    expect(await codeOf(createProject(actor, { ...base, logo: "javascript:alert(1)" }))).toBe("VALIDATION");
    expect(portal.proxy.received).toHaveLength(0);
  });

  test("the service's own words about a field reach the person", async () => {
    const cloudId = await makeCloud("Refusing");
    const problems = { logo: ["The submitted data was not a file."], name: "Taken." };
    portal.proxy.inject("POST", /\/project$/, answer(400, JSON.stringify(problems)));
    const { operation } = await createProject(actor, { key: formKey(), cloudId, name: "Refused" });
    expect(operation).toMatchObject({
      state: "REFUSED",
      result: { fieldErrors: { logo: ["The submitted data was not a file."], name: ["Taken."] } },
    });
  });
});

describe("connections", () => {
  test("the built-in one is made once, and a new secret raises its revision", async () => {
    const first = { clientId: "app", clientSecret: "secret-number-one-1111" };
    const ids = await Promise.all([first, first, first].map(ensureBuiltinConnection));
    expect(new Set(ids).size).toBe(1);
    const before = await portal.db.connection.findUniqueOrThrow({ where: { id: ids[0] ?? "" } });
    expect(before).toMatchObject({ kind: "BUILTIN", revision: 1, secretLast4: "1111", realm: "portico" });
    expect(before.baseUrl).toBe(`${portal.service.origin}/service`);
    await ensureBuiltinConnection({ ...first, clientSecret: "secret-number-two-2222" });
    const after = await portal.db.connection.findUniqueOrThrow({ where: { id: before.id } });
    expect(after.revision).toBe(2);
    expect(openClientSecret(after)).toBe("secret-number-two-2222");
    expect(() => openClientSecret({ ...after, id: portal.connectionId })).toThrow();
  });

  test("the built-in one gets the name of this version, and all else stays: a call goes where it went", async () => {
    const credentials = { clientId: "app", clientSecret: "secret-number-two-2222" };
    const id = await ensureBuiltinConnection(credentials);
    await portal.db.capability.create({ data: { connectionId: id, operation: "listClouds", answers: true } });
    const before = await portal.db.connection.update({ where: { id }, data: { name: "Earlier name" } });
    await ensureBuiltinConnection(credentials);
    const after = await portal.db.connection.findUniqueOrThrow({ where: { id } });
    const { updatedAt } = after;
    expect(after).toEqual({ ...before, name: "Portico", version: before.version + 1, updatedAt });
    expect(await portal.db.capability.count({ where: { connectionId: id } })).toBe(1);
  });

  test("people never get the secret", async () => {
    const list = await listConnections(actor);
    expect(JSON.stringify(list)).not.toMatch(/cipher|secret-/i);
    expect(await getConnection(actor, portal.connectionId)).toEqual(
      list.find((connection) => connection.id === portal.connectionId),
    );
    expect(await codeOf(getConnection(actor, "no id"))).toBe("NOT_FOUND");
  });

  test("the one from the environment is whole or refused by name", async () => {
    const base = { SERVICE_BASE_URL: "https://api.bouwdata.example/", SERVICE_REALM: "bouwdata" };
    expect(await ensureConfiguredConnection(parseEnv({}))).toBeNull();
    await expect(ensureConfiguredConnection(parseEnv(base))).rejects.toThrow(
      /SERVICE_AUTH_URL, SERVICE_PLATFORM_URL, SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET/,
    );
    const whole = {
      ...base,
      SERVICE_AUTH_URL: "https://auth.bouwdata.example",
      SERVICE_PLATFORM_URL: "https://platform.bouwdata.example/",
      SERVICE_CLIENT_ID: "kanaal-admin",
      SERVICE_CLIENT_SECRET: "the-secret-of-it",
    };
    const id = await ensureConfiguredConnection(parseEnv(whole));
    expect(await ensureConfiguredConnection(parseEnv(whole))).toBe(id);
    expect(await portal.db.connection.findUniqueOrThrow({ where: { id: id ?? "" } })).toMatchObject({
      kind: "LIVE",
      name: "api.bouwdata.example",
      platformUrl: "https://platform.bouwdata.example",
      revision: 1,
    });
  });
});
