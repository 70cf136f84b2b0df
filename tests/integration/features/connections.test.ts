/**
 * Connections as administrators keep them: proven before they count, versioned, their secrets write-only and replaced without a gap.
 */
import { describe, expect, test } from "vitest";
import { parseEnv } from "#lib/core/env.ts";
import type { ConnectionModel } from "#lib/db/client.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { archiveConnection, restoreConnection } from "#lib/features/connections/archive.ts";
import { addConnection, changeConnection, replaceSecret } from "#lib/features/connections/changes.ts";
import { checkConnection } from "#lib/features/connections/checking.ts";
import type { Watch } from "#lib/service/client/check/rung.ts";
import {
  archiveBuiltinConnection,
  ensureBuiltinConnection,
  ensureConfiguredConnection,
} from "#lib/features/connections/commands.ts";
import {
  clientFor,
  getConnectionDetails,
  listConnectionCards,
  listConnections,
} from "#lib/features/connections/queries.ts";
import { getOperation } from "#lib/features/operations/queries.ts";
import { openClientSecret } from "#lib/service/client/connection.ts";
import { addSecret, lockApplication } from "#lib/service/operator/commands.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { adding, changing, typed } from "./connection-form.ts";
import { formKey, usePortal } from "./portal.ts";

const portal = await usePortal();
const admin = await portal.actor("ADMINISTRATOR", "Ada Beheer");

const TOKEN = /\/openid-connect\/token$/;

async function added(): Promise<{ row: ConnectionModel; secret: string }> {
  const values = await typed(portal);
  const { savedId } = await addConnection(admin, adding(values));
  return { row: await rowOf(savedId ?? ""), secret: values.secret };
}

function rowOf(id: string): Promise<ConnectionModel> {
  return portal.db.connection.findUniqueOrThrow({ where: { id } });
}

const makeCloudAt = ({ id, name }: ConnectionModel, cloudName = `Cloud of ${name}`) =>
  createCloud(admin, { key: formKey(), connectionId: id, name: cloudName });

async function listedIds(): Promise<string[]> {
  return (await listConnections(admin)).map(({ id }) => id);
}

const auditOf = (objectId: string): Promise<string[]> => portal.trail({ objectId });

