/**
 * What an operator does in the registry, seen from both sides: what the application can do afterwards over HTTP, and what the audit says.
 */
import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import type * as Commands from "#lib/service/operator/commands.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken, signedWire, wire } from "#tests/support/wire.ts";
import { connect } from "../features/portal.ts";
import { makeCloud } from "./people.ts";

const service = await useServiceServer();
const commands = await import("#lib/service/operator/commands.ts");
const access = await import("#lib/service/operator/cloud-access.ts");
const { consoleOperator } = await import("#lib/service/operator/operator.ts");
const operator = consoleOperator("tester");

let made = 0;

async function register(settings: Partial<Parameters<typeof Commands.registerApplication>[1]> = {}) {
  made += 1;
  return commands.registerApplication(operator, {
    name: `Drawing room ${made}`,
    clientId: `drawing-room-${made}`,
    scopes: [...SCOPES],
    redirectRules: [],
    cloudsMax: null,
    storageGigabytes: null,
    ...settings,
  });
}

async function refusedToken(clientId: string, secret: string): Promise<string> {
  return fetchToken(service.baseUrl, { clientId, secret }).then(
    () => "granted",
    () => "refused",
  );
}

async function auditOf(applicationId: number): Promise<string[]> {
  const rows = await service.db.audit.findMany({
    where: { objectType: "application", objectId: String(applicationId) },
    orderBy: { seq: "asc" },
  });
  return rows.map((row) => row.action);
}

describe("register", () => {
  test("gives credentials that work, with the scopes that were chosen", async () => {
    const { clientId, secret } = await register({ scopes: ["cloud:manage"] });
    const call = await signedWire(service.baseUrl, { clientId, secret });
    const cloud = await makeCloud(call, "Quay");
    expect((await call("GET", `/cloud/${cloud}/user`)).status).toBe(403);
  });

  test("refuses a client id that is taken, also when two ask at once", async () => {
    const { clientId, id } = await register();
    await expect(register({ clientId })).rejects.toMatchObject({
      code: "VALIDATION",
      details: { fieldErrors: { clientId: [expect.stringContaining("Another application")] } },
    });
    const results = await Promise.allSettled([1, 2, 3].map(() => register({ clientId: "wanted-by-three" })));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await auditOf(id)).toEqual(["application.register"]);
  });
});

describe("secrets", () => {
  test("two are live while one is rotated, never three, and the old one ends when it is retired", async () => {
    const { id, clientId, secret: old } = await register();
    const { secret: young } = await commands.rotateSecret(operator, { id });
    expect(young).not.toBe(old);
    await fetchToken(service.baseUrl, { clientId, secret: old });
    await fetchToken(service.baseUrl, { clientId, secret: young });
    expect(await codeOf(commands.rotateSecret(operator, { id }))).toBe("CONFLICT");

    expect(await commands.retireOldSecret(operator, { clientId })).toEqual({ hint: old.slice(-4) });
    expect(await refusedToken(clientId, old)).toBe("refused");
    expect(await refusedToken(clientId, young)).toBe("granted");
    expect(await codeOf(commands.retireOldSecret(operator, { id }))).toBe("CONFLICT");
    expect(await auditOf(id)).toEqual([
      "application.register",
      "application.rotate-secret",
      "application.retire-secret",
    ]);
  });

  test("ten rotations at once make one secret", async () => {
    const { id } = await register();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => commands.rotateSecret(operator, { id })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await service.db.serviceSecret.count({ where: { applicationId: id, revokedAt: null } })).toBe(2);
  });
});

describe("disable", () => {
  test("every token is refused from the next call on, and good again when it is enabled", async () => {
    const { id, clientId, secret, name } = await register();
    const token = await fetchToken(service.baseUrl, { clientId, secret });
    const call = wire(service.baseUrl, token);
    expect((await call("GET", "/cloud")).status).toBe(200);
    await commands.disableApplication(operator, { id }, name);
    expect((await call("GET", "/cloud")).status).toBe(401);
    expect(await refusedToken(clientId, secret)).toBe("refused");
    await commands.enableApplication(operator, { id });
    expect((await call("GET", "/cloud")).status).toBe(200);
  });

  test("needs the name, and doing it again writes nothing", async () => {
    const { id, name } = await register();
    expect(await codeOf(commands.disableApplication(operator, { id }, name.toLowerCase()))).toBe(
      "VALIDATION",
    );
    await commands.disableApplication(operator, { id }, ` ${name} `);
    await commands.disableApplication(operator, { id }, name);
    expect(await auditOf(id)).toEqual(["application.register", "application.disable"]);
  });
});

