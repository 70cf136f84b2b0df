import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import { discardOperation, sendOperation } from "#lib/features/operations/commands.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { getOperation, listOperations } from "#lib/features/operations/queries.ts";
import { sweepOperations } from "#lib/features/operations/sweeper.ts";
import { needsNewKey } from "#lib/features/operations/rules/policy.ts";
import { addRows } from "#tests/support/add-rows.ts";
import { atOnce } from "#tests/support/at-once.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { SHORT_PROCESS } from "#tests/support/short-process.ts";
import { until } from "#tests/support/until.ts";
import { formKey, usePortal } from "./portal.ts";

/** A clock that is this many milliseconds ahead. */
const advance = useMovedClock();

const portal = await usePortal();
const sanne = await portal.actor();
const pieter = await portal.actor("OPERATOR", "Pieter de Groot");
afterEach(() => {
  vi.useRealTimers();
});

/** Of a creation that is still open, or of the Cloud that it became. */
const TOLD = /is still waiting for the answer|^Nothing was created, because the name is taken\.$/;
const CREATE = /^\/service\/cloud$/;

function create(actor: Actor, name: string, key = formKey()): ReturnType<typeof createCloud> {
  return createCloud(actor, { key, connectionId: portal.connectionId, name });
}

const effects = (): number => portal.proxy.countCarriedOut("POST", CREATE);
const posts = (): number => portal.proxy.count("POST", CREATE);

describe("one click is one request", () => {
  test("50 sendings of one form at once, and one later, make one request and show the same result", async () => {
    const key = formKey();
    const results = await atOnce(50, () => create(sanne, "Fifty at once", key));
    expect(new Set(results.map((result) => result.operation.id)).size).toBe(1);
    const later = await create(sanne, "Fifty at once", key);
    expect(later.operation).toMatchObject({ id: results[0]?.operation.id, state: "DONE" });
    expect(posts()).toBe(1);
    expect(await portal.db.cloud.count({ where: { name: "Fifty at once" } })).toBe(1);
  });

  test("two people with one name at once: one request, the other is told who and when", async () => {
    const gate = Promise.withResolvers<undefined>();
    portal.proxy.inject("POST", CREATE, { kind: "hold", until: gate.promise });
    const first = create(sanne, "Both want it");
    await until("the first request is on its way", () => posts() === 1);
    await expect(create(pieter, "both  WANT it")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(
        /Sanne Verbeek sent the cloud “Both want it” at \d{4}-.*still waiting for the answer/,
      ),
      details: { href: expect.stringMatching(/^\/operations\//) },
    });
    gate.resolve(undefined);
    expect((await first).operation.state).toBe("DONE");
    expect(effects()).toBe(1);
  });

  test("five people at once, over and over: one Cloud of that name, and the others are told of it", async () => {
    for (let round = 0; round < 20; round += 1) {
      const name = `Pair ${String(round)}`;
      const results = await Promise.allSettled(
        [sanne, pieter, sanne, pieter, sanne].map((actor) => create(actor, name)),
      );
      const told = results.filter((result) => result.status === "rejected");
      expect(
        told.map((result) => (result.reason as Error).message).filter((text) => !TOLD.test(text)),
      ).toEqual([]);
      expect(told).toHaveLength(4);
      expect(await portal.db.operation.count({ where: { title: name } })).toBe(1);
      expect(await portal.db.serviceCloud.count({ where: { name } })).toBe(1);
    }
  });

  test("a form corrected after a refusal is a new intent, sent once", async () => {
    const key = formKey();
    portal.proxy.inject("POST", CREATE, { kind: "answer", status: 400, body: '{"name":["No."]}' });
    const refused = await create(sanne, "Refused first", key);
    expect(refused.operation.state).toBe("REFUSED");
    expect(needsNewKey(refused.operation)).toBe(true);
    const again = await create(sanne, "Refused first, corrected", key);
    const replay = await create(sanne, "Refused first, corrected", key);
    expect(again.operation.state).toBe("DONE");
    expect(replay.operation.id).toBe(again.operation.id);
    expect(effects()).toBe(1);
  });

  test("a form whose call is uncertain cannot be sent with other values", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "resetAfter" });
    const uncertain = formKey();
    await create(sanne, "Key of an uncertain one", uncertain);
    expect(await codeOf(create(sanne, "Other values", uncertain))).toBe("CONFLICT");
  });

  test("a viewer cannot create, and nothing is written down", async () => {
    const viewer = await portal.actor("VIEWER");
    expect(await codeOf(create(viewer, "By a viewer"))).toBe("FORBIDDEN");
    expect(await portal.db.operation.count({ where: { title: "By a viewer" } })).toBe(0);
  });

  test.each(["", "   ", "x".repeat(257), "a\0b", "half \ud800 pair"])(
    "the name %j is refused before sending",
    async (name) => {
      expect(await codeOf(create(sanne, name))).toBe("VALIDATION");
      expect(posts()).toBe(0);
    },
  );
});