describe("adding", () => {
  test("whoever leaves while it is checked has added nothing, changed nothing and replaced nothing", async () => {
    const { row, secret } = await added();
    const values = await typed(portal);
    const before = [await rowOf(row.id), await portal.db.connection.count(), await auditOf(row.id)];
    const checks = await portal.db.connectionCheck.count();
    const leaving: ((watch: Watch) => Promise<unknown>)[] = [
      (watch) => addConnection(admin, adding(values), watch),
      (watch) => changeConnection(admin, changing(row, { secret, name: "Left" }), watch),
      (watch) => replaceSecret(admin, { id: row.id, version: 1, secret }, watch),
      (watch) => checkConnection(admin, row.id, watch),
    ];
    for (const run of leaving) {
      const left = new AbortController();
      const tell: Watch["tell"] = (step) => {
        if ("begins" in step && step.begins === "firstRead") left.abort();
      };
      expect(await codeOf(run({ tell, signal: left.signal }))).toBe("CANCELLED");
    }
    expect([await rowOf(row.id), await portal.db.connection.count(), await auditOf(row.id)]).toEqual(before);
    expect(await portal.db.connectionCheck.count()).toBe(checks);
  });

  test("a check keeps nothing; saving keeps what came through, and what the service can do", async () => {
    const values = await typed(portal);
    const before = await portal.db.connection.count();
    const checked = await addConnection(admin, adding({ ...values, intent: "check" }));
    expect(checked).toMatchObject({ savedId: null, check: { stoppedAt: null } });
    expect(await portal.db.connection.count()).toBe(before);

    const { savedId } = await addConnection(admin, adding(values));
    const row = await rowOf(savedId ?? "");
    expect(row).toMatchObject({
      kind: "LIVE",
      stage: "TEST",
      revision: 1,
      version: 1,
      isConfigured: false,
      allowsPrivate: true,
      authUrl: values["baseUrl"],
      platformUrl: "https://platform.bouwdata.example",
    });
    expect(openClientSecret(row)).toBe(values.secret);
    expect(Buffer.from(row.secretCipher).includes(values.secret)).toBe(false);
    const details = await getConnectionDetails(admin, row.id);
    expect(details).toMatchObject({ cloudCount: 0, lastCheck: { stoppedAt: null, actorName: "Ada Beheer" } });
    expect(details.capabilities).toMatchObject([{ operation: "listClouds", answers: true }]);
    expect(await auditOf(row.id)).toEqual(["connection.create DONE"]);
    const kept = JSON.stringify(
      [details, await listConnectionCards(admin), await portal.db.audit.findMany(), checked],
      (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(kept).not.toContain(values.secret);
  });

  test("what stopped is kept only when that is said, and then shows where it stopped", async () => {
    const values = await typed(portal, { realm: "elsewhere" });
    const stopped = await addConnection(admin, adding(values));
    expect(stopped).toMatchObject({ savedId: null, check: { stoppedAt: 3 } });
    const kept = await addConnection(admin, adding({ ...values, intent: "saveUnproven" }));
    const card = (await listConnectionCards(admin)).find(({ id }) => id === kept.savedId);
    expect(card?.lastCheck).toMatchObject({ stoppedAt: 3, rungs: { length: 8 } });
  });

  test("the same application twice, and the same name twice, are refused with the way to the first", async () => {
    const { row, secret } = await added();
    portal.proxy.clear();
    const same = await typed(portal, { clientId: row.clientId, secret });
    await expect(addConnection(admin, adding(same))).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/already connects the same application of the same service/),
      details: { href: `/connections/${row.id}` },
    });
    const named = await typed(portal, { name: row.name.toUpperCase() });
    await expect(addConnection(admin, adding(named))).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^A connection called/),
    });
    expect(portal.proxy.received).toEqual([]);
  });

  test("operators check, viewers look, and only administrators change", async () => {
    const { row, secret } = await added();
    const [operator, viewer] = [await portal.actor("OPERATOR"), await portal.actor("VIEWER")];
    expect(await checkConnection(operator, row.id)).toMatchObject({ stoppedAt: null });
    expect(await codeOf(checkConnection(viewer, row.id))).toBe("FORBIDDEN");
    expect((await listConnectionCards(viewer)).length).toBeGreaterThan(0);
    const { version, id } = row;
    for (const actor of [operator, viewer]) {
      expect(await codeOf(addConnection(actor, adding(await typed(portal))))).toBe("FORBIDDEN");
      expect(await codeOf(changeConnection(actor, changing(row, { name: "Mine" })))).toBe("FORBIDDEN");
      expect(await codeOf(replaceSecret(actor, { id, version, secret }))).toBe("FORBIDDEN");
      expect(await codeOf(archiveConnection(actor, { id, version }))).toBe("FORBIDDEN");
      expect(await codeOf(restoreConnection(actor, { id, version }))).toBe("FORBIDDEN");
    }
    expect(await rowOf(row.id)).toEqual(row);
  });
});

describe("changing", () => {
  test("a new name asks nobody and keeps the tokens; the second of two people is told", async () => {
    const { row } = await added();
    portal.proxy.clear();
    await changeConnection(admin, changing(row, { name: `${row.name} renamed`, stage: "PRODUCTION" }));
    expect(portal.proxy.received).toEqual([]);
    expect(await rowOf(row.id)).toMatchObject({ stage: "PRODUCTION", revision: 1, version: 2 });
    await expect(changeConnection(admin, changing(row, { name: "Too late" }))).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/changed .* in the meantime/),
    });
    expect(await auditOf(row.id)).toHaveLength(2);
  });

  test("of two changes at the same moment one counts", async () => {
    const { row } = await added();
    const both = await Promise.allSettled(
      ["one", "two"].map((name) => changeConnection(admin, changing(row, { name: `${row.name} ${name}` }))),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await rowOf(row.id)).toMatchObject({ version: 2 });
  });

  test.each([
    ["baseUrl", { baseUrl: "https://evil.example" }],
    ["authUrl", { authUrl: "https://evil.example" }],
    ["realm", { realm: "elsewhere" }],
    ["clientId", { clientId: "another" }],
  ])("with another %s the kept secret is not used: it is asked for again", async (_field, change) => {
    const { row } = await added();
    portal.proxy.clear();
    for (const intent of ["check", "save", "saveUnproven"]) {
      const input = changing(row, { ...change, intent });
      await expect(changeConnection(admin, input)).rejects.toMatchObject({
        code: "VALIDATION",
        details: { fieldErrors: { secret: [expect.stringMatching(/stored secret is never sent/)] } },
      });
    }
    expect(portal.proxy.received).toEqual([]);
  });

  test("known clouds are led to another place only when it is said that they are there", async () => {
    const { row, secret } = await added();
    await makeCloudAt(row);
    const there = { baseUrl: `${portal.service.origin}/service`, secret };
    await expect(changeConnection(admin, changing(row, there))).rejects.toMatchObject({
      details: { fieldErrors: { isSameService: [expect.stringMatching(/1 known Cloud at/)] } },
    });
    await changeConnection(admin, changing(row, { ...there, isSameService: "on" }));
    expect(await rowOf(row.id)).toMatchObject({ baseUrl: there.baseUrl, revision: 2, version: 2 });
  });
});

