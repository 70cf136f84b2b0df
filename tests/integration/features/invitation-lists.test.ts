import { afterEach, describe, expect, test } from "vitest";
import { newId, newReference } from "#lib/core/ids.ts";
import { listAuditActs } from "#lib/features/audit/acts.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { prepareList } from "#lib/features/invitations/lists/drafts.ts";
import { changeListRole, correctRow, includeRow } from "#lib/features/invitations/lists/editing.ts";
import { sendOperation } from "#lib/features/operations/commands.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { until } from "#tests/support/until.ts";
import { INVITE, manyAddresses, useListDesk } from "./list-desk.ts";
import { formKey } from "./portal.ts";

const desk = await useListDesk();
const { portal, sanne } = desk;

describe("a draft", () => {
  test("has a verdict for every line, sends nothing, and is the same for the same form", async () => {
    await desk.invite("waits@example.org");
    const member = `${newId()}@member.example`;
    await portal.joinCloud(desk.cloudServiceId(), member, 100);
    await portal.db.cloud.update({ where: { id: desk.cloudId() }, data: { invitationsReadAt: null } });
    const text = [
      "good@example.org",
      "Good@Example.org",
      "p.vandam@gmial.com",
      "jan@bouwgroep-oost",
      "a.jansen@@example.org",
      "pаvel@example.org",
      "waits@example.org",
      member,
    ].join("\n");
    const key = formKey();
    const [id, same] = await Promise.all([desk.prepare(text, { key }), desk.prepare(text, { key })]);
    expect(same).toBe(id);
    const rows = await desk.rows(id);
    expect(rows.map((row) => [row.line, row.verdict, row.isIncluded])).toEqual([
      [1, "GOOD", true],
      [2, "REPEATED", false],
      [3, "LOOK_ALIKE", false],
      [4, "MALFORMED", false],
      [5, "MALFORMED", false],
      [6, "MIXED_SCRIPTS", false],
      [7, "INVITED", false],
      [8, "MEMBER", false],
    ]);
    expect(rows[1]?.detail).toBe("Duplicate of line 1.");
    expect(await desk.list(id)).toMatchObject({ state: "DRAFT", total: 8, included: 1, canStart: true });
    expect(desk.carriedOut()).toBe(1);
  });

  test("is corrected row by row; who repeated a corrected address takes its place", async () => {
    const id = await desk.prepare("a@gmial.com\na@gmial.com\nb@@example.org\nc@example.org");
    const [first, , broken, last] = await desk.rows(id);
    await correctRow(sanne, { rowId: first?.id ?? "", address: first?.suggestion ?? "" });
    await correctRow(sanne, { rowId: broken?.id ?? "", address: "c@example.org" });
    await includeRow(sanne, { rowId: last?.id ?? "", isIncluded: false });
    expect((await desk.rows(id)).map((row) => [row.email, row.verdict, row.isIncluded])).toEqual([
      ["a@gmail.com", "GOOD", true],
      ["a@gmial.com", "LOOK_ALIKE", false],
      ["c@example.org", "REPEATED", false],
      ["c@example.org", "GOOD", false],
    ]);
    // Who took out an address is not told that it is ready to send.
    expect((await desk.rows(id)).map((row) => row.isTakenOut)).toEqual([false, false, false, true]);
    expect((await desk.rows(id)).at(-1)?.detail).toBe("Nothing is sent to this address.");
    const rowId = broken?.id ?? "";
    expect(await codeOf(correctRow(sanne, { rowId, address: "c@" }))).toBe("VALIDATION");
    expect(await codeOf(includeRow(sanne, { rowId, isIncluded: true }))).toBe("CONFLICT");
  });

  test("a domain that is drawn like one of people in another Cloud is asked about, also after a correction with a name", async () => {
    const name = `Elsewhere ${formKey().slice(0, 8)}`;
    const { cloudId } = await portal.makeCloud(sanne, name);
    await invitePerson(sanne, { key: formKey(), cloudId, email: "known@acme-bouw.example" });
    const id = await desk.prepare("anna@acrne-bouw.example\nbert@other.example");
    const detail = "acrne-bouw.example looks like acme-bouw.example.";
    const asked = { verdict: "LOOK_ALIKE", detail, isIncluded: false };
    const row = await desk.row(id, "anna@acrne-bouw.example");
    expect(row).toMatchObject({ ...asked, suggestion: "anna@acme-bouw.example" });
    const { id: rowId } = await desk.row(id, "bert@other.example");
    await correctRow(sanne, { rowId, address: "Bert <bert@acrne-bouw.example>" });
    expect(await desk.row(id, "bert@acrne-bouw.example")).toMatchObject(asked);
    await correctRow(sanne, { rowId: row.id, address: row.suggestion ?? "" });
    expect(await desk.row(id, "anna@acme-bouw.example")).toMatchObject({ verdict: "GOOD", isIncluded: true });
  });

  test("its people become users unless chosen otherwise; the role is changed until it is sent, and sent to everybody", async () => {
    const cloudId = desk.cloudId();
    const id = await prepareList(sanne, { key: formKey(), cloudId, addresses: manyAddresses(3) });
    expect(await desk.list(id)).toMatchObject({ role: 50 });
    await changeListRole(sanne, { listId: id, role: "" });
    expect(await desk.list(id)).toMatchObject({ role: null });
    await changeListRole(sanne, { listId: id, role: "100" });
    const viewer = await portal.actor("VIEWER");
    expect(await codeOf(changeListRole(viewer, { listId: id, role: "50" }))).toBe("FORBIDDEN");
    await invitationListCommands.start(sanne, id);
    await expect(changeListRole(sanne, { listId: id, role: "50" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The list is already being sent. Nothing was changed.",
    });
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 3 } });
    const sent = await portal.db.serviceInvitation.findMany({ where: { cloudId: desk.cloudServiceId() } });
    expect(sent.map(({ role }) => role)).toEqual([100, 100, 100]);
  });

  test.each([
    ["nothing", "\n \n", /has no addresses/],
    ["too many", manyAddresses(10_001), /more than 10000 addresses/],
  ])("%s is refused with its reason", async (_name, text, reason) => {
    await expect(desk.prepare(text)).rejects.toMatchObject({
      code: "VALIDATION",
      details: { fieldErrors: { addresses: [expect.stringMatching(reason)] } },
    });
  });

  test("of nothing good cannot be sent; a viewer can neither make nor send one", async () => {
    const id = await desk.prepare("nobody");
    expect(await codeOf(invitationListCommands.start(sanne, id))).toBe("CONFLICT");
    const actor = await portal.actor("VIEWER");
    expect(await codeOf(desk.prepare("a@example.org", { actor }))).toBe("FORBIDDEN");
    expect(await codeOf(invitationListCommands.start(actor, id))).toBe("FORBIDDEN");
  });
});

