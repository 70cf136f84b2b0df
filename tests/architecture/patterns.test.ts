/**
 * Every regular expression of the product is found in its sources and attacked: a text ten times longer must cost about ten
 * times as much. Exceptions are listed, with the reason why strangers cannot reach them.
 */
import { expect, test } from "vitest";
import { isLinear } from "#tests/support/patterns/attack.ts";
import { findPatterns } from "#tests/support/patterns/patterns.ts";
import { listSources } from "./source-files.ts";

/** Patterns that are slow on some texts, and why they never get such a text. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  [String.raw`/\B(?=(\d{3})+(?!\d))/g`]: "groups the digits of a number that Portico made: at most 22",
  [String.raw`/^\s*(begin|commit|rollback|start\s+transaction)\b[^;\n]*;/im`]:
    "reads Portico's own migrations",
  [String.raw`/\.new-[^/]*$/`]: "reads the path of this installation's own database folder",
};

/** Places whose pattern the file alone does not determine, and what it is made from. */
const MADE: Readonly<Record<string, string>> = {
  "lib/elements/files/csv/fields.ts":
    "one class of characters: the delimiter, the quotation mark and the line ends",
  "lib/elements/files/forecast/scan.ts": "the names of the months, between bounded digits",
};

const sources = (await listSources()).filter((path) => /^(?:app|lib)\//.test(path));
const { patterns, unreadable } = findPatterns(sources);
const byPattern = Map.groupBy(patterns, ({ source, flags }) => `/${source}/${flags}`);

test("every pattern is found, and what it says can be read", () => {
  expect(patterns.length).toBeGreaterThan(300);
  expect(unreadable.map((place) => place.replace(/:\d+$/, "")).toSorted()).toEqual(
    Object.keys(MADE).toSorted(),
  );
});

test("no text that a stranger sends makes a pattern slow", () => {
  const slow = [...byPattern].filter(
    ([name, [found]]) => found !== undefined && !(name in EXCEPTIONS) && !isLinear(found.source, found.flags),
  );
  const how = "write the pattern without repeats that match the same characters, or bound them";
  const places = slow.map(([name, [found]]) => `${found?.place ?? ""} ${name}`);
  expect(places, how).toEqual([]);
});

test("every exception is still one", () => {
  expect(Object.keys(EXCEPTIONS).filter((name) => !byPattern.has(name))).toEqual([]);
});

test.each([
  ["exponential", "(a+)+$", ""],
  ["exponential by alternatives", "^(?:a|a)+b$", ""],
  [
    "the scheme before a password in an address",
    String.raw`\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]+@`,
    "gi",
  ],
  ["a JSON Web Token", String.raw`\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`, "g"],
  [
    "a key without an end",
    String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----`,
    "g",
  ],
  ["a sentence with several places", String.raw`^([\s\S]+?): ([\s\S]+?)\. ([\s\S]+?) it$`, ""],
  ["the end of a row of signs", String.raw`-+$`, ""],
])("the attack finds what is slow: %s", (_what, source, flags) => {
  expect(isLinear(source, flags)).toBe(false);
});
