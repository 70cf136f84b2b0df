/**
 * How many elements of each class a file has, counted by three readers: ours, web-ifc, and a scan that knows only `#1=IFCDOOR(`. Every file
 * of the set is read as it is, and in four other spellings that programs use for the same model: in the gate in one of the five, by turns.
 */
import { describe, expect, test } from "vitest";
import { repeatsOf } from "#tests/support/repeats.ts";
import { listFixtures, read, readFixture } from "./support.ts";
import { countReference } from "./web-ifc-model.ts";

type Spelling = (text: string) => string;

/** Applies only outside of strings; a doubled apostrophe is an empty piece between two strings. */
function outsideStrings(text: string, change: Spelling): string {
  return text
    .split("'")
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join("'");
}

/** The records of the DATA section, each with its semicolon and the rest of its line. */
function changeRecords(text: string, change: (records: string[]) => string[]): string {
  const parts = /^([^]*?\bDATA;\s*)([^]*?)(\s*ENDSEC;\s*END-ISO-10303-21;[^]*)$/.exec(text);
  if (parts === null) throw new Error("The file has no DATA section.");
  const [, head = "", data = "", end = ""] = parts;
  return head + change(data.split(/(?<=;)[ \t]*\r?\n/)).join("\n") + end;
}

const SPELLINGS: Record<string, Spelling> = {
  "as it is": (text) => text,
  "on one line": (text) => text.replace(/\r?\n/g, ""),
  "with CR LF, spaces and comments": (text) =>
    changeRecords(text, (records) => records.map((record) => `/* #1=IFCDOOR( */ ${record}`))
      .replace(/\r?\n/g, "\r\n")
      .replace(/^(.*?#\d+)\s*=\s*/gm, "$1 = "),
  "from the last record to the first": (text) => changeRecords(text, (records) => records.toReversed()),
  "with other numbers": (text) =>
    outsideStrings(text, (piece) =>
      piece.replace(/#(\d+)/g, (_, id) => `#${String(Number(id) * 7 + 1_000_003)}`),
    ),
};

/** Elements by class name in capitals; classes without elements are omitted. */
type Census = Record<string, number>;

function scan(text: string, classes: ReadonlySet<string>): Census {
  const census: Census = {};
  const plain = outsideStrings(text, (piece) => piece.replace(/\/\*[^]*?\*\//g, ""));
  for (const [, name = ""] of plain.matchAll(/#\d+\s*=\s*(IFC\w+)\s*\(/g)) {
    if (classes.has(name)) census[name] = (census[name] ?? 0) + 1;
  }
  return census;
}

const NAMES = Object.keys(SPELLINGS);
const SPELLINGS_EACH = repeatsOf(NAMES.length);

describe.each(listFixtures().map((name, at) => ({ name, at })))("$name", ({ name, at }) => {
  const chosen = NAMES.filter(
    (_, turn) => (turn + NAMES.length - (at % NAMES.length)) % NAMES.length < SPELLINGS_EACH,
  );
  test.each(chosen)("%s", async (spelling) => {
    const text = SPELLINGS[spelling]?.(readFixture(name).toString("latin1")) ?? "";
    const bytes = Buffer.from(text, "latin1");
    const [model, reference] = [await read(bytes), await countReference(bytes)];
    expect(model.result.errors).toEqual([]);
    const own = Object.entries(model.classes).map(([key, found]) => [
      key.toUpperCase(),
      Object.keys(found).length,
    ]);
    const foreign = [...reference].map(([key, count]) => [key.toUpperCase(), count] as const);
    expect(Object.fromEntries(own)).toEqual(Object.fromEntries(foreign));
    expect(Object.fromEntries(own)).toEqual(scan(text, new Set(foreign.map(([key]) => key))));
    expect(own.length).toBeGreaterThan(0);
  });
});