describe("sending", () => {
  test("each address once, in the journal and the ledger, whoever presses how often", async () => {
    const id = await desk.prepare(manyAddresses(12), { role: "50" });
    await Promise.all([1, 2, 3].map(() => invitationListCommands.start(sanne, id)));
    const prepared = { cloudId: desk.cloudId(), state: "PREPARED" as const };
    expect(await portal.db.invitation.count({ where: prepared })).toBe(12);
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", ended: 12, outcomes: { DONE: 12 } });
    expect(desk.carriedOut()).toBe(12);
    expect(await desk.records()).toBe(12);
    const ledger = await portal.db.invitation.findMany({ where: { cloudId: desk.cloudId() } });
    for (const row of ledger) expect(row).toMatchObject({ state: "WAITING", role: 50, mailsAsked: 1 });
  });

  test("is one line of the audit: who started the list, with every invitation inside", async () => {
    const id = await desk.prepare("one@example.org\ntwo@example.org");
    const starter = { ...sanne, requestId: newReference() };
    await invitationListCommands.start(starter, id);
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({ outcomes: { DONE: 2 } });
    const { acts } = await listAuditActs(await portal.actor("ADMINISTRATOR"), { limit: 20 });
    const act = acts.find(({ reference }) => reference === starter.requestId);
    expect(act).toMatchObject({ row: { action: "invitation-list.start" }, outcome: "DONE", things: 3 });
    expect(act?.steps.filter(({ action }) => action === "invitation.send")).toHaveLength(4);
  });

  test("somebody who waits gets another mail only when the list says so", async () => {
    await desk.invite("waits@example.org");
    const id = await desk.prepare("waits@example.org\nnew@example.org");
    await includeRow(sanne, { rowId: (await desk.row(id, "waits@example.org")).id, isIncluded: true });
    await invitationListCommands.start(sanne, id);
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({ outcomes: { DONE: 2 } });
    expect(desk.carriedOut()).toBe(3);
    expect(await desk.records()).toBe(2);
  });

  test("an address that was invited meanwhile is held back with the reason; the others go out", async () => {
    const id = await desk.start("first@example.org\nsecond@example.org");
    await desk.invite("first@example.org");
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { HELD_BACK: 1, DONE: 1 } });
    expect((await desk.row(id, "first@example.org")).cause).toMatch(/was invited on/);
    expect(desk.carriedOut()).toBe(2);
  });

  test("refused ones are told in the service's words and can be tried again; done ones are not repeated", async () => {
    const refusal = answer(400, '{"email":["Enter a valid email address."]}');
    portal.proxy.inject("POST", INVITE, refusal, 2);
    const { id, ...sent } = await desk.send(manyAddresses(6));
    expect(sent).toMatchObject({ state: "ENDED", outcomes: { REFUSED: 2, DONE: 4 }, retryable: 2 });
    const refused = (await desk.rows(id)).filter((row) => row.outcome === "REFUSED");
    expect(refused[0]?.cause).toMatch(/Enter a valid email address/);
    await invitationListCommands.retry(sanne, id);
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 6 }, retryable: 0 });
    expect(desk.carriedOut()).toBe(6);
    expect(await codeOf(invitationListCommands.retry(sanne, id))).toBe("CONFLICT");
  });

  test("a refused one who was invited otherwise since, or whose address was erased, is not tried again", async () => {
    portal.proxy.inject("POST", INVITE, answer(400, "{}"), 3);
    const { id } = await desk.send(manyAddresses(4));
    const [invited, erased] = (await desk.rows(id)).filter((row) => row.outcome === "REFUSED");
    await desk.invite(invited?.email ?? "");
    const where = { id: erased?.id ?? "" };
    await portal.db.invitationRunRow.update({ where, data: { address: null, email: null } });
    expect(await desk.list(id)).toMatchObject({ outcomes: { REFUSED: 3, DONE: 1 }, retryable: 1 });
    await invitationListCommands.retry(sanne, id);
    expect(await desk.stopped(id)).toMatchObject({ outcomes: { REFUSED: 2, DONE: 2 }, retryable: 0 });
    expect(desk.carriedOut()).toBe(3);
  });

  /** A paused list of one person whose invitation the service put off: its operation could be sent from the journal. */
  async function pausedUnsent(address: string): Promise<{ id: string; operationId: string }> {
    portal.proxy.inject("POST", INVITE, answer(429, "{}", { "retry-after": "600" }));
    const id = await desk.start(address);
    await desk.startJobs();
    await until("the list waits", async () => (await desk.list(id)).waitUntil !== null);
    await invitationListCommands.pause(sanne, id);
    await desk.stopJobs();
    const where = { invitationRow: { runId: id }, state: "NOT_SENT" } as const;
    const { id: operationId } = await portal.db.operation.findFirstOrThrow({ where });
    return { id, operationId };
  }

  test("what the list tries again can no longer be sent from the journal: nobody gets two emails", async () => {
    const { id, operationId } = await pausedUnsent("slow@example.org");
    await invitationListCommands.retry(sanne, id);
    expect(await codeOf(sendOperation(sanne, { id: operationId }))).toBe("CONFLICT");
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 1 } });
    expect(desk.carriedOut()).toBe(1);
  });

  test("sent from the journal in the moment in which the list tries again, it is one email all the same", async () => {
    const { id, operationId } = await pausedUnsent("both@example.org");
    // Whoever comes second is refused.
    await Promise.allSettled([
      sendOperation(sanne, { id: operationId }),
      invitationListCommands.retry(sanne, id),
    ]);
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({ outcomes: { DONE: 1 } });
    expect(desk.carriedOut()).toBe(1);
  });

  test("paused, what is on its way ends, nothing more goes out; let go on, only the rest does; given up, it ends", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    portal.proxy.inject("POST", INVITE, { kind: "hold", until: held }, 5);
    const id = await desk.start(manyAddresses(15));
    await desk.startJobs();
    await until("five are on their way", () => desk.carriedOut() === 5);
    await invitationListCommands.pause(sanne, id);
    // Whoever looks at the paused list is told of these five when they end.
    expect(await desk.list(id)).toMatchObject({ state: "PAUSED", ended: 0, isMoving: true });
    release(undefined);
    await until("they have ended", async () => (await desk.list(id)).outcomes.DONE === 5);
    expect(await desk.list(id)).toMatchObject({
      state: "PAUSED",
      ended: 5,
      isMoving: false,
      toSend: 10,
      pauseReason: "Paused by Sanne Verbeek.",
    });
    expect(desk.carriedOut()).toBe(5);

    await invitationListCommands.resume(sanne, id);
    await until("more go out", () => desk.carriedOut() > 5);
    await invitationListCommands.pause(sanne, id);
    await desk.stopJobs();
    const { DONE } = (await desk.list(id)).outcomes;
    await invitationListCommands.discard(sanne, id);
    expect(await desk.list(id)).toMatchObject({
      state: "ENDED",
      toSend: 0,
      retryable: 0,
      outcomes: { DONE },
    });
    expect(await codeOf(invitationListCommands.retry(sanne, id))).toBe("CONFLICT");
    expect(desk.carriedOut()).toBe(DONE);
    expect(await portal.db.invitation.count({ where: { cloudId: desk.cloudId() } })).toBe(DONE);
  });
});

