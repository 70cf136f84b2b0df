import { describe, expect, test } from "vitest";
import type { OperationState } from "#lib/db/client.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { getOperation } from "#lib/features/operations/queries.ts";
import { needsNewKey } from "#lib/features/operations/rules/policy.ts";
import { answer, carried } from "#tests/support/fault-answers.ts";
import type { Fault } from "#tests/support/fault-proxy.ts";
import { formKey, usePortal } from "./portal.ts";

const portal = await usePortal();
const actor = await portal.actor();

const CREATE = /^\/service\/cloud$/;
const HTML = { "content-type": "text/html; charset=utf-8" };

type Row = { name: string; fault: Fault; state: OperationState; effects: number };

/** Further shapes of the answers of ../faults/what-staff-see.test.ts. */
const ROWS: Row[] = [
  { name: "201 {}", fault: carried(201, "{}"), state: "DONE_ID_LOST", effects: 1 },
  { name: "201 in HTML", fault: carried(201, "<p>ok</p>", HTML), state: "UNKNOWN", effects: 1 },
  { name: "200 {}", fault: answer(200, "{}"), state: "UNKNOWN", effects: 0 },
  { name: "204", fault: answer(204), state: "UNKNOWN", effects: 0 },
  { name: "425", fault: answer(425, "{}"), state: "NOT_SENT", effects: 0 },
  { name: "404 empty", fault: answer(404, ""), state: "REFUSED", effects: 0 },
  { name: "409 with a list", fault: answer(409, "[]"), state: "REFUSED", effects: 0 },
  { name: "413 in HTML", fault: answer(413, "<p>large</p>", HTML), state: "REFUSED", effects: 0 },
  { name: "415 with a text", fault: answer(415, '"text"'), state: "REFUSED", effects: 0 },
  {
    name: "422 with fields inside a field",
    fault: answer(422, '{"a":{"b":"c"}}'),
    state: "REFUSED",
    effects: 0,
  },
  {
    name: "answer with text no database takes",
    fault: answer(400, String.raw`{"detail":"a\u0000b\ud800c"}`),
    state: "REFUSED",
    effects: 0,
  },
];

describe("an unsafe call is judged by what is proven", () => {
  test.each(ROWS)("$name: $state", async ({ name, fault, state, effects }) => {
    portal.proxy.inject("POST", CREATE, fault);
    const { operation, cloudId } = await createCloud(actor, portal.cloudForm(`Cloud of ${name}`));
    expect(operation.state).toBe(state);
    expect(cloudId).toBeNull();
    expect(portal.proxy.count("POST", CREATE)).toBe(1);
    expect(portal.proxy.carriedOut.filter((seen) => CREATE.test(seen.path))).toHaveLength(effects);
    expect(operation.cause).not.toBeNull();
    const { attempts } = await getOperation(actor, operation.id);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.outcome).toBe(state);
    expect(attempts[0]?.evidence?.phases.connectedMs).toBeGreaterThanOrEqual(0);
    // An operation that certainly had no effect frees the name; an uncertain one blocks it.
    expect(operation.isOpen).toBe(state !== "REFUSED");
  });

  test("201 complete: DONE, with the number and a row in the registry", async () => {
    const { operation, cloudId } = await createCloud(actor, portal.cloudForm("  Acme   HQ "));
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
    const { operation } = await createCloud(actor, portal.cloudForm("Token once"));
    expect(operation.state).toBe("DONE");
    expect(portal.proxy.carriedOut.filter((seen) => CREATE.test(seen.path))).toHaveLength(1);
    const { attempts } = await getOperation(actor, operation.id);
    expect(attempts[0]?.evidence?.tries).toBe(2);
  });

  test("a token refused for ever: REFUSED after one renewal", async () => {
    portal.proxy.inject("POST", CREATE, answer(401, '{"detail":"no"}'), 9);
    const { operation } = await createCloud(actor, portal.cloudForm("Token never"));
    expect(operation.state).toBe("REFUSED");
    expect(operation.cause).toBe("The service answered 401: “no”");
    expect(portal.proxy.received.filter((seen) => CREATE.test(seen.path))).toHaveLength(2);
  });

  test("each unsafe call has a socket of its own", async () => {
    for (const name of ["Socket one", "Socket two"]) {
      await createCloud(actor, portal.cloudForm(name));
    }
    const sockets = portal.proxy.received.filter((seen) => CREATE.test(seen.path)).map((seen) => seen.socket);
    expect(new Set(sockets).size).toBe(2);
  });
});

describe("nothing is claimed to be sent when there was no connection", () => {
  test("connection refused: NOT_SENT, and the same form tries again", async () => {
    // The token comes from the proxy, the calls go to a port where nothing listens.
    const authUrl = `${portal.proxy.origin}/service`;
    const connectionId = await portal.addConnection("later", { baseUrl: "http://127.0.0.1:9", authUrl });
    const form = { key: formKey(), connectionId, name: "Nobody there" };
    const first = await createCloud(actor, form);
    expect(first.operation).toMatchObject({ state: "NOT_SENT", canSend: true });
    expect(first.operation.cause).toContain("nothing listens at that address");
    expect(needsNewKey(first.operation)).toBe(false);
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
    const connectionId = await portal.addConnection("wrong", { secret: "not-the-secret-canary" });
    const { operation } = await createCloud(actor, { key: formKey(), connectionId, name: "Wrong secret" });
    expect(operation.state).toBe("NOT_SENT");
    expect(operation.cause).toMatch(/credentials are refused, 401 \(“[^”]+”\).*Nothing was sent/s);
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
