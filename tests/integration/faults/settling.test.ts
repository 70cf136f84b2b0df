import { Client } from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { sendOperation } from "#lib/features/operations/commands.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { lookForEvidence } from "#lib/features/operations/evidence/background-look.ts";
import { getOperation, listOperations } from "#lib/features/operations/queries.ts";
import { settleOperation, settleOperations } from "#lib/features/operations/settling.ts";
import { sweepOperations } from "#lib/features/operations/sweeper.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { checkHistory } from "#tests/support/check-history.ts";
import type { Fault } from "#tests/support/fault-proxy.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { until } from "#tests/support/until.ts";
import { formKey, usePortal } from "../features/portal.ts";

const advance = useMovedClock();

const portal = await usePortal();
const sanne = await portal.actor();
const pieter = await portal.actor("OPERATOR", "Pieter de Groot");
afterEach(async () => {
  expect((await checkHistory(portal.db, portal.dataDir)).violations).toEqual([]);
});

const CREATE = /^\/service\/cloud$/;
const INVITE = /\/invitation$/;
const NOTE = "Looked at the platform twice.";

async function create(name: string, fault?: Fault): ReturnType<typeof createCloud> {
  if (fault !== undefined) portal.proxy.inject("POST", CREATE, fault);
  return createCloud(sanne, portal.cloudForm(name));
}

async function uncertain(name: string): Promise<string> {
  const { operation } = await create(name, { kind: "resetBefore" });
  expect(operation.state).toBe("UNKNOWN");
  return operation.id;
}

test("the overview says since when, and after a day that it is open for more than a day", async () => {
  const id = await uncertain("Reminded");
  const shown = async () => (await listAttention(portal.db)).find((item) => item.id === id);
  expect(await shown()).toMatchObject({
    tone: "unknown",
    title: "Create Cloud “Reminded”: no certain answer",
    detail: expect.stringMatching(/may or may not have been carried out/),
    href: `/operations/${id}`,
  });
  advance(25 * 3_600_000);
  expect((await shown())?.title).toBe("Create Cloud “Reminded”: no certain answer for more than a day");
});