describe("an uncertain operation", () => {
  test("is shown, blocks its name, is not repeated, and is adopted from the list by a person", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "resetAfter" });
    const key = formKey();
    const { operation } = await create(sanne, "Zuidas Toren 4", key);
    expect(operation).toMatchObject({ state: "UNKNOWN", isUncertain: true, canSend: false });
    const { rows } = await listOperations(sanne, { needsPerson: true });
    expect(rows.map((row) => row.id)).toContain(operation.id);

    expect((await create(sanne, "Zuidas Toren 4", key)).operation.state).toBe("UNKNOWN");
    await expect(create(pieter, "zuidas toren 4")).rejects.toThrow(
      /got no answer, so it may exist.*Settle that operation first/,
    );
    expect(await codeOf(sendOperation(sanne, { id: operation.id }))).toBe("CONFLICT");
    await sweepOperations();
    expect(posts()).toBe(1);

    // The service lists a Cloud of this name, but only a person can say whether it is the same one.
    const listed = await listClouds(sanne, { search: "zuidas" });
    expect(listed.rows).toHaveLength(0);
    const findings = await findCandidates(sanne, operation.id);
    expect(findings).toMatchObject({ isListed: true, candidates: [{ name: "Zuidas Toren 4" }] });
    const serviceId = findings.candidates[0]?.serviceId ?? 0;

    await expect(
      settleOperation(sanne, { id: operation.id, decision: "exists", serviceId: serviceId + 1000 }),
    ).rejects.toMatchObject({
      code: "VALIDATION",
      details: { fieldErrors: { serviceId: [expect.any(String)] } },
    });
    const settled = await settleOperation(pieter, { id: operation.id, decision: "exists", serviceId });
    expect(settled).toMatchObject({
      state: "RESOLVED_DONE",
      settledByName: "Pieter de Groot",
      isOpen: false,
    });
    expect(settled.cause).toMatch(/Found at the service as number/);
    const row = await portal.db.cloud.findUniqueOrThrow({ where: { id: settled.result?.registryId ?? "" } });
    expect(Number(row.serviceId)).toBe(serviceId);

    await expect(
      settleOperation(sanne, { id: operation.id, decision: "absent", note: "I looked at the platform." }),
    ).rejects.toThrow(/Already settled by Pieter de Groot/);
    await expect(create(sanne, "Zuidas Toren 4")).rejects.toThrow(/the name is taken/);
    const name = "Zuidas Toren 4";
    const again = { key: formKey(), connectionId: portal.connectionId, name, again: name };
    expect((await createCloud(sanne, again)).operation.state).toBe("DONE");
  });

  test("cannot be called missing before the quiet time, nor without a reason; then its name is free", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "resetBefore" });
    const { operation } = await create(sanne, "Never arrived");
    const absent = { id: operation.id, decision: "absent", note: "Looked at the platform twice." } as const;
    await expect(settleOperation(sanne, absent)).rejects.toThrow(/proves nothing yet/);
    expect((await findCandidates(sanne, operation.id)).sentence).toMatch(/so this proves nothing yet/);
    advance(16 * 60_000);
    expect(await codeOf(settleOperation(sanne, { ...absent, note: "no" }))).toBe("VALIDATION");
    expect(await settleOperation(sanne, absent)).toMatchObject({ state: "RESOLVED_ABSENT", isOpen: false });
    expect((await create(sanne, "Never arrived")).operation.state).toBe("DONE");
  });

  test("left open stays open", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "resetBefore" });
    const { operation } = await create(sanne, "Left open");
    expect(await settleOperation(sanne, { id: operation.id, decision: "leave" })).toMatchObject({
      state: "UNKNOWN",
      isOpen: true,
    });
  });

  test("two people settle at once: exactly one decision counts", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "resetBefore" });
    const { operation } = await create(sanne, "Settled twice");
    advance(16 * 60_000);
    const note = "Looked at the platform twice.";
    const results = await Promise.allSettled(
      [sanne, pieter].map((actor) => settleOperation(actor, { id: operation.id, decision: "absent", note })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(
      await portal.db.audit.count({ where: { operationId: operation.id, action: "operation.settle" } }),
    ).toBe(1);
  });
});

