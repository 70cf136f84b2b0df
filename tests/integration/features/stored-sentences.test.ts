/** Sentences as they are stored: English for SQL, parts for every language, and older versions that write at the same time. */
import { expect, test } from "vitest";
import { recall, toldOf } from "#lib/core/language/stored-sentence.ts";
import { sayIn } from "#lib/core/texts.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { confirmJoined } from "#lib/features/invitations/upkeep.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { useGerman } from "#tests/support/in-german.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { formKey, usePortal } from "./portal.ts";

useGerman()("en");
const moveClock = useMovedClock();
const portal = await usePortal();
const sanne = await portal.actor();

async function uncertain(name: string): Promise<string> {
  portal.proxy.inject("POST", /^\/service\/cloud$/, { kind: "resetBefore" });
  const { operation } = await createCloud(sanne, portal.cloudForm(name));
  expect(operation.state).toBe("UNKNOWN");
  return operation.id;
}

const rowOf = (id: string) => portal.db.operation.findUniqueOrThrow({ where: { id } });

test("an operation's cause is found by its English in SQL, and told in German from its parts", async () => {
  const id = await uncertain("Found by its cause");
  const found = await portal.db.$queryRaw<{ id: string; text: string }[]>`
    SELECT id, cause_said ->> 'text' AS text FROM operation WHERE cause LIKE 'No answer came:%' AND id = ${id}::uuid`;
  expect(found).toEqual([
    { id, text: "No answer came: {words}. The operation may or may not have been carried out." },
  ]);
  const row = await rowOf(id);
  expect(sayIn("de", () => toldOf(row, "cause"))).toMatch(/^Es kam keine Antwort/);
  // A word of ours in a person's name is not translated.
  moveClock(16 * 60_000);
  const absent = { id, decision: "absent", note: "Looked at the platform twice." } as const;
  await settleOperation({ ...sanne, name: "nothing" }, absent);
  const settled = await rowOf(id);
  expect(settled.cause).toBe("nothing checked and confirmed that it does not exist.");
  expect(sayIn("de", () => toldOf(settled, "cause"))).toMatch(/^nothing /);
});

test("a version that does not know of parts changes the text, and the old parts go with the old text", async () => {
  const id = await uncertain("Changed by an older version");
  const before = await rowOf(id);
  expect(recall(before, "cause")).toMatchObject({ text: expect.any(String), values: expect.any(Object) });
  await portal.db.$executeRaw`UPDATE operation SET note = 'Seen.', cause = cause WHERE id = ${id}::uuid`;
  expect((await rowOf(id)).causeSaid).toEqual(before.causeSaid);
  await portal.db.$executeRaw`UPDATE operation SET cause = 'Sanne closed it.' WHERE id = ${id}::uuid`;
  expect(await rowOf(id)).toMatchObject({
    ...before,
    cause: "Sanne closed it.",
    causeSaid: null,
    note: "Seen.",
  });
});

test("an invitation's evidence has its parts, and loses them with a text that an older version erases", async () => {
  const { cloudId } = await portal.makeCloud(sanne, "With evidence");
  const email = "evidence@example.org";
  const { invitationId } = await invitePerson(sanne, { key: formKey(), cloudId, email });
  const evidenceOf = () => portal.db.invitation.findUniqueOrThrow({ where: { id: invitationId ?? "" } });
  // Without values the text is all that is stored.
  expect(await evidenceOf()).toMatchObject({
    evidence: expect.stringMatching(/^The service accepted the invitation/),
    evidenceSaid: null,
  });
  const note = "Nobody answered; {name} said so.";
  await confirmJoined(sanne, { invitationId: invitationId ?? "", note });
  const row = await evidenceOf();
  expect(row.evidence).toBe(`Confirmed by hand by Sanne Verbeek: “${note}”`);
  expect(row.evidenceSaid).toMatchObject({ values: { name: "Sanne Verbeek", note } });
  expect(sayIn("de", () => toldOf(row, "evidence"))).toBe(`Von Hand bestätigt von Sanne Verbeek: „${note}“`);
  await portal.db.$executeRaw`UPDATE invitation SET evidence = 'Erased.' WHERE id = ${row.id}::uuid`;
  expect(await evidenceOf()).toMatchObject({ evidence: "Erased.", evidenceSaid: null });
});
