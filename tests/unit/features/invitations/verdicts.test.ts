import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inEnglish } from "#lib/core/texts.ts";
import { reasonToStop, waitMs, type Answer } from "#lib/features/batches/brake.ts";
import { readAddressList } from "#lib/features/invitations/addresses/address-list.ts";
import { scriptWarning } from "#lib/features/invitations/addresses/letters.ts";
import { findLookAlikes } from "#lib/features/invitations/addresses/look-alike.ts";
import { judgeAlone, judgeList, type Known } from "#lib/features/invitations/addresses/verdicts.ts";
import { whyNoReminder } from "#lib/features/invitations/policy.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

const NOTHING: Known = { invitations: new Map(), elsewhere: new Set(), members: null, domains: new Map() };

/** What a domain looks like, beside the domains where people are known. */
const likeOf = (
  domain: string,
  known: Iterable<readonly [string, number]> = [],
  count = 1,
): string | undefined => findLookAlikes(new Map([[domain, count]]), new Map(known)).get(domain);

describe("domains that look like others", () => {
  test.each([
    ["gmial.com", "gmail.com"],
    ["gmail.con", "gmail.com"],
    ["gmaill.com", "gmail.com"],
    ["hotmail.co", "hotmail.com"],
    ["outlok.com", "outlook.com"],
    ["yahooo.com", "yahoo.com"],
  ])("%s looks like %s", (domain, like) => {
    expect(likeOf(domain)).toBe(like);
  });

  test.each([
    "gmail.com",
    "ymail.com",
    "mail.com",
    "hotmail.it",
    "outlook.at",
    "gmx.de",
    "bouwgroep-oost.nl",
  ])("%s is what it is", (domain) => {
    expect(likeOf(domain)).toBeUndefined();
  });

  test("what the list itself uses often is what a rare neighbour probably meant, unless only a number differs", () => {
    const domains = new Map([
      ["bouwgroep-oost.nl", 30],
      ["bouwgroep-oots.nl", 1],
      ["bouwgroep-west.nl", 1],
      ["bouwgroep-ost.nl", 20],
      ["bouwteam1.nl", 30],
      ["bouwteam2.nl", 1],
      ["bouwteam12.nl", 1],
    ]);
    expect([...findLookAlikes(domains, new Map())]).toEqual([["bouwgroep-oots.nl", "bouwgroep-oost.nl"]]);
  });

  test("letters that are drawn alike are found against the list and against the people who are known", () => {
    expect(likeOf("acrne.example", [["acme.example", 1]])).toBe("acme.example");
    expect(likeOf("acme.example", [["acrne.example", 1]])).toBeUndefined();
    expect(likeOf("vvest.nl", [["west.nl", 1]])).toBe("west.nl");
    expect(likeOf("b0uw.nl", [["bouw.nl", 1]])).toBe("bouw.nl");
    expect(likeOf("grnail.com")).toBe("gmail.com");
    expect(likeOf("barn.nl")).toBeUndefined();
    const both = new Map(["acrne.example", "acme.example"].map((domain) => [domain, 1]));
    expect([...findLookAlikes(both, new Map())]).toEqual([["acrne.example", "acme.example"]]);
  });

  test("a domain in which many people are known is what a rare neighbour probably meant; one with people of its own is not asked about", () => {
    const known = { "bouwgroep-oost.nl": 12, "bouwgroep-ost.nl": 3, "barn-bouw.nl": 4, "bam-bouw.nl": 9 };
    const beside = (domain: string): string | undefined => likeOf(domain, Object.entries(known));
    expect(beside("bouwgroep-oots.nl")).toBe("bouwgroep-oost.nl");
    expect(beside("bouwgroep-ost.nl")).toBeUndefined();
    expect(beside("barn-bouw.nl")).toBeUndefined();
  });

  test("an address in letters of another script comes with the Latin one that it looks like", () => {
    const judge = (email: string) => judgeAlone(NOTHING)({ email, key: email.toLowerCase() });
    for (const [typed, suggestion] of [
      ["аnna@example.org", "anna@example.org"],
      ["Сосо@example.org", "Coco@example.org"],
      ["anna@xn--80ak6aa92e.com", "anna@apple.com"],
    ] as const)
      expect(judge(typed), typed).toMatchObject({ verdict: "MIXED_SCRIPTS", suggestion });
    expect(judge("anna.шмидt@example.org")).not.toHaveProperty("suggestion");
    expect(judge("иван@example.org").verdict).toBe("GOOD");
  });

  test("letters of two scripts, and letters that only look Latin, are named with where the mail goes", () => {
    expect(inEnglish(scriptWarning("pаvel", "example.org") ?? "")).toMatch(/mixes letters of two scripts/);
    expect(inEnglish(scriptWarning("ivan", "xn--80ak6aa92e.com") ?? "")).toMatch(
      /look like Latin letters.*xn--80ak6aa92e\.com/,
    );
    expect(scriptWarning("иван", "example.org")).toBeNull();
    expect(scriptWarning("élodie", "xn--bcher-kva.example")).toBeNull();
  });
});