describe("another secret", () => {
  async function second(row: ConnectionModel): Promise<string> {
    return portal.db.$transaction(async (tx) => {
      const { id } = await lockApplication(tx, { clientId: row.clientId });
      return (await addSecret(tx, id)).secret;
    });
  }
  const asked = (): number => portal.proxy.received.filter(({ path }) => TOKEN.test(path)).length;

  test("a refused one leaves the old at work, says the service's words, and is in the audit without itself", async () => {
    const { row } = await added();
    const wrong = "wrong-and-never-to-be-seen ";
    const { isReplaced, check } = await replaceSecret(admin, { id: row.id, version: 1, secret: wrong });
    expect(isReplaced).toBe(false);
    expect(check).toMatchObject({ purpose: "NEW_SECRET", stoppedAt: 5 });
    expect(check.rungs[4]).toMatchObject({
      got: expect.stringMatching(/^401 unauthorized_client, “.+”\.$/),
      cure: expect.stringMatching(/27 characters long and ends with white space/),
    });
    const after = await rowOf(row.id);
    expect(after).toMatchObject({ revision: 1, version: 1, secretLast4: row.secretLast4 });
    await clientFor(after).listClouds();
    const details = await getConnectionDetails(admin, row.id);
    expect([details.lastCheck?.stoppedAt, details.refusedSecret?.stoppedAt]).toEqual([null, 5]);
    const acts = ["connection.create DONE", "connection.replace-secret REFUSED"];
    expect(await auditOf(row.id)).toEqual(acts);
    const audit = await portal.audited({ objectId: row.id });
    expect(JSON.stringify([details, audit.map(({ after: value }) => value)])).not.toContain(wrong.trim());
  });

  test("a proven one takes over in one step; the token of the old one is not used again", async () => {
    const { row } = await added();
    const old = clientFor(row);
    await old.listClouds();
    const secret = await second(row);
    const { isReplaced } = await replaceSecret(admin, { id: row.id, version: 1, secret });
    expect(isReplaced).toBe(true);
    const after = await rowOf(row.id);
    expect(after).toMatchObject({ revision: 2, version: 2, secretLast4: secret.slice(-4) });
    expect(openClientSecret(after)).toBe(secret);
    portal.proxy.clear();
    await Promise.all(Array.from({ length: 5 }, () => clientFor(after).listClouds()));
    expect(asked()).toBe(1);
    expect(await codeOf(replaceSecret(admin, { id: row.id, version: 1, secret }))).toBe("CONFLICT");
    const details = await getConnectionDetails(admin, row.id);
    expect(details).toMatchObject({ refusedSecret: null, lastCheck: { purpose: "CONNECTION" } });
  });

  test("calls under way finish with the old one, and reading never stops", async () => {
    const { row } = await added();
    const secret = await second(row);
    const failures: unknown[] = [];
    const state = { isOver: false };
    const readers = Array.from({ length: 4 }, async () => {
      while (!state.isOver) {
        await clientFor(await rowOf(row.id))
          .listClouds()
          .catch((thrown: unknown) => failures.push(thrown));
      }
    });
    await replaceSecret(admin, { id: row.id, version: 1, secret });
    state.isOver = true;
    await Promise.all(readers);
    expect(failures).toEqual([]);
  });

  test("an operation that was left uncertain keeps its revision, and its page warns", async () => {
    const { row } = await added();
    portal.proxy.inject("POST", /\/cloud$/, { kind: "resetAfter" });
    const { operation } = await makeCloudAt(row);
    expect(operation.state).toBe("UNKNOWN");
    expect(await getConnectionDetails(admin, row.id)).toMatchObject({ uncertainCount: 1 });
    await replaceSecret(admin, { id: row.id, version: 1, secret: await second(row) });
    expect(await getOperation(admin, operation.id)).toMatchObject({ isConnectionChanged: true });
    const kept = await portal.db.operation.findUniqueOrThrow({ where: { id: operation.id } });
    expect(kept.connectionRevision).toBe(1);
  });
});