describe("limits and rules", () => {
  test("clouds: 402 at the limit, also when twenty come at once; a deleted one makes room", async () => {
    const credentials = await register({ cloudsMax: 5 });
    const call = await signedWire(service.baseUrl, credentials);
    const full = {
      status: 402,
      body: {
        detail: "This application may have 5 clouds and has 5. Delete one, or ask the operator for more.",
      },
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => call("POST", "/cloud", { name: `Quay ${index}` })),
    );
    let made = answers.filter(({ status }) => status === 201).length;
    expect(made).toBeLessThanOrEqual(5);
    expect((await call("GET", "/cloud")).body).toHaveLength(made);
    // A machine that is too busy may tell some callers so; then nothing was changed for them.
    const refused = answers.filter(({ status }) => status !== 201 && status !== 503);
    for (const answer of refused) expect(answer).toMatchObject(full);
    for (; made < 5; made += 1) expect((await call("POST", "/cloud", { name: "Next" })).status).toBe(201);
    expect(await call("POST", "/cloud", { name: "Over" })).toMatchObject(full);
    const [cloud] = (await call("GET", "/cloud")).body as { id: number }[];
    expect((await call("DELETE", `/cloud/${String(cloud?.id)}`)).status).toBe(204);
    expect((await call("POST", "/cloud", { name: "Again" })).status).toBe(201);
  });

  test("redirect rules: an address that does not begin as allowed is 400, and no mail is queued", async () => {
    const credentials = await register({ redirectRules: ["https://portal.example/cloud"] });
    const call = await signedWire(service.baseUrl, credentials);
    const path = `/cloud/${await makeCloud(call, "Quay")}/invitation`;
    const mails = await service.db.outboxMail.count();
    const sendTo = (redirect: string) =>
      call("POST", path, { email: "a@example.org", redirect_uri: redirect });
    expect(await sendTo("https://portal.example/cloudy")).toMatchObject({
      status: 400,
      body: { redirect_uri: ["This address does not begin with one that the application may redirect to."] },
    });
    expect(await service.db.outboxMail.count()).toBe(mails);
    expect((await sendTo("https://portal.example/cloud/7?tab=models")).status).toBe(201);
  });

  test("a change counts from the next call on and says before and after", async () => {
    const credentials = await register();
    const call = await signedWire(service.baseUrl, credentials);
    await commands.changeApplication(operator, {
      id: credentials.id,
      name: "Renamed",
      scopes: ["ifc:read"],
      redirectRules: [],
      cloudsMax: 1,
      storageGigabytes: 500_000_000n,
    });
    expect((await call("POST", "/cloud", { name: "x" })).status).toBe(403);
    const row = await service.db.audit.findFirstOrThrow({ where: { action: "application.change" } });
    expect(row.before).toMatchObject({ cloudsMax: null, storageBytesMax: null, scopes: [...SCOPES] });
    expect(row.after).toMatchObject({ cloudsMax: 1, storageBytesMax: "500000000", scopes: ["ifc:read"] });
  });
});

describe("giving a cloud", () => {
  test("the application works in it as in its own; it counts at its creator; taken back it is gone", async () => {
    const owner = await register();
    const guest = await register({ cloudsMax: 1 });
    const [own, given] = await Promise.all(
      [owner, guest].map((credentials) => signedWire(service.baseUrl, credentials)),
    );
    if (own === undefined || given === undefined) throw new Error("no callers");
    const cloud = await makeCloud(own, "Quay");
    const path = `/cloud/${cloud}`;
    expect((await given("GET", path)).status).toBe(404);
    expect(await access.giveCloud(operator, { id: guest.id }, cloud)).toBe("Quay");
    expect((await given("GET", path)).status).toBe(200);
    expect((await given("POST", `${path}/project`, { name: "Ours" })).status).toBe(201);
    await makeCloud(given, "Quay");
    expect(await codeOf(access.giveCloud(operator, { id: guest.id }, cloud))).toBe("VALIDATION");

    expect(await access.takeCloud(operator, { id: guest.id }, cloud)).toBe("Quay");
    expect((await given("GET", path)).status).toBe(404);
    expect((await own("GET", `${path}/project`)).body).toHaveLength(1);
    expect(await codeOf(access.takeCloud(operator, { id: guest.id }, cloud))).toBe("NOT_FOUND");
    expect(await codeOf(access.takeCloud(operator, { id: owner.id }, cloud))).toBe("CONFLICT");
    expect(await codeOf(access.giveCloud(operator, { id: guest.id }, 2_147_483_000))).toBe("VALIDATION");
  });
});

describe("the portal's own application", () => {
  test("is marked, and neither changed nor rotated nor disabled", async () => {
    const portal = await register();
    const where = { id: await connect(service.db, { baseUrl: "x", ...portal }) };
    await service.db.connection.update({ where, data: { kind: "BUILTIN" } });
    const { listApplications } = await import("#lib/service/operator/queries.ts");
    const [first] = await listApplications(operator);
    expect(first).toMatchObject({ id: portal.id, isPortal: true });
    for (const attempt of [
      () => commands.rotateSecret(operator, { id: portal.id }),
      () => commands.disableApplication(operator, { clientId: portal.clientId }, portal.name),
      () => commands.retireOldSecret(operator, { id: portal.id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining("PORTICO_SERVICE_CLIENT_SECRET"),
      });
    }
    expect(await refusedToken(portal.clientId, portal.secret)).toBe("granted");
    await service.db.connection.delete({ where });
  });
});

test("only an administrator is an operator", async () => {
  const { staffOperator } = await import("#lib/service/operator/operator.ts");
  const actor = { staffId: newId(), name: "Sanne", requestId: "0000-0000" };
  for (const role of ["VIEWER", "OPERATOR"] as const) {
    expect(() => staffOperator({ ...actor, role })).toThrow(/role/);
  }
  expect(staffOperator({ ...actor, role: "ADMINISTRATOR" }).auditActor.name).toBe("Sanne");
});

test("the audit's chain holds after all of this", async () => {
  const { verifyAudit } = await import("#lib/features/audit/verification.ts");
  expect(await verifyAudit(service.db)).toMatchObject({ ok: true });
});
