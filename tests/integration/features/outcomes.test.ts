import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import type { OperationState } from "#lib/db/client.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { getOperation } from "#lib/features/operations/queries.ts";
import { answer, carried, JSON_TYPE } from "#tests/support/fault-answers.ts";
import type { Fault } from "#tests/support/fault-proxy.ts";
import { connect, formKey, startPortal } from "./portal.ts";

const portal = await startPortal();
const actor = await portal.actor();
afterAll(() => portal.stop());
beforeEach(() => {
  portal.proxy.clear();
});

const CREATE = /^\/service\/cloud$/;
const HTML = { "content-type": "text/html; charset=utf-8" };

type Row = { name: string; fault: Fault; state: OperationState; effects: number; cause?: RegExp };

const ROWS: Row[] = [
  { name: "reset before reading", fault: { kind: "resetBefore" }, state: "UNKNOWN", effects: 0 },
  { name: "carried out, then reset", fault: { kind: "resetAfter" }, state: "UNKNOWN", effects: 1 },
  {
    name: "201 cut by length",
    fault: { kind: "truncate", framing: "length", bytes: 12 },
    state: "DONE_ID_LOST",
    effects: 1,
  },
  {
    name: "201 cut in chunks",
    fault: { kind: "truncate", framing: "chunked", bytes: 12 },
    state: "DONE_ID_LOST",
    effects: 1,
  },
  {
    name: "201 cut where it looks complete",
    fault: { kind: "truncate", framing: "close", bytes: 9 },
    state: "DONE_ID_LOST",
    effects: 1,
  },
  { name: "201 without an id", fault: carried(201, "{}"), state: "DONE_ID_LOST", effects: 1 },
  { name: "201 with the id as text", fault: carried(201, '{"id":"7"}'), state: "DONE_ID_LOST", effects: 1 },
  { name: "201 with id 0", fault: carried(201, '{"id":0}'), state: "DONE_ID_LOST", effects: 1 },
  { name: "201 with id -1", fault: carried(201, '{"id":-1}'), state: "DONE_ID_LOST", effects: 1 },
  { name: "201 with id 1.5", fault: carried(201, '{"id":1.5}'), state: "DONE_ID_LOST", effects: 1 },
  {
    name: "201 with id 2^53",
    fault: carried(201, '{"id":9007199254740992}'),
    state: "DONE_ID_LOST",
    effects: 1,
  },
  { name: "201 in HTML", fault: carried(201, "<p>ok</p>", HTML), state: "UNKNOWN", effects: 1 },
  {
    name: "201 compressed",
    fault: carried(201, "x", { ...JSON_TYPE, "content-encoding": "gzip" }),
    state: "UNKNOWN",
    effects: 1,
  },
  { name: "200 in HTML (sign-in page)", fault: answer(200, "<html>", HTML), state: "UNKNOWN", effects: 0 },
  { name: "200 empty", fault: answer(200, ""), state: "UNKNOWN", effects: 0 },
  { name: "200 {}", fault: answer(200, "{}"), state: "UNKNOWN", effects: 0 },
  { name: "204", fault: answer(204), state: "UNKNOWN", effects: 0 },
  { name: "500", fault: answer(500, '{"detail":"oops"}'), state: "UNKNOWN", effects: 0 },
  { name: "502 in HTML", fault: answer(502, "<h1>Bad Gateway</h1>", HTML), state: "UNKNOWN", effects: 0 },
  { name: "503", fault: answer(503, ""), state: "UNKNOWN", effects: 0 },
  { name: "504", fault: answer(504, ""), state: "UNKNOWN", effects: 0 },
  { name: "408", fault: answer(408, ""), state: "UNKNOWN", effects: 0 },
  { name: "303", fault: answer(303, "", { location: "/elsewhere" }), state: "UNKNOWN", effects: 0 },
  {
    name: "301",
    fault: answer(301, "", { location: "http://localhost:9/" }),
    state: "REFUSED",
    effects: 0,
    cause: /redirect/,
  },
  {
    name: "307",
    fault: answer(307, "", { location: "http://localhost:9/" }),
    state: "REFUSED",
    effects: 0,
    cause: /redirect/,
  },
  {
    name: "308",
    fault: answer(308, "", { location: "/service/cloud2" }),
    state: "REFUSED",
    effects: 0,
    cause: /redirect/,
  },
  {
    name: "429",
    fault: answer(429, "{}", { ...JSON_TYPE, "retry-after": "7" }),
    state: "NOT_SENT",
    effects: 0,
    cause: /slow down/,
  },
  { name: "425", fault: answer(425, "{}"), state: "NOT_SENT", effects: 0 },
  {
    name: "400 with field errors",
    fault: answer(400, '{"name":["Ensure this field has no more than 3 characters."]}'),
    state: "REFUSED",
    effects: 0,
    cause: /no more than 3 characters/,
  },
  {
    name: "402",
    fault: answer(402, '{"detail":"Quota reached."}'),
    state: "REFUSED",
    effects: 0,
    cause: /Quota reached/,
  },
  { name: "403", fault: answer(403, '{"detail":"No."}'), state: "REFUSED", effects: 0 },
  { name: "404", fault: answer(404, ""), state: "REFUSED", effects: 0 },
  { name: "409", fault: answer(409, "[]"), state: "REFUSED", effects: 0 },
  { name: "413", fault: answer(413, "<p>large</p>", HTML), state: "REFUSED", effects: 0 },
  { name: "415", fault: answer(415, '"text"'), state: "REFUSED", effects: 0 },
  { name: "422", fault: answer(422, '{"a":{"b":"c"}}'), state: "REFUSED", effects: 0 },
  {
    name: "answer with text no database takes",
    fault: answer(400, String.raw`{"detail":"a\u0000b\ud800c"}`),
    state: "REFUSED",
    effects: 0,
  },
];