describe("what nobody can find out", () => {
  test("is closed with a reason after the quiet time, stays visible, and frees its name", async () => {
    const id = await uncertain("Closed in doubt");
    const close = { id, decision: "close", note: NOTE } as const;
    await expect(settleOperation(sanne, close)).rejects.toThrow(/proves nothing yet/);
    advance(16 * 60_000);
    expect(await codeOf(settleOperation(sanne, { ...close, note: "" }))).toBe("VALIDATION");
    expect(await settleOperation(sanne, close)).toMatchObject({
      state: "ABANDONED",
      isOpen: false,
      isUncertain: false,
      cause: "Sanne Verbeek closed the operation as uncertain. It may have taken effect.",
      note: NOTE,
    });
    const { rows } = await listOperations(sanne, { states: ["ABANDONED"] });
    expect(rows.map((row) => row.id)).toContain(id);
    expect((await create("Closed in doubt")).operation.state).toBe("DONE");
  });

  test("two lists a minute apart without it, after the quiet time, are evidence that needs no reason", async () => {
    const id = await uncertain("Missing twice");
    expect(await findCandidates(sanne, id)).toMatchObject({ isProbablyMissing: false });
    advance(16 * 60_000);
    const first = await findCandidates(sanne, id);
    expect(first).toMatchObject({ isListed: true, isProbablyMissing: false });
    expect(first.sentence).toMatch(/Look again in a minute/);
    const absent = { id, decision: "absent", note: "" } as const;
    expect(await codeOf(settleOperation(sanne, absent))).toBe("VALIDATION");
    advance(17 * 60_000 + 1000);
    expect(await findCandidates(sanne, id)).toMatchObject({
      isProbablyMissing: true,
      sentence: expect.stringMatching(/^Not on the list at .* UTC or now: probably not created/),
    });
    const settled = await settleOperation(sanne, absent);
    expect(settled).toMatchObject({ state: "RESOLVED_ABSENT", note: null });
    expect(settled.cause).toMatch(/^Not on the service's list at .*; Sanne Verbeek confirmed/);
  });

  test("Portico looks by itself after the quiet time: what it finds is named, what it does not find is noted", async () => {
    const missing = await uncertain("Looked for, missing");
    const { operation: made } = await create("Looked for, made", { kind: "resetAfter" });
    const rowOf = (id: string) => portal.db.operation.findUniqueOrThrow({ where: { id } });
    await lookForEvidence();
    expect(await rowOf(missing)).toMatchObject({ unlistedSince: null });
    advance(20 * 60_000);
    await until("both were looked for", async () => {
      await lookForEvidence();
      const [one, other] = [await rowOf(missing), await rowOf(made.id)];
      return one.unlistedSince !== null && other.cause?.includes("On the service's list") === true;
    });
    const { id: serviceId } = await portal.db.serviceCloud.findFirstOrThrow({
      where: { name: "Looked for, made" },
    });
    const found = await rowOf(made.id);
    expect(found).toMatchObject({ state: "UNKNOWN", unlistedSince: null });
    expect(found.cause).toMatch(
      new RegExp(`UTC: number ${String(serviceId)} has this name .* Adopt that number`),
    );
    // Reported once, however often it looks.
    advance(12 * 3_600_000);
    await lookForEvidence();
    expect((await rowOf(made.id)).cause).toBe(found.cause);
    // The person's reading is the second one.
    const absent = { id: missing, decision: "absent", note: "" } as const;
    expect(await settleOperation(sanne, absent)).toMatchObject({ state: "RESOLVED_ABSENT", note: null });
  });

  test("a list that shows it after all takes the first look back", async () => {
    const id = await uncertain("Appears late");
    advance(16 * 60_000);
    await findCandidates(sanne, id);
    const where = { id: portal.connectionId };
    const { clientId } = await portal.db.connection.findUniqueOrThrow({ where });
    const applications = { create: { application: { connect: { clientId } } } };
    await portal.db.serviceCloud.create({ data: { name: "Appears late", applications } });
    advance(18 * 60_000);
    const found = await findCandidates(sanne, id);
    expect(found).toMatchObject({ isProbablyMissing: false, candidates: [{ name: "Appears late" }] });
    expect((await portal.db.operation.findUniqueOrThrow({ where: { id } })).unlistedSince).toBeNull();
    const serviceId = found.candidates[0]?.serviceId ?? 0;
    expect(await settleOperation(sanne, { id, decision: "exists", serviceId })).toMatchObject({
      state: "RESOLVED_DONE",
    });
  });
});

test("several are settled at once; what cannot be decided so is left and named", async () => {
  const ids = [await uncertain("Bulk one"), await uncertain("Bulk two")];
  advance(16 * 60_000);
  const late = await uncertain("Bulk three, just sent");
  await settleOperation(pieter, { id: ids[1] ?? "", decision: "absent", note: NOTE });
  const report = await settleOperations(sanne, { ids: [...ids, late], decision: "close", note: NOTE });
  expect(report.settled).toBe(1);
  expect(report.left).toEqual([
    { id: ids[1], reason: expect.stringMatching(/Already settled by Pieter de Groot/) },
    { id: late, reason: expect.stringMatching(/may still be working/) },
  ]);
  expect(await codeOf(settleOperations(sanne, { ids, decision: "close", note: "no" }))).toBe("VALIDATION");
  const viewer = await portal.actor("VIEWER");
  expect(await codeOf(settleOperations(viewer, { ids, decision: "close", note: NOTE }))).toBe("FORBIDDEN");
});

describe("an answer that comes after a person has decided", () => {
  /** Carried out and given up by the sweeper; the answer arrives when `answer` is called. */
  async function uncertainWithAnswer(name: string): Promise<{ id: string; answer: () => Promise<unknown> }> {
    const gate = Promise.withResolvers<undefined>();
    const running = create(name, { kind: "hold", until: gate.promise });
    await until("it is carried out", () => portal.proxy.carriedOut.some(({ path }) => CREATE.test(path)));
    const { id } = await portal.db.operation.findFirstOrThrow({ where: { title: name } });
    advance(61_000);
    expect(await sweepOperations()).toMatchObject({ uncertain: 1 });
    advance(17 * 60_000);
    const answer = (): Promise<unknown> => {
      gate.resolve(undefined);
      return running;
    };
    return { id, answer };
  }

  const settleAsMissing = (id: string): Promise<unknown> =>
    settleOperation(pieter, { id, decision: "absent", note: NOTE });

  /** Settled as missing; then created again; only then does the answer arrive. */
  async function answerLate(name: string, meanwhile: () => Promise<unknown>): Promise<string> {
    const { id, answer } = await uncertainWithAnswer(name);
    await settleAsMissing(id);
    await meanwhile();
    await answer();
    return id;
  }

  test("wins over “does not exist”, and says who had decided", async () => {
    const id = await answerLate("Late, alone", () => Promise.resolve());
    const operation = await getOperation(sanne, id);
    expect(operation.state).toBe("DONE");
    expect(operation.cause).toMatch(
      /carried out as number \d+, although Pieter de Groot had settled it as missing/,
    );
    expect(operation.result?.registryId).toEqual(expect.any(String));
  });

  test("also wins when it arrives while the decision is being recorded", async () => {
    const { id, answer } = await uncertainWithAnswer("Late, at once");
    const sql = new Client({ connectionString: portal.service.databaseUrl });
    await sql.connect();
    const waiting = (count: number): Promise<true> =>
      until(`${String(count)} wait for a lock`, async () => {
        const { rows } = await sql.query<{ count: number }>(
          `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows[0]?.count === count;
      });
    // The audit's lock: the decision has changed the operation by then, and cannot commit.
    await sql.query("SELECT pg_advisory_lock(7025460311)");
    const settling = settleAsMissing(id);
    await waiting(1);
    const answered = answer();
    await waiting(2);
    await sql.query("SELECT pg_advisory_unlock(7025460311)");
    await Promise.all([settling, answered]);
    await sql.end();
    const { state, cause } = await getOperation(sanne, id);
    expect([state, cause]).toEqual([
      "DONE",
      expect.stringMatching(/although Pieter de Groot had settled it as missing/),
    ]);
  });

  test("and after it was made again, both numbers are named: there are two", async () => {
    const id = await answerLate("Late, twice", () => create("Late, twice"));
    const operation = await getOperation(sanne, id);
    expect(operation).toMatchObject({ state: "DUPLICATE_FOUND", isOpen: false });
    expect(operation.cause).toMatch(
      /carried out as number (\d+), although Pieter de Groot .* Sanne Verbeek created the same again as number (?!\1)\d+: now there are two/,
    );
    expect(await portal.db.cloud.count({ where: { name: "Late, twice" } })).toBe(2);
    const audit = await portal.db.audit.findFirstOrThrow({
      where: { operationId: id },
      orderBy: { seq: "desc" },
    });
    expect(audit.after).toMatchObject({ state: "DUPLICATE_FOUND" });
    const shown = (await listAttention(portal.db)).find((item) => item.id === id);
    expect(shown).toMatchObject({ tone: "bad", title: "Create Cloud “Late, twice”: done twice" });
  });
});

test("an uncertain invitation is sent again only by a person who accepts two mails and says why", async () => {
  const { cloudId } = await create("Two mails");
  portal.proxy.inject("POST", INVITE, { kind: "resetAfter" });
  const form = { key: formKey(), cloudId: cloudId ?? "", email: "twice@example.org" };
  const { operation } = await invitePerson(sanne, form);
  expect(operation.state).toBe("UNKNOWN");
  expect(await codeOf(sendOperation(sanne, { id: operation.id }))).toBe("CONFLICT");
  const again = { id: operation.id, acceptsTwoMails: true };
  expect(await codeOf(sendOperation(sanne, { ...again, note: "no" }))).toBe("VALIDATION");
  expect(await sendOperation(sanne, { ...again, note: "The person waits for it." })).toMatchObject({
    state: "DONE",
  });
  expect(await portal.db.serviceInvitation.count({ where: { address: "twice@example.org" } })).toBe(1);
  expect(await portal.db.outboxMail.count({ where: { recipient: "twice@example.org" } })).toBe(2);
});
