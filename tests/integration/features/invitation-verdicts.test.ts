/** The longest lists: a verdict for every line of ten thousand, even where ten thousand people are known already. */
import { appendFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { useListDesk } from "./list-desk.ts";

const desk = await useListDesk();
const { portal } = desk;
const LINES = 10_000;
/** Longer than a reading of the service's lists counts as fresh. */
const LATER_MS = 3_600_000;
/** The proof's figures go to this file. */
const REPORT = process.env["PORTICO_FAULT_REPORT"];
/** People whom the service knows. The gate takes fewer than a list may have, by the same statements; the proof takes all. */
const KNOWN = REPORT === undefined ? 3_000 : LINES;

const moveClock = useMovedClock();

const addressOf = (at: number): string => `person.${String(at)}@bouwgroep-oost.nl`;

/** One in ten is not an address, and one in twenty repeats the first line. */
function mixedList(): string {
  const lines = Array.from({ length: LINES }, (_, at) => {
    if (at % 10 === 3) return `person ${String(at)} at bouwgroep-oost.nl`;
    return at % 20 === 5 ? `Person <${addressOf(0)}>` : `Person ${String(at)} <${addressOf(at)}>`;
  });
  return lines.join("\n");
}

async function prepare(what: string, addresses: string, count = LINES): Promise<string> {
  const beganAt = performance.now();
  const id = await desk.prepare(addresses);
  const verdicts = { what, addresses: count, ms: Math.round(performance.now() - beganAt) };
  if (REPORT !== undefined) await appendFile(REPORT, `${JSON.stringify({ verdicts })}\n`);
  return id;
}

test("of 10,000 lines, one in ten bad and one in twenty repeated, has a verdict for each", async () => {
  const id = await prepare("nobody known", mixedList());
  expect(await desk.list(id)).toMatchObject({
    total: LINES,
    verdicts: { GOOD: 8_500, MALFORMED: 1_000, REPEATED: 500 },
    included: 8_500,
  });
});

test("thousands of people whom the service knows already: each is told so, and what changes there changes here", async () => {
  const { db, service } = portal;
  const { id: applicationId } = await db.serviceApplication.findFirstOrThrow({
    where: { clientId: { startsWith: "portal-" } },
  });
  const cloudId = desk.cloudServiceId();
  await service.db.serviceInvitation.createMany({
    data: Array.from({ length: KNOWN }, (_, at) => ({
      cloudId,
      applicationId,
      address: addressOf(at),
      email: addressOf(at),
      redirectUri: "https://platform.bouwdata.example",
      role: 50,
    })),
  });
  const everybody = Array.from({ length: KNOWN }, (_, at) => addressOf(at)).join("\n");
  const first = await prepare("all waiting at the service, seen for the first time", everybody, KNOWN);
  expect((await desk.list(first)).verdicts).toEqual({ INVITED: KNOWN });
  const second = await prepare("all waiting, known", everybody, KNOWN);
  expect((await desk.list(second)).verdicts).toEqual({ INVITED: KNOWN });

  await service.db.serviceInvitation.deleteMany({ where: { cloudId } });
  moveClock(LATER_MS);
  const third = await prepare("all gone from the service's list", everybody, KNOWN);
  expect((await desk.list(third)).verdicts).toEqual({ GOOD: KNOWN });
  expect(await db.invitation.count({ where: { cloudId: desk.cloudId(), state: "GONE" } })).toBe(KNOWN);
});