test("every entry has one verdict, in order, and each address is sent at most once", () => {
  const taken = fc.constantFrom("waits@x.nl", "member@x.nl");
  const piece = fc.oneof(taken, fc.constantFrom("a@x.nl", "A@x.nl", "b@gmial.com", "c@@x.nl", "lost"));
  const known: Known = {
    ...NOTHING,
    invitations: new Map([["waits@x.nl", { state: "WAITING", since: new Date(0) }]]),
    members: new Set(["member@x.nl"]),
  };
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
      const { entries } = readAddressList(pieces.join("\n"));
      const rows = judgeList(entries, known);
      expect(rows.map((row) => row.n)).toEqual(pieces.map((_, at) => at + 1));
      const sent = rows.filter((row) => row.isIncluded).map((row) => row.address);
      expect(new Set(sent).size).toBe(sent.length);
      for (const { detail, isIncluded, verdict } of rows)
        expect([detail === "", isIncluded]).toEqual([false, verdict === "GOOD"]);
    }),
    { numRuns: repeatsOf(2_000, 500) },
  );
});

test("10,000 addresses, one in ten bad and one in twenty repeated, are all judged", () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => {
    if (at % 10 === 0) return `person.${String(at)}@@x.nl`;
    return `person.${String(at % 20 === 1 ? at - 1 + 2 : at)}@sub-${String(at % 700)}.example`;
  });
  const { entries } = readAddressList(lines.join("\r\n"));
  expect(judgeList(entries, NOTHING)).toHaveLength(10_000);
});

describe("the brake", () => {
  const answer = (state: Answer["state"], status: number | null = null): Answer => ({
    state,
    status,
    tries: 1,
    cause: "It said so.",
  });
  const times = (count: number, one: Answer): Answer[] => Array.from({ length: count }, () => one);
  const done = answer("DONE", 201);
  const unknown = answer("UNKNOWN");

  test.each([
    ["two unknown", [unknown, unknown, done, done], null],
    ["three unknown in a row", [unknown, unknown, unknown, done], /3 times in a row/],
    [
      "five unknown of twenty",
      [unknown, done, unknown, done, unknown, done, unknown, done, unknown],
      /5 of the last 9/,
    ],
    ["one refusal of the credentials", [answer("REFUSED", 401)], /credentials/],
    ["no token", [{ ...answer("NOT_SENT"), tries: 0 }], /Couldn’t get an access token/],
    ["an address that is refused", times(20, answer("REFUSED", 400)), null],
    ["a cloud that is not there", times(3, answer("REFUSED", 404)), /refused 3 addresses/],
    ["a redirect", times(3, answer("REFUSED", 302)), /refused 3 addresses/],
    ["no connection", times(3, answer("NOT_SENT")), /could not be sent/],
    ["nothing yet", [], null],
  ])("%s", (_name, answers, reason) => {
    const said = reasonToStop(answers);
    if (reason === null) expect(said).toBeNull();
    else expect(inEnglish(said ?? "")).toMatch(reason);
  });

  test("waits are as told, never longer than a quarter of an hour, and grow where nothing is told", () => {
    expect(waitMs(7, 0)).toBe(7_000);
    expect(waitMs(10 * 365 * 86_400, 0)).toBe(900_000);
    expect(waitMs(0, 3)).toBe(1_000);
    expect([0, 1, 2].map((waits) => waitMs(null, waits))).toEqual([5_000, 10_000, 20_000]);
  });

  test("a reminder within a day needs ten characters of reason; a reason does not open the number", () => {
    const at = new Date("2026-11-21T12:00:00Z");
    const fresh = { mailsAsked: 1, lastMailAt: new Date("2026-11-21T11:00:00Z") };
    expect(whyNoReminder(fresh, "", at)?.field).toBe(true);
    expect(whyNoReminder(fresh, "short", at)?.sentence).toMatch(/2026-11-22 11:00 UTC/);
    expect(whyNoReminder(fresh, "The mail was lost.", at)).toBeNull();
    expect(whyNoReminder({ ...fresh, lastMailAt: new Date("2026-11-20T11:59:00Z") }, "", at)).toBeNull();
    expect(whyNoReminder({ ...fresh, mailsAsked: 6 }, "The mail was lost.", at)?.field).toBe(false);
  });
});
