/** People of a plan: their addresses are checked in the same way as everywhere else. */
import { expect, test } from "vitest";
import { inEnglish } from "#lib/core/texts.ts";
import { rehearsePlan } from "#lib/features/plans/rehearsing.ts";
import { planCommands } from "#lib/features/plans/kind.ts";
import { correctPerson } from "#lib/features/plans/editing.ts";
import { listPlanSteps } from "#lib/features/plans/queries.ts";
import { addRows } from "#tests/support/add-rows.ts";
import { uniqueName, usePlanDesk } from "./plan-desk.ts";

const desk = await usePlanDesk();
const { portal, sanne } = desk;

/** A plan of a Cloud with these people. */
const prepare = (name: string, invitations: string[]): Promise<string> =>
  desk.prepareFile({ portico_plan: 1, cloud: { name: uniqueName(name) }, invitations });

test("its people are judged as everywhere: against the domains of members, with names around addresses, also in a file", async () => {
  const { service, makeCloud } = portal;
  const { cloudId } = await makeCloud(sanne, uniqueName("Known"));
  const email = "somebody@hamburg-bau.example";
  await addRows(service.databaseUrl, [["member", { cloud_id: cloudId, address: email, email }]]);
  const invitations = ["Anna <anna@harnburg-bau.example>", "Bert <bert@hamburg-bau.example>"];
  const id = await prepare("Judged", invitations);
  const people = (await desk.steps(id)).slice(1);
  expect(people.map(({ title, verdict, isIncluded }) => [title, verdict, isIncluded])).toEqual([
    ["anna@harnburg-bau.example", "LOOK_ALIKE", false],
    ["bert@hamburg-bau.example", "GOOD", true],
  ]);
  expect(inEnglish(people[0]?.detail ?? "")).toMatch(/Was anna@hamburg-bau\.example meant\?/);
});

test("an address of a draft is put right: judged anew, another that repeated the old one takes its place, and a rehearsal is forgotten", async () => {
  const invitations = ["a@gmial.com", "a@gmial.com", "b@@havenstad.example", "c@havenstad.example"];
  const id = await prepare("Corrected", invitations);
  const { db } = portal;
  const people = async () => (await desk.steps(id)).slice(1);
  const shown = async (): Promise<unknown[]> =>
    (await people()).map(({ title, verdict, isIncluded }) => [title, verdict, isIncluded]);
  const correct = async (nth: number, address: string): Promise<void> => {
    await correctPerson(sanne, { stepId: (await people())[nth]?.id ?? "", address });
  };
  await rehearsePlan(sanne, id);
  await expect(correct(0, "a@")).rejects.toMatchObject({
    details: { fieldErrors: { address: [expect.any(String)] } },
  });
  expect(await db.rehearsal.count({ where: { planId: id } })).toBe(1);
  expect((await people())[0]?.suggestion).toBe("a@gmail.com");
  await correct(0, "Anna <a@gmail.com>");
  await correct(2, "c@havenstad.example");
  expect(await shown()).toEqual([
    ["a@gmail.com", "GOOD", true],
    ["a@gmial.com", "LOOK_ALIKE", false],
    ["c@havenstad.example", "REPEATED", false],
    ["c@havenstad.example", "GOOD", true],
  ]);
  expect(await db.rehearsal.count({ where: { planId: id } })).toBe(0);
  await planCommands.start(sanne, id);
  await expect(correct(1, "a@gmail.com")).rejects.toMatchObject({ code: "CONFLICT" });
});

test("the people that a plan left out are counted and listed at its end, each with the reason", async () => {
  const id = await prepare("Left out", ["a@gmial.com", "b@@havenstad.example", "c@havenstad.example"]);
  await planCommands.start(sanne, id);
  await desk.work();
  const plan = await desk.stopped(id);
  expect(plan).toMatchObject({ included: 2, ended: 2, people: 3, leftOut: { people: 2, models: 0 } });
  const { steps, next } = await listPlanSteps(sanne, { planId: id, onlyLeftOut: true, limit: 1 });
  expect(steps.map(({ title }) => title)).toEqual(["a@gmial.com"]);
  expect(inEnglish(steps[0]?.detail ?? "")).toMatch(/Was a@gmail\.com meant\?/);
  const rest = await listPlanSteps(sanne, { planId: id, onlyLeftOut: true, afterN: next ?? 0 });
  expect(rest.steps.map(({ title, outcome }) => [title, outcome])).toEqual([
    ["b@@havenstad.example", "LEFT_OUT"],
  ]);
});

test("a line that repeats an address leaves nobody out and is no further person", async () => {
  const invitations = ["a@havenstad.example", "b@gmial.com", "A@havenstad.example", "b@gmial.com"];
  const id = await prepare("Listed twice", invitations);
  expect(await desk.plan(id)).toMatchObject({ people: 2, steps: 5, included: 2, leftOut: { people: 1 } });
  const { steps } = await listPlanSteps(sanne, { planId: id, onlyLeftOut: true });
  expect(steps.map(({ title }) => title)).toEqual(["b@gmial.com"]);
});