describe("an unsafe call is judged by what is proven", () => {
  test.each(ROWS)("$name: $state", async ({ name, fault, state, effects, cause }) => {
    portal.proxy.inject("POST", CREATE, fault);
    const { operation, cloudId } = await createCloud(actor, {
      key: formKey(),
      connectionId: portal.connectionId,
      name: `Cloud of ${name}`,
    });
    expect(operation.state).toBe(state);
    expect(cloudId).toBeNull();
    const sent = portal.proxy.received.filter((seen) => seen.method === "POST" && CREATE.test(seen.path));
    expect(sent).toHaveLength(1);
    expect(portal.proxy.carriedOut.filter((seen) => CREATE.test(seen.path))).toHaveLength(effects);
    expect(operation.cause).not.toBeNull();
    if (cause !== undefined) expect(operation.cause).toMatch(cause);
    const { attempts } = await getOperation(actor, operation.id);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.outcome).toBe(state);
    expect(attempts[0]?.evidence?.phases.connectedMs).toBeGreaterThanOrEqual(0);
    // An operation that certainly had no effect frees the name; an uncertain one blocks it.
    expect(operation.isOpen).toBe(state !== "REFUSED");
  });

  test("201 complete: DONE, with the number and a row in the registry", async () => {
    const { operation, cloudId } = await createCloud(actor, {
      key: formKey(),
      connectionId: portal.connectionId,
      name: "  Acme   HQ ",
    });
    expect(operation).toMatchObject({ state: "DONE", isOpen: false });
    const row = await portal.db.cloud.findUniqueOrThrow({ where: { id: cloudId ?? "" } });
    expect(row).toMatchObject({ name: "Acme   HQ", createdById: actor.staffId });
    expect(Number(row.serviceId)).toBe(operation.result?.serviceId);
    const made = await portal.service.db.serviceCloud.findUniqueOrThrow({
      where: { id: Number(row.serviceId) },
    });
    expect(made.name).toBe("Acme   HQ");
  });

  test("a token refused once is renewed, and the call sent again once", async () => {
    portal.proxy.inject("POST", CREATE, answer(401, '{"detail":"Given token not valid for any token type"}'));
    const { operation } = await createCloud(actor, {
      key: formKey(),
      connectionId: portal.connectionId,
      name: "Token once",
    });
    expect(operation.state).toBe("DONE");
    expect(portal.proxy.carriedOut.filter((seen) => CREATE.test(seen.path))).toHaveLength(1);
    const { attempts } = await getOperation(actor, operation.id);
    expect(attempts[0]?.evidence?.tries).toBe(2);
  });

  test("a token refused for ever: REFUSED after one renewal", async () => {
    portal.proxy.inject("POST", CREATE, answer(401, '{"detail":"no"}'), 9);
    const { operation } = await createCloud(actor, {
      key: formKey(),
      connectionId: portal.connectionId,
      name: "Token never",
    });
    expect(operation.state).toBe("REFUSED");
    expect(operation.cause).toBe("The service answered 401: “no”");
    expect(portal.proxy.received.filter((seen) => CREATE.test(seen.path))).toHaveLength(2);
  });

  test("each unsafe call has a socket of its own", async () => {
    for (const name of ["Socket one", "Socket two"]) {
      await createCloud(actor, { key: formKey(), connectionId: portal.connectionId, name });
    }
    const sockets = portal.proxy.received.filter((seen) => CREATE.test(seen.path)).map((seen) => seen.socket);
    expect(new Set(sockets).size).toBe(2);
  });
});

