/**
 * Each fault on each creating call: the state, the words beside the form as they are shown, the next step, a reference, and an audit row
 * for the intent and for the outcome. Further shapes of answers: ../features/outcomes.test.ts.
 */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { toOutcome } from "#app/_features/operations/operation-outcome.ts";
import { OutcomeNote } from "#app/_features/operations/outcome-note.tsx";
import type { AuditOutcome, OperationState } from "#lib/db/client.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { getOperation, type OperationView } from "#lib/features/operations/queries.ts";
import { checkHistory } from "#tests/support/check-history.ts";
import { answer, carried, JSON_TYPE } from "#tests/support/fault-answers.ts";
import type { Fault } from "#tests/support/fault-proxy.ts";
import { doPortalWork, type Journey } from "#tests/support/portal-work.ts";
import { formKey, usePortal } from "../features/portal.ts";

const home = { connectionId: "", cloudId: "", projectId: "" };

const portal = await usePortal();
const actor = await portal.actor();
const { connectionId } = portal;
const { cloudId } = await portal.makeCloud(actor, "Faults");
const { projectId } = await portal.makeProject(actor, cloudId, "Blok");
Object.assign(home, { connectionId, cloudId, projectId });

type SingleJourney = Exclude<Journey, "invite list" | "plan">;

const PATHS: Record<SingleJourney, RegExp> = {
  "create cloud": /^\/service\/cloud$/,
  "create project": /\/project$/,
  invite: /\/invitation$/,
  upload: /\/document$/,
};
const HTML = { "content-type": "text/html" };
const SIGN_IN_PAGE = "<html><form>Sign in</form></html>";

type Row = {
  id: string;
  name: string;
  fault: Fault;
  state: OperationState;
  /** What the person reads; the same for every kind of call. */
  words: RegExp;
  not?: readonly SingleJourney[];
};

const MAY = /may or may not have been carried out/;
const REDIRECT = /answers with a redirect, which is never followed\. Nothing was done/;
const SLOW = /asked to slow down \(429\) and did not accept the call\. Nothing was done/;
const LOST = /Created, but the service’s answer was unusable/;

const ROWS: Row[] = [
  { id: "F1", name: "500 in JSON", fault: answer(500, '{"detail":"x"}'), state: "UNKNOWN", words: MAY },
  { id: "F1", name: "502 in HTML", fault: answer(502, "<h1>Bad</h1>", HTML), state: "UNKNOWN", words: MAY },
  { id: "F1", name: "503 empty", fault: answer(503), state: "UNKNOWN", words: MAY },
  { id: "F1", name: "504 after it was carried out", fault: carried(504, ""), state: "UNKNOWN", words: MAY },
  { id: "F1", name: "408", fault: answer(408), state: "UNKNOWN", words: MAY },
  ...["7", "Wed, 21 Oct 2099 07:28:00 GMT", "315360000", "-5", "soon"].map((after): Row => ({
    id: "F2",
    name: `429 with Retry-After ${after}`,
    fault: answer(429, "{}", { ...JSON_TYPE, "retry-after": after }),
    state: "NOT_SENT",
    words: SLOW,
  })),
  { id: "F2", name: "429 without Retry-After", fault: answer(429, "{}"), state: "NOT_SENT", words: SLOW },
  {
    id: "F3",
    name: "400 with field errors",
    fault: answer(400, '{"name":["Too <b>long</b>."]}'),
    state: "REFUSED",
    words: /answered 400: “name: Too <b>long<\/b>\.”/,
  },
  ...[402, 403, 404, 409, 413, 415, 422].map((status): Row => ({
    id: "F3",
    name: String(status),
    fault: answer(status, '{"detail":"Not like this."}'),
    state: "REFUSED",
    words: new RegExp(`answered ${String(status)}: “Not like this\\.”`),
  })),
  ...(["resetBefore", "closeBefore"] as const).map((kind): Row => ({
    id: "F7",
    name: `${kind === "resetBefore" ? "reset" : "closed"} before reading`,
    fault: { kind },
    state: "UNKNOWN",
    words: MAY,
    // The end of a file is only sent once its hash is stored, which may be later than the fault.
    not: ["upload"],
  })),
  { id: "F8", name: "carried out, then reset", fault: { kind: "resetAfter" }, state: "UNKNOWN", words: MAY },
  { id: "F8", name: "carried out, then closed", fault: { kind: "closeAfter" }, state: "UNKNOWN", words: MAY },
  ...(["length", "chunked", "close"] as const).map((framing): Row => ({
    id: "F10",
    name: `201 cut (${framing})`,
    fault: { kind: "truncate", framing, bytes: 9 },
    state: "DONE_ID_LOST",
    words: LOST,
  })),
  {
    id: "F11",
    name: "200, a page to sign in",
    fault: answer(200, SIGN_IN_PAGE, HTML),
    state: "UNKNOWN",
    words: MAY,
  },
  { id: "F11", name: "200 empty", fault: answer(200), state: "UNKNOWN", words: MAY },
  ...['{"id":"7; drop"}', '{"id":0}', '{"id":9007199254740992}'].map((body): Row => ({
    id: "F11",
    name: `201 ${body}`,
    fault: carried(201, body),
    state: "DONE_ID_LOST",
    words: LOST,
    // The answer to an invitation needs no number.
    not: ["invite"],
  })),
  {
    id: "F12",
    name: "gzip that was not asked for",
    fault: carried(200, "\u001f\u008bnot", { ...JSON_TYPE, "content-encoding": "gzip" }),
    state: "UNKNOWN",
    words: MAY,
  },
  {
    id: "F12",
    name: "another charset",
    fault: carried(200, '{"id":7}', { "content-type": "application/json; charset=utf-16" }),
    state: "UNKNOWN",
    words: MAY,
  },
  ...[301, 302, 307, 308].map((status): Row => ({
    id: "F14",
    name: `${String(status)} to another host`,
    fault: answer(status, "", { location: "http://localhost:9/cloud" }),
    state: "REFUSED",
    words: REDIRECT,
  })),
  { id: "F14", name: "303", fault: answer(303, "", { location: "/" }), state: "UNKNOWN", words: MAY },
];

