/**
 * What the overview counts as waiting for a person: every kind, one by one and in large numbers. It says that nothing needs attention only
 * where none of them exists.
 */
import { describe, expect, test } from "vitest";
import type { ModelState } from "#lib/features/models/rules.ts";
import { countAttention } from "#lib/core/attention.ts";
import { inEnglish, say } from "#lib/core/texts.ts";
import { givenUpBy } from "#lib/features/batches/outcomes.ts";
import {
  ago,
  all,
  DAY_MS,
  HOUR_MS,
  putBulk,
  putCalls,
  putCheck,
  putDelivery,
  putExport,
  putInvitation,
  putMail,
  putMissing,
  putModels,
  putOperation,
  putPeople,
  putPlan,
  putProjects,
  putRefusedThenDone,
  putRehearsal,
} from "./attention-ground.ts";

const times = async (count: number, put: () => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < count; i += 1) await put();
};

test("with nothing that waits or failed, nothing is counted", async () => {
  await putModels(["ready", "running", "waiting", "unstated", "deleted"]);
  await putCheck(null);
  await putCalls(200, { count: 3 });
  await putMail(0);
  await putInvitation(ago(HOUR_MS));
  expect(await all()).toEqual([]);
});

test.each<[kind: string, count: number, put: () => Promise<unknown>]>([
  ["failed models, however long ago", 7, () => putModels(Array<ModelState>(7).fill("failed"))],
  ["models that the service gave up", 1, () => putModels(["ready", "wontFix"])],
  [
    "failed models of several projects, more than are shown",
    31,
    async () => {
      await putModels(Array<ModelState>(30).fill("failed"));
      await putModels(["failed"], true);
    },
  ],
  ["failed exports, more than are shown", 9, () => times(9, () => putExport("FAILED"))],
  ["failed models of bulk exports", 14, () => times(7, () => putBulk(2))],
  ["uncertain operations, more than are shown", 25, () => times(25, () => putOperation("UNKNOWN"))],
  ["operations done twice, more than are shown", 8, () => times(8, () => putOperation("DUPLICATE_FOUND"))],
  ["operations that were not sent", 3, () => times(3, () => putOperation("NOT_SENT"))],
  ["refused operations", 2, () => times(2, () => putOperation("REFUSED"))],
  ["a refused connection", 1, () => putCheck(2)],
  ["a silent connection", 1, () => putCalls(null, { count: 3 })],
  ["mails that do not get through", 2, () => times(2, () => putMail(3))],
  ["paused lists of invitations, more than are shown", 7, () => times(7, () => putPeople("PAUSED"))],
  ["paused lists of projects, more than are shown", 7, () => times(7, () => putProjects("PAUSED"))],
  ["paused plans, more than are shown", 7, () => times(7, () => putPlan("PAUSED"))],
  [
    "invitations of an ended list",
    3,
    () =>
      putPeople("ENDED", [
        { operation: "REFUSED" },
        { heldBack: "Why." },
        { heldBack: say("The project {id} is gone.", { id: 7 }) },
      ]),
  ],
  ["projects of an ended list", 1, () => putProjects("ENDED", [{ operation: "REFUSED" }])],
  ["steps of an ended plan", 1, () => putPlan("ENDED", { operation: "REFUSED" })],
  ["failed rehearsals, more than are shown", 6, () => times(6, () => putRehearsal("FAILED"))],
  ["webhook deliveries that were given up", 2, () => times(2, () => putDelivery("FAILED"))],
  ["invitations without an answer", 3, () => times(3, () => putInvitation(ago(10 * DAY_MS)))],
  ["a Cloud that is missing at its service", 1, () => putMissing("cloud")],
  ["projects that are missing at their service", 2, () => putMissing("projects")],
])("%s: counted one by one, each item with where to go", async (_kind, count, put) => {
  await put();
  const items = await all();
  expect(countAttention(items)).toBe(count);
  for (const { href, title, verb } of items) {
    expect(href).toMatch(/^\//);
    expect([title, verb]).not.toContain("");
  }
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

/** Every state that the schema knows: those that wait for a person, or failed, count. A new state has to be decided here. */
describe("whatever state the schema knows is counted or not, as decided", () => {
  const check = <State extends string>(
    name: string,
    waits: Readonly<Record<NoInfer<State>, boolean>>,
    put: (state: State) => Promise<unknown>,
  ): void => {
    test.each(Object.entries(waits) as [State, boolean][])(`${name} %s: %s`, async (state, isCounted) => {
      await put(state);
      expect(countAttention(await all()) > 0).toBe(isCounted);
    });
  };

  check(
    "operation",
    {
      // The sweeper holds operations that were never sent.
      PREPARED: false,
      HELD: true,
      SENDING: false,
      NOT_SENT: true,
      REFUSED: true,
      DONE: false,
      ALREADY: false,
      DONE_ID_LOST: true,
      UNKNOWN: true,
      RESOLVED_DONE: false,
      RESOLVED_ABSENT: false,
      // A person decided this.
      DISCARDED: false,
      ABANDONED: false,
      DUPLICATE_FOUND: true,
    },
    putOperation,
  );
  check(
    "export",
    {
      QUEUED: false,
      READING: false,
      WRITING: false,
      VERIFYING: false,
      DONE: false,
      FAILED: true,
      CANCELLED: false,
    },
    putExport,
  );
  check("plan", { DRAFT: false, RUNNING: false, WAITING: true, PAUSED: true, ENDED: false }, putPlan);
  check("list of invitations", { DRAFT: false, RUNNING: false, PAUSED: true, ENDED: false }, putPeople);
  check("list of projects", { DRAFT: false, RUNNING: false, PAUSED: true, ENDED: false }, putProjects);
  check("rehearsal", { QUEUED: false, RUNNING: false, DONE: false, FAILED: true }, putRehearsal);
  check("webhook delivery", { WAITING: false, DELIVERED: false, FAILED: true }, putDelivery);
  check<ModelState>(
    "model",
    {
      waiting: false,
      running: false,
      ready: false,
      failed: true,
      wontFix: true,
      deleted: false,
      unstated: false,
    },
    (state) => putModels([state]),
  );
});

test("what a person gave up, passed over or has done since is not counted again", async () => {
  await putPeople("ENDED", [
    { heldBack: givenUpBy("Sanne Verbeek") },
    // As written by a version before sentences had parts.
    { heldBack: inEnglish(givenUpBy("Sanne Verbeek")) },
    { operation: "DONE" },
    { operation: "DISCARDED" },
    { isIncluded: false },
  ]);
  await putPlan("ENDED", { operation: "REFUSED", isPassed: true });
  await putRefusedThenDone();
  expect(await all()).toEqual([]);
});

test("a row of a list is no longer counted once its person joined, waits or got an email otherwise, or was erased", async () => {
  const at = (name: string): string => `${name}@campus.example`;
  const heldBack = "The person is a member already.";
  await putInvitation(ago(DAY_MS), "JOINED", { address: at("joined") });
  await putInvitation(ago(0), "WAITING", { address: at("invited") });
  await putInvitation(ago(0), "WAITING", { address: at("elsewhere"), mailAt: null });
  await putInvitation(ago(0), "CANCELLED", { address: at("withdrawn"), mailAt: ago(0) });
  await putInvitation(ago(DAY_MS), "WAITING", { address: at("before") });
  await putInvitation(ago(0), "REFUSED", { address: at("refused"), mailAt: ago(DAY_MS) });
  const settled = ["joined", "invited", "elsewhere", "withdrawn"].map((name) => ({ address: at(name) }));
  await putPeople("ENDED", [
    ...settled.map((row) => ({ ...row, operation: "REFUSED" as const })),
    ...settled.map((row) => ({ ...row, heldBack })),
    { operation: "REFUSED", address: null },
    { heldBack, address: at("before") },
    { operation: "REFUSED", address: at("refused") },
    { operation: "REFUSED", address: at("alone") },
  ]);
  expect(await all()).toMatchObject([{ title: "3 invitations of the list for Riem not sent", count: 3 }]);
});