describe("the brake", () => {
  const lockOutSanne = (disabledAt: Date | null = new Date()) =>
    portal.db.staff.update({ where: { id: sanne.staffId }, data: { disabledAt } });
  afterEach(() => lockOutSanne(null));

  test("three unknown in a row pause the list; the rest is not sent, and what is unknown is never repeated", async () => {
    portal.proxy.inject("POST", INVITE, { kind: "resetAfter" }, 5);
    const paused = await desk.send(manyAddresses(30));
    expect(paused).toMatchObject({ state: "PAUSED", pauseReason: expect.stringMatching(/3 times in a row/) });
    // Five are sent at once: how many of them were in flight when the third returned depends on the machine.
    expect(paused.uncertain).toBeGreaterThanOrEqual(3);
    const before = desk.carriedOut();
    await invitationListCommands.resume(sanne, paused.id);
    const ended = { state: "ENDED", outcomes: { UNKNOWN: 5 }, uncertain: 5 };
    expect(await desk.stopped(paused.id)).toMatchObject(ended);
    expect(desk.carriedOut()).toBe(30);
    expect(before).toBeLessThan(30);
    expect(await desk.records()).toBe(30);
  });

  test("what was under way when a person let it go on does not pause it again", async () => {
    const { proxy } = portal;
    // The first two remain in flight. Everything else that is sent is cut, however much that is before the list has paused.
    proxy.inject("POST", INVITE, { kind: "swallow" }, 2);
    proxy.inject("POST", INVITE, { kind: "resetAfter" }, 100);
    const { id, state } = await desk.send(manyAddresses(30));
    expect(state).toBe("PAUSED");
    const cut = await until("only these two are under way", async () => {
      const { outcomes, uncertain } = await desk.list(id);
      return outcomes.SENDING === 2 && outcomes.PREPARED === undefined ? uncertain : null;
    });
    proxy.clear();
    proxy.inject("POST", INVITE, answer(429, "{}", { "retry-after": "900" }), 100);
    await invitationListCommands.resume(sanne, id);
    proxy.cutAll();
    // The list asks for the others, and is told to wait a quarter of an hour.
    await until("the list waits as told, and both that were cut are known to be unknown", async () => {
      const { waitUntil, uncertain } = await desk.list(id);
      return waitUntil !== null && uncertain === cut + 2;
    });
    // Reactions to an answer run after the answer was stored: once the jobs have ended, all of them have run.
    await desk.stopJobs();
    expect(await desk.list(id)).toMatchObject({ state: "RUNNING", pauseReason: null, uncertain: cut + 2 });
  });

  test("429: waits as told, goes on by itself, and every address goes out once", async () => {
    portal.proxy.inject("POST", INVITE, answer(429, "{}", { "retry-after": "1" }), 7);
    const sent = await desk.send(manyAddresses(12));
    expect(sent).toMatchObject({ state: "ENDED", outcomes: { DONE: 12 } });
    expect(desk.carriedOut()).toBe(12);
    expect(await desk.records()).toBe(12);
  });

  test.each([
    ["credentials that are refused", 401, /refuses the connection's credentials/],
    ["a cloud that is not there any more", 404, /refused 3 addresses in a row for the same reason/],
  ])("%s pause it at once", async (_name, status, reason) => {
    portal.proxy.inject("POST", INVITE, answer(status, "{}"), 1000);
    const paused = await desk.send(manyAddresses(40));
    expect(paused).toMatchObject({ state: "PAUSED", pauseReason: expect.stringMatching(reason) });
    expect(paused.toSend).toBeGreaterThanOrEqual(30);
    expect(desk.carriedOut()).toBe(0);
  });

  test("a person who leaves while the last address is on its way: the list is at its end", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    portal.proxy.inject("POST", INVITE, { kind: "hold", until: held });
    const id = await desk.start("only@example.org");
    await desk.startJobs();
    await until("it is on its way", () => desk.carriedOut() === 1);
    await lockOutSanne();
    release(undefined);
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 1 } });
  });

  test("a person who may not invite any more: the list pauses; another one lets it go on", async () => {
    const id = await desk.start(manyAddresses(8));
    await lockOutSanne();
    await desk.startJobs();
    expect(await desk.stopped(id)).toMatchObject({
      state: "PAUSED",
      toSend: 8,
      pauseReason: expect.stringMatching(/is no longer an active member of staff/),
    });
    expect(desk.carriedOut()).toBe(0);
    const pieter = await portal.actor("OPERATOR", "Pieter de Groot");
    await invitationListCommands.resume(pieter, id);
    expect(await desk.stopped(id)).toMatchObject({ outcomes: { DONE: 8 }, actorName: "Pieter de Groot" });
  });
});