describe("nothing is claimed to be sent when there was no connection", () => {
  test("connection refused: NOT_SENT, and the same form tries again", async () => {
    const application = await portal.service.register(`later-${newId()}`);
    // The token comes from the proxy, the calls go to a port where nothing listens.
    const connectionId = await connect(portal.db, {
      baseUrl: "http://127.0.0.1:9",
      authUrl: `${portal.proxy.origin}/service`,
      clientId: application.clientId,
      secret: application.secret,
    });
    const form = { key: formKey(), connectionId, name: "Nobody there" };
    const first = await createCloud(actor, form);
    expect(first.operation).toMatchObject({ state: "NOT_SENT", canSend: true });
    expect(first.operation.cause).toContain("nothing listens at that address");
    expect(first.needsNewKey).toBe(false);
    await portal.db.connection.update({
      where: { id: connectionId },
      data: { baseUrl: `${portal.proxy.origin}/service`, revision: { increment: 1 } },
    });
    const second = await createCloud(actor, form);
    expect(second.operation).toMatchObject({ id: first.operation.id, state: "DONE" });
    expect(
      (await getOperation(actor, first.operation.id)).attempts.map((attempt) => attempt.outcome),
    ).toEqual(["NOT_SENT", "DONE"]);
  });

  test("credentials refused: NOT_SENT with the identity provider's reason, and no secret in the evidence", async () => {
    const application = await portal.service.register(`wrong-${newId()}`);
    const connectionId = await connect(portal.db, {
      baseUrl: `${portal.proxy.origin}/service`,
      clientId: application.clientId,
      secret: "not-the-secret-canary",
    });
    const { operation } = await createCloud(actor, { key: formKey(), connectionId, name: "Wrong secret" });
    expect(operation.state).toBe("NOT_SENT");
    expect(operation.cause).toMatch(/credentials are refused, 401/);
    expect(portal.proxy.received.some((seen) => CREATE.test(seen.path))).toBe(false);
    const rows = JSON.stringify([
      await portal.db.operation.findMany(),
      await portal.db.attempt.findMany(),
      (await portal.db.audit.findMany()).map((row) => ({ ...row, seq: String(row.seq) })),
    ]);
    expect(rows).not.toContain("canary");
    expect(rows).not.toMatch(/eyJ[\w-]{8,}\./);
  });
});
