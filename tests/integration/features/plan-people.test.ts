/** People of a plan: their addresses are checked in the same way as everywhere else. */
import { expect, test } from "vitest";
import { inEnglish } from "#lib/core/texts.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { uniqueName, usePlanDesk } from "./plan-desk.ts";
import { formKey } from "./portal.ts";

const desk = usePlanDesk();

test("its people are judged as everywhere: against the domains of members, with names around addresses, also in a file", async () => {
  const { db, connectionId } = desk.portal();
  const made = await createCloud(desk.sanne(), { key: formKey(), connectionId, name: uniqueName("Known") });
  const email = "somebody@hamburg-bau.example";
  await db.member.create({
    data: {
      cloudId: made.cloudId ?? "",
      serviceId: 1n,
      address: email,
      email,
      name: "Somebody",
      foundAt: new Date(),
    },
  });
  const invitations = ["Anna <anna@harnburg-bau.example>", "Bert <bert@hamburg-bau.example>"];
  const id = await desk.prepareFile({
    portico_plan: 1,
    cloud: { name: uniqueName("Judged") },
    invitations,
  });
  const people = (await desk.steps(id)).slice(1);
  expect(people.map(({ title, verdict, isIncluded }) => [title, verdict, isIncluded])).toEqual([
    ["anna@harnburg-bau.example", "LOOK_ALIKE", false],
    ["bert@hamburg-bau.example", "GOOD", true],
  ]);
  expect(inEnglish(people[0]?.detail ?? "")).toMatch(/Was anna@hamburg-bau\.example meant\?/);
});