describe("archiving", () => {
  test("waits until nothing hangs open, takes the connection from view, and brings it back", async () => {
    const { row } = await added();
    portal.proxy.inject("POST", /\/cloud$/, { kind: "resetAfter" });
    const { operation } = await makeCloudAt(row);
    const seen = { id: row.id, version: 1 };
    await expect(archiveConnection(admin, seen)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/1 operation is still open/),
      details: { href: "/operations" },
    });
    const data = { state: "RESOLVED_ABSENT", openKey: null } as const;
    await portal.db.operation.update({ where: { id: operation.id }, data });
    await archiveConnection(admin, seen);
    expect(await listedIds()).not.toContain(row.id);
    await expect(changeConnection(admin, changing(await rowOf(row.id), {}))).rejects.toThrow(/archived/);
    expect(await codeOf(makeCloudAt(row, "Too late"))).toBe("CONFLICT");
    await restoreConnection(admin, { id: row.id, version: 2 });
    expect(await listedIds()).toContain(row.id);
    const acts = ["connection.create DONE", "connection.archive DONE", "connection.restore DONE"];
    expect(await auditOf(row.id)).toEqual(acts);
  });
});

describe("what the installation brings", () => {
  test("is not changed by hand; the built-in one leaves the view while its service is off", async () => {
    const credentials = { clientId: "builtin", clientSecret: "secret-of-the-builtin" };
    const id = await ensureBuiltinConnection(credentials);
    const refusal = { code: "CONFLICT", message: expect.stringMatching(/Portico manages/) };
    const seen = { id, version: 1 };
    await expect(replaceSecret(admin, { ...seen, secret: "x" })).rejects.toMatchObject(refusal);
    await expect(archiveConnection(admin, seen)).rejects.toMatchObject(refusal);
    await archiveBuiltinConnection();
    expect(await listedIds()).not.toContain(id);
    expect(await ensureBuiltinConnection(credentials)).toBe(id);
    expect(await listedIds()).toContain(id);
  });

  test("what SERVICE_ variables name takes over the same one added by hand, and lets go of it again", async () => {
    const { row, secret } = await added();
    const env = parseEnv({
      SERVICE_BASE_URL: `${row.baseUrl.replace("http://127.0.0.1", "HTTP://127.1")}//`,
      SERVICE_AUTH_URL: row.authUrl,
      SERVICE_REALM: row.realm,
      SERVICE_PLATFORM_URL: row.platformUrl,
      SERVICE_CLIENT_ID: row.clientId,
      SERVICE_CLIENT_SECRET: secret,
    });
    expect(await ensureConfiguredConnection(env)).toBe(row.id);
    const taken = await rowOf(row.id);
    expect(taken).toMatchObject({ isConfigured: true, revision: 2, secretSince: row.secretSince });
    await expect(changeConnection(admin, changing(taken, { name: "Mine" }))).rejects.toMatchObject({
      message: expect.stringMatching(/SERVICE_ variables/),
    });
    expect(await ensureConfiguredConnection(parseEnv({}))).toBeNull();
    expect(await rowOf(row.id)).toMatchObject({ isConfigured: false, revision: 2 });
  });
});

test("a connection for the internet alone is not led into this network by its address", async () => {
  const { row } = await added();
  await portal.db.connection.update({ where: { id: row.id }, data: { allowsPrivate: false, revision: 9 } });
  portal.proxy.clear();
  const { operation } = await makeCloudAt(row);
  // http is for inside only; https would be for outside only.
  expect(operation.state).toBe("DONE");
  const secured = (url: string): string => url.replace("http:", "https:");
  const data = { baseUrl: secured(row.baseUrl), authUrl: secured(row.authUrl), revision: 10 };
  await portal.db.connection.update({ where: { id: row.id }, data });
  portal.proxy.clear();
  const retries = { tries: 1, baseMs: 0, delayMsMax: 0, retryAfterMsMax: 0 };
  const refused = clientFor(await rowOf(row.id)).listClouds({ retries });
  await expect(refused).rejects.toMatchObject({
    kind: "notConnected",
    message: expect.stringMatching(/which this connection does not allow/),
  });
  expect(portal.proxy.received).toEqual([]);
});

test("of a service that never answered it is not said that it can do anything; after a whole check it is", async () => {
  const values = await typed(portal);
  portal.proxy.inject("POST", TOKEN, answer(500, "{}"), 20);
  const { savedId } = await addConnection(admin, adding({ ...values, intent: "saveUnproven" }));
  const details = () => getConnectionDetails(admin, savedId ?? "");
  expect(await details()).toMatchObject({ hasAnswered: false, lastCheck: { stoppedAt: 3 } });
  portal.proxy.clear();
  await checkConnection(admin, savedId ?? "");
  expect((await details()).hasAnswered).toBe(true);
});