describe("what was interrupted", () => {
  test("killed while the answer is awaited: UNKNOWN by the sweeper, and never sent again", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "swallow" });
    const key = formKey();
    const script = path.join(import.meta.dirname, "create-cloud-child.ts");
    const args = [...SHORT_PROCESS, script, portal.connectionId, sanne.staffId, key, "Killed in between"];
    const child = spawn(process.execPath, args, { env: process.env, stdio: "ignore" });
    await until("the child's request is carried out", () => effects() === 1);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await sweepOperations()).toMatchObject({ uncertain: 0 });
    advance(61_000);
    expect(await sweepOperations()).toMatchObject({ uncertain: 1 });
    const row = await portal.db.operation.findUniqueOrThrow({ where: { key } });
    expect(row).toMatchObject({ state: "UNKNOWN", cause: expect.stringContaining("Portico stopped") });
    expect((await create(sanne, "Killed in between", key)).operation.state).toBe("UNKNOWN");
    expect(posts()).toBe(1);
  });

  /** Recorded, and the process that would send it is gone. */
  const writeDown = async (name: string, body: { name?: string }): Promise<string> => {
    const id = newId();
    const subject = `cloud:${name.toLowerCase()}`;
    const keys = { key: formKey(), subject_key: subject, open_key: `${portal.connectionId}:${subject}` };
    const call = {
      kind: "CREATE_CLOUD",
      method: "POST",
      path: "/cloud",
      body: JSON.stringify(body),
      context: "{}",
    };
    const since = { state: "PREPARED", state_since: new Date(Date.now() - 120_000) };
    const of = { connection_id: portal.connectionId, actor_id: sanne.staffId };
    await addRows(portal.service.databaseUrl, [
      ["operation", { id, title: name, ...keys, ...call, ...since, ...of }],
    ]);
    return id;
  };

  test("killed before it was sent: held, sent only by a person", async () => {
    const id = await writeDown("Held back", { name: "Held back" });
    expect(await sweepOperations()).toMatchObject({ held: 1 });
    expect(posts()).toBe(0);
    expect(await getOperation(sanne, id)).toMatchObject({ state: "HELD", canSend: true, canDiscard: true });
    expect(await sendOperation(pieter, { id })).toMatchObject({ state: "DONE" });
    expect(effects()).toBe(1);
    expect(await codeOf(discardOperation(sanne, id))).toBe("CONFLICT");
  });

  test("what is written down and cannot be read is not sent, and stays as it is", async () => {
    const id = await writeDown("Unreadable", {});
    await sweepOperations();
    await expect(sendOperation(pieter, { id })).rejects.toThrow();
    expect(posts()).toBe(0);
    expect(await getOperation(sanne, id)).toMatchObject({ state: "HELD", canDiscard: true, attempts: [] });
    expect(await discardOperation(sanne, id)).toMatchObject({ state: "DISCARDED" });
  });

  test("what was provably not sent can be discarded, and is replaced by a newer try", async () => {
    const authUrl = `${portal.proxy.origin}/service`;
    const connectionId = await portal.addConnection("nobody-listens", {
      baseUrl: "http://127.0.0.1:9",
      authUrl,
    });
    const send = (): ReturnType<typeof createCloud> =>
      createCloud(sanne, { key: formKey(), connectionId, name: "In vain" });
    const first = await send();
    const second = await send();
    expect((await getOperation(sanne, first.operation.id)).state).toBe("DISCARDED");
    expect(second.operation.state).toBe("NOT_SENT");
    expect(await discardOperation(sanne, second.operation.id)).toMatchObject({
      state: "DISCARDED",
      isOpen: false,
    });
  });

  test("an answer that comes after the attempt was given up still counts", async () => {
    const gate = Promise.withResolvers<undefined>();
    portal.proxy.inject("POST", CREATE, { kind: "hold", until: gate.promise });
    const running = create(sanne, "Late answer");
    await until("it is carried out", () => effects() === 1);
    advance(61_000);
    expect(await sweepOperations()).toMatchObject({ uncertain: 1 });
    gate.resolve(undefined);
    const { operation, cloudId } = await running;
    expect(operation.state).toBe("DONE");
    expect(await portal.db.cloud.count({ where: { id: cloudId ?? "" } })).toBe(1);
  });

  test("database away after the service answered: the answer is kept on disk and recorded later, once", async () => {
    const gate = Promise.withResolvers<undefined>();
    portal.proxy.inject("POST", CREATE, { kind: "hold", until: gate.promise });
    const key = formKey();
    const running = create(sanne, "Database away", key);
    await until("it is carried out", () => effects() === 1);
    const blocker = new Client({ connectionString: portal.service.databaseUrl });
    await blocker.connect();
    await blocker.query("begin; lock table attempt in access exclusive mode");
    gate.resolve(undefined);
    const failed = await running.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    await blocker.query("rollback");
    await blocker.end();
    expect(failed).toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("Portico records the answer"),
    });
    const folder = path.join(portal.dataDir, "spool", "answers");
    expect(await readdir(folder)).toHaveLength(1);
    // Half a line that a crash left behind is not an answer.
    await writeFile(path.join(folder, `${newId()}.json.part`), '{"attemptId":"');
    expect(await sweepOperations()).toMatchObject({ recorded: 1 });
    expect(await sweepOperations()).toMatchObject({ recorded: 0 });
    const row = await portal.db.operation.findUniqueOrThrow({ where: { key } });
    expect(row.state).toBe("DONE");
    expect(await portal.db.cloud.count({ where: { name: "Database away" } })).toBe(1);
    expect(posts()).toBe(1);
  });

  test("silence: UNKNOWN when the limit is over", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "swallow" });
    // The limit is the real one; only the wait is shortened.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const running = create(sanne, "Silent for ever");
    await until("it is sent", () => effects() === 1);
    await vi.advanceTimersByTimeAsync(29_000);
    expect((await portal.db.operation.findFirstOrThrow({ where: { title: "Silent for ever" } })).state).toBe(
      "SENDING",
    );
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    const { operation } = await running;
    expect(operation).toMatchObject({ state: "UNKNOWN", cause: expect.stringContaining("within 30 s") });
  });
});
