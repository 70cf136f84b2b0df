/**
 * A silent service: the pages show the last good answer with its age and the problem, nobody has to queue for it, and other connections are
 * not affected.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { listClouds } from "#lib/features/clouds/queries.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import { showModels } from "#lib/features/models/queries.ts";
import { listProjects } from "#lib/features/projects/queries.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { formKey, pieces, usePortal } from "./portal.ts";

/** Makes what was just read count as old. */
const later = useMovedClock();

const portal = await usePortal();
const actor = await portal.actor();
const { cloudId } = await portal.makeCloud(actor, "Silent");
const { projectId } = await portal.makeProject(actor, cloudId, "Blok S");
await uploadModel(actor, { key: formKey(), projectId, fileName: "s.ifc", content: pieces("ISO-10303-21;") });
beforeEach(async () => {
  // A separate circuit for each test.
  await portal.db.connection.update({
    where: { id: portal.connectionId },
    data: { revision: { increment: 1 } },
  });
});

const ALL = /\/(?:cloud|project|ifc)$/;

const clientOf = async (id: string): Promise<ServiceClient> =>
  clientFor(await portal.db.connection.findUniqueOrThrow({ where: { id } }));

describe("lists", () => {
  test("of clouds, projects and models stay, with the age of the last good answer and the reason", async () => {
    const readAll = async () => ({
      clouds: await listClouds(actor),
      projects: await listProjects(actor, cloudId),
      models: await showModels(actor, projectId),
    });
    const good = await readAll();
    expect(good.models).toMatchObject({ trouble: null, models: [{ fileName: "s.ifc" }] });
    later(240_000);
    portal.proxy.inject("GET", ALL, { kind: "resetBefore" }, 99);
    const stale = await readAll();
    expect(stale.clouds.rows).toEqual(good.clouds.rows);
    expect(stale.clouds.reads).toMatchObject([
      {
        state: "stale",
        problem: expect.stringMatching(/The clouds could not be read: the connection broke/),
      },
    ]);
    expect(stale.projects.rows).toEqual(good.projects.rows);
    expect(stale.projects.read).toMatchObject({ state: "stale", problem: expect.any(String) });
    for (const readAt of [stale.clouds.reads[0]?.readAt, stale.projects.read.readAt, stale.models.readAt]) {
      const ageMs = Date.now() + 240_000 - (readAt?.getTime() ?? 0);
      expect(Math.round(ageMs / 60_000)).toBe(4);
    }
    expect(stale.models).toMatchObject({
      models: good.models.models,
      isChanging: true,
      trouble: expect.stringMatching(/The models could not be read: the connection broke/),
    });
  });

  test("an answer is no silence: a refusal is said, and nothing old is shown for it", async () => {
    await showModels(actor, projectId);
    for (const status of [403, 404]) {
      portal.proxy.inject("GET", /\/ifc$/, { kind: "answer", status, body: '{"detail":"Not yours."}' });
      await expect(showModels(actor, projectId)).rejects.toThrow(/Not yours/);
    }
  });

  test("where nothing was ever read, the trouble is the answer", async () => {
    const other = await portal.makeProject(actor, cloudId, "Never read");
    portal.proxy.inject("GET", /\/ifc$/, { kind: "resetBefore" }, 99);
    await expect(showModels(actor, other.projectId)).rejects.toMatchObject({ code: "UPSTREAM" });
  });
});

describe("the circuit", () => {
  const ONCE = { retries: { tries: 1, baseMs: 0, delayMsMax: 0, retryAfterMsMax: 0 } };

  const fresh = async (): Promise<ServiceClient> =>
    clientOf(await portal.addConnection(`circuit-${formKey()}`));
  const calls = (): number => portal.proxy.received.filter(({ path }) => path === "/service/cloud").length;

  test("after 5 failures in a row nobody is sent there, and it is said for how long", async () => {
    const [broken, sound] = [await fresh(), await fresh()];
    await sound.listClouds();
    portal.proxy.clear();
    portal.proxy.inject("GET", /\/cloud$/, { kind: "answer", status: 503, body: "{}" }, 5);
    for (let n = 0; n < 5; n += 1) {
      await expect(broken.listClouds(ONCE)).rejects.toMatchObject({ kind: "fault", status: 503 });
    }
    expect(calls()).toBe(5);
    await expect(broken.listClouds(ONCE)).rejects.toMatchObject({
      kind: "notConnected",
      message: expect.stringMatching(/failed several times in a row and is asked again in \d+ s/),
      retryAfterSeconds: expect.any(Number),
    });
    expect(calls()).toBe(5);
    // Another connection to the same host has another circuit, and creating is never held back.
    expect(await sound.listClouds(ONCE)).toEqual([]);
    expect(await broken.createCloud({ name: "Never held back" })).toMatchObject({ kind: "done" });
  });

  test("an answer of any kind closes it again: refusals are no failures of the service", async () => {
    const client = await fresh();
    const statuses = [503, 503, 503, 503, 403, 503, 503, 503, 503];
    for (const status of statuses) {
      portal.proxy.inject("GET", /\/cloud$/, { kind: "answer", status, body: "{}" });
      await expect(client.listClouds(ONCE)).rejects.toMatchObject({ status });
    }
    expect(await client.listClouds(ONCE)).toEqual([]);
  });
});

describe("what comes instead of an answer", () => {
  const html = { "content-type": "text/html" };
  test.each([
    ["a web page", 200, html, "<html>", /text\/html.*not JSON/],
    [
      "another charset",
      200,
      { "content-type": "application/json; charset=utf-16" },
      "[]",
      /utf-16, not JSON/,
    ],
    ["packed bytes", 200, { "content-encoding": "gzip" }, "[]", /compressed \(gzip\)/],
    [
      "a redirect to another host",
      302,
      { location: "http://127.0.0.1:1/steal" },
      "",
      /redirects are never followed/,
    ],
    ["a redirect to itself", 307, { location: "/service/cloud" }, "", /redirects are never followed/],
    ["half a text", 200, {}, '[{"id":', /not JSON/],
    ["an object", 200, {}, "{}", /does not match the interface/],
    ["a number that is none", 200, {}, '[{"id":9007199254740993}]', /does not match the interface/],
    ["33 MiB", 200, {}, `["${"x".repeat(33 * 1024 * 1024)}"]`, /larger than/],
  ])(
    "%s: read as trouble, once, and the token goes nowhere else",
    async (_name, status, headers, body, words) => {
      const client = await clientOf(portal.connectionId);
      portal.proxy.inject("GET", /\/cloud$/, { kind: "answer", status, headers, body });
      await expect(client.listClouds()).rejects.toThrow(words);
      expect(portal.proxy.received.filter(({ path }) => !path.endsWith("/token"))).toHaveLength(1);
    },
  );

  test("a byte-order mark is forgiven", async () => {
    const client = await clientOf(portal.connectionId);
    portal.proxy.inject("GET", /\/cloud$/, { kind: "answer", status: 200, body: "\ufeff[]" });
    expect(await client.listClouds()).toEqual([]);
  });
});