const OUTCOMES: Partial<Record<OperationState, AuditOutcome>> = {
  UNKNOWN: "UNKNOWN",
  NOT_SENT: "FAILED",
  REFUSED: "REFUSED",
  DONE_ID_LOST: "DONE",
};
const SUBJECTS: Record<SingleJourney, string> = {
  "create cloud": "The Cloud",
  "create project": "The project",
  invite: "The invitation",
  upload: "The upload",
};
/** The heading above the sentence, and the offered actions. */
const TITLES: Partial<Record<OperationState, { title: RegExp; next: RegExp }>> = {
  UNKNOWN: {
    title: /^The (Cloud|project|invitation|upload): the service gave no certain answer\./,
    next: /Do not create it again yet: a duplicate could not be removed\.\s*Settle operation$/,
  },
  DONE_ID_LOST: {
    title: /^The (Cloud|project|invitation|upload): the service gave no certain answer\./,
    next: /Do not create it again yet: a duplicate could not be removed\.\s*Settle operation$/,
  },
  NOT_SENT: { title: /^The (Cloud|project|invitation|upload) was not sent\./, next: /View operation$/ },
  REFUSED: { title: /^The (Cloud|project|invitation|upload) was refused\./, next: /View operation$/ },
};

/** The words beside the form, as text. */
function shownOf(journey: SingleJourney, operation: OperationView): string {
  const outcome = toOutcome(operation);
  const markup = renderToStaticMarkup(createElement(OutcomeNote, { subject: SUBJECTS[journey], outcome }));
  // Whatever a service says is shown as text, never as markup.
  expect(markup).not.toContain("<b>");
  return markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll(/&#x27;/g, "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** How often the service has done what it was asked for. */
function effectsOf(fault: Fault): number {
  const isCarriedOut = fault.kind === "answer" ? fault.carriedOut === true : !fault.kind.endsWith("Before");
  return isCarriedOut ? 1 : 0;
}

const JOURNEYS: SingleJourney[] = ["create cloud", "create project", "invite", "upload"];
let made = 0;

describe.each(JOURNEYS)("%s", (journey) => {
  const rows = ROWS.filter((row) => row.not?.includes(journey) !== true);

  test.each(rows)("$id $name: $state", async ({ fault, state, words }) => {
    portal.proxy.inject("POST", PATHS[journey], fault);
    made += 1;
    const subject = `${journey.replace(" ", "-")}-${String(made)}`;
    const title =
      { invite: `${subject}@example.org`, upload: `${subject}.ifc` }[journey as string] ?? subject;
    expect(await doPortalWork({ actor, journey, key: formKey(), subject: title, ...home })).toBe(state);
    expect(portal.proxy.count("POST", PATHS[journey])).toBe(1);
    expect(portal.proxy.countCarriedOut("POST", PATHS[journey])).toBe(effectsOf(fault));
    const { id } = await portal.db.operation.findFirstOrThrow({ where: { title } });
    const operation = await getOperation(actor, id);
    expect(operation.cause).toMatch(words);
    // The ledger has an invitation from before it is sent.
    if (journey !== "invite") expect(operation.result?.registryId ?? null).toBeNull();
    // What certainly had no effect frees the name; what is uncertain blocks it.
    expect(operation.isOpen).toBe(state !== "REFUSED");
    expect(operation.attempts[0]?.evidence?.phases.connectedMs).toBeGreaterThanOrEqual(0);
    const shown = shownOf(journey, operation);
    expect(shown).toMatch(TITLES[state]?.title ?? /^$/);
    expect(shown).toContain(operation.cause);
    expect(shown).toMatch(TITLES[state]?.next ?? /^$/);
    // The next step: send again, settle, or change what was sent.
    expect(operation.isUncertain).toBe(state === "UNKNOWN" || state === "DONE_ID_LOST");
    expect(operation.canDiscard).toBe(state === "NOT_SENT");
    expect(operation.canSend).toBe(state === "NOT_SENT" && journey !== "upload");
    expect(operation.attempts.map(({ outcome }) => outcome)).toEqual([state]);
    const reference = operation.attempts[0]?.evidence?.reference ?? "";
    expect(reference).toMatch(/^[A-Z0-9-]{6,}$/);
    const audit = await portal.audited({ operationId: id });
    expect(audit.map(({ outcome }) => outcome)).toEqual(["INTENDED", OUTCOMES[state]]);
    expect(audit.map(({ actorId }) => actorId)).toEqual([actor.staffId, actor.staffId]);
    expect(audit[1]).toMatchObject({ requestId: reference, after: { state, title } });
    expect(JSON.stringify([operation, audit.map(({ after }) => after)])).not.toMatch(/eyJ[\w-]{8,}\./);
  });

  test("and what is told agrees with what the service has", async () => {
    const { violations, uncertain } = await checkHistory(portal.db, portal.dataDir);
    expect(violations).toEqual([]);
    expect(uncertain).toBeGreaterThan(10);
  });
});

test.each(["resetBefore", "closeBefore"] as const)(
  "F7 of an upload, %s: uncertain only when the end of the file had left, and there is no model",
  async (kind) => {
    portal.proxy.inject("POST", PATHS.upload, { kind });
    const title = `early-${kind}.ifc`;
    const state = await doPortalWork({ actor, journey: "upload", key: formKey(), subject: title, ...home });
    expect(["UNKNOWN", "NOT_SENT"]).toContain(state);
    const { cause, isUncertain } = await getOperation(
      actor,
      (await portal.db.operation.findFirstOrThrow({ where: { title } })).id,
    );
    expect(isUncertain).toBe(state === "UNKNOWN");
    expect(cause).toMatch(state === "UNKNOWN" ? MAY : /cannot have accepted the file/);
    expect(await portal.db.serviceDocument.count({ where: { name: title } })).toBe(0);
  },
);

test("F13: an answer that comes byte by byte is an answer", async () => {
  portal.proxy.inject("POST", PATHS["create cloud"], { kind: "drip", bytes: 40, everyMs: 1 });
  const { connectionId } = home;
  const made = await createCloud(actor, { key: formKey(), connectionId, name: "Drop by drop" });
  expect(made).toMatchObject({ operation: { state: "DONE" }, cloudId: expect.any(String) });
});

test("F36: the connection was changed while one was uncertain: it keeps its own, and reading warns", async () => {
  const connectionId = await portal.addConnection("rotated-later");
  portal.proxy.inject("POST", PATHS["create cloud"], { kind: "resetAfter" });
  const { operation } = await createCloud(actor, { key: formKey(), connectionId, name: "Before the change" });
  const before = await findCandidates(actor, operation.id);
  expect(before).toMatchObject({ isConnectionChanged: false, candidates: [{ name: "Before the change" }] });
  const data = { clientId: portal.service.origin, revision: { increment: 1 } };
  await portal.db.connection.update({ where: { id: connectionId }, data });
  expect(await portal.db.operation.findUniqueOrThrow({ where: { id: operation.id } })).toMatchObject({
    connectionRevision: 1,
    state: "UNKNOWN",
  });
  expect(await getOperation(actor, operation.id)).toMatchObject({
    isConnectionChanged: true,
    state: "UNKNOWN",
  });
  // Other credentials cannot be used for reading: this is said, and nothing is concluded.
  await expect(findCandidates(actor, operation.id)).rejects.toMatchObject({ code: expect.any(String) });
  expect((await getOperation(actor, operation.id)).state).toBe("UNKNOWN");
});
