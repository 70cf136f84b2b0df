/**
 * Sentences about files and answers consist of a frame, reasons and quotations. However the code nests them, each is told entirely in
 * German: a German frame around an English reason would be half a translation.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { kept, told, type Sentence } from "#lib/core/language/kept-texts.ts";
import { inEnglish, t } from "#lib/core/texts.ts";
import { damaged, storageError } from "#lib/elements/errors.ts";
import { ReadBackMismatch } from "#lib/elements/files/written.ts";
import { failureWords } from "#lib/features/elements/failure-words.ts";
import { READER_SENTENCES } from "#tests/support/sentences/reader.ts";
import { fromHttpFailure } from "#lib/service/client/errors.ts";
import { judge } from "#lib/service/client/outcome.ts";
import { choiceText, lengthText, methodText, missingObjectText, TEXT } from "#lib/service/contract/errors.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { HOSTILE_FILES } from "#tests/support/hostile-ifc.ts";
import { englishIn } from "#tests/support/english-left.ts";
import { GERMAN, useGerman } from "#tests/support/in-german.ts";
import { STEP_TOKENS, mutate, randomNumbers } from "#tests/support/mutations.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { read, stepFile } from "../ifc/support.ts";
import { readTable } from "../elements/table.ts";

useGerman();

type Said = { english: string; german: string };

const placesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const number = fc.integer({ min: 0, max: 1e12 }).map(String);
/** What a file may say: the frames' own marks, words of ours, other scripts; but never the mark that closes the surrounding quotation. */
const quoted = fc
  .array(fc.constantFrom("#12 IFCWALL(", "Reading", "skipped", "é", " ", "IFC5", "a; b", "line 3", "Türen"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((pieces) => pieces.join("").trim() || "x");
/** Placeholders that quote a file and never hold a sentence. */
const QUOTES = new Set(["text", "name", "names", "path", "globalId", "ifcClass", "records", "schema"]);

/** A sentence, or a part of one, with its placeholders filled as the reader fills them. */
function saidBy(texts: readonly string[]): fc.Arbitrary<Said> {
  return fc.constantFrom(...texts).chain((text) => {
    const values = placesOf(text).map((name) => fc.tuple(fc.constant(name), valueFor(name)));
    return fc.tuple(...values).map((filled): Said => {
      const english = Object.fromEntries(filled.map(([name, said]) => [name, said.english]));
      const german = Object.fromEntries(filled.map(([name, said]) => [name, said.german]));
      return { english: kept(text, english), german: t(text, german) };
    });
  });
}

const same = (text: string): Said => ({ english: text, german: text });

function valueFor(name: string): fc.Arbitrary<Said> {
  if (name === "found")
    return fc.oneof(
      said("nothing"),
      quoted.map((text) => same(`"${text}"`)),
    );
  if (name === "hint") return said("An archive within an archive is not opened.");
  if (name === "records") return fc.constant(same("IfcDoor"));
  if (QUOTES.has(name)) return quoted.map(same);
  return name === "what" ? saidBy(ENDS) : number.map(same);
}

const said = (text: string): fc.Arbitrary<Said> => fc.constant({ english: text, german: GERMAN[text] ?? "" });

/** How a broken record ends, and what the header states. */
const ENDS = [
  ...["skipped", "no schema", "the schema {names}", "no bracket follows the class name"],
  ...["a text is not closed with an apostrophe", "the record is not closed with a semicolon"],
  ...["a text is not closed with an apostrophe and runs to the end of the file"],
  ...["a comment is not closed and runs to the end of the file"],
  ...["the file ends in the middle of this record: it was cut off"],
];
const PLACES = ["record #{record}, line {line}: {what}", "record #{record}: {what}", "line {line}: {what}"];
const isOfRecord = (text: string): boolean => /^[a-z{]/.test(text) && !/\.$/.test(text);
const OF_RECORDS = READER_SENTENCES.filter((text) => isOfRecord(text) && !PLACES.includes(text));
const OF_FILES = READER_SENTENCES.filter((text) => !isOfRecord(text) && text !== "In the archive: {what}");

/** A sentence with its position in the file, or in the archive. */
const placed = fc
  .oneof(
    fc.tuple(fc.constantFrom(...PLACES), saidBy(OF_RECORDS)),
    fc.tuple(
      fc.constant("In the archive: {what}"),
      saidBy(OF_FILES.filter((text) => text.startsWith("The file"))),
    ),
    fc.tuple(fc.constant("{what}"), saidBy(OF_FILES)),
  )
  .chain(([frame, reason]) =>
    fc.tuple(number, number).map(([record, line]): Said => {
      if (frame === "{what}") return reason;
      return {
        english: kept(frame, { what: reason.english, record, line }),
        german: t(frame, { what: reason.german, record, line }),
      };
    }),
  );

test("every sentence of the reader is told whole, with its place, its reason and what it quotes", () => {
  expect([OF_RECORDS.length, OF_FILES.length].every((count) => count > 25)).toBe(true);
  fc.assert(
    fc.property(placed, ({ english, german }) => {
      expect(told(english)).toBe(german);
    }),
    { numRuns: repeatsOf(5_000, 1_000) },
  );
});

/** The English words that are left in sentences as they are told, each with its sentence. */
const leftIn = (sentences: readonly Sentence[]): string[] =>
  sentences.flatMap((sentence) => englishIn(told(sentence)).map((word) => `${word}: ${told(sentence)}`));

async function leftByReader(bytes: Uint8Array): Promise<string[]> {
  const { result } = await read(bytes);
  return leftIn([...result.errors, ...result.warnings]);
}

test("what the reader says of hostile files has no English left", async () => {
  const takesLarge = repeatsOf(10) === 10;
  for (const { name, bytes } of HOSTILE_FILES.filter(({ isLarge }) => takesLarge || !isLarge))
    expect(await leftByReader(bytes()), name).toEqual([]);
});

test("nor what it says of files that were changed by chance, or that quote more than a sentence holds", async () => {
  const wall = (id: number, guid: string): string => `#${String(id)}=IFCWALL('${guid}',$,$,$,$,$,$,$);`;
  const long = "x".repeat(100_000);
  const seeds = [
    stepFile(`${wall(1, long)}\n${wall(2, long)}`),
    stepFile(
      `\u0001\u0002 \n${wall(1, "0000000000000000000WAL")}\n#2=;\n#3=IFCDOOR('a',$,$,$,$,$,$,$,$,$,$,$,$`,
    ),
    stepFile(wall(1, "0000000000000000000WAL"), "IFC5"),
  ];
  const random = randomNumbers(71);
  for (let count = 0; count < repeatsOf(300, 60); count += 1) {
    const seed = Buffer.from(seeds[count % seeds.length] ?? "", "latin1");
    const bytes = count < seeds.length ? seed : mutate(seed, random, STEP_TOKENS);
    expect(await leftByReader(bytes)).toEqual([]);
  }
});

const ANSWER =
  '{"a":{"attributes":{"Name":"A \\u00e9","Width":1.5e3,"On":true},"Pset":{"B":[1,{"c":null}]}},"b":{"attributes":{}}}';
const MARKS = [...['"', "{", "}", "[", "]", ",", ":"], ...["tru", "1.", "\\u12", "\u0001", "null", '"id"']];
const LIST =
  '[{"id":"a","attributes":{"Name":"A"},"property_sets":[{"name":"P","properties":[{"name":"B","value":1}]}]}]';

test("what is said of answers that are cut or changed has no English left", async () => {
  const random = randomNumbers(7);
  const said = new Set<string>();
  for (let count = 0; count < repeatsOf(4_000, 1_000); count += 1) {
    const seed = Buffer.from(count % 2 === 0 ? ANSWER : LIST);
    await readTable([mutate(seed, random, MARKS)]).catch((thrown: unknown) => {
      const sentence = failureWords(thrown, "r");
      said.add(inEnglish(sentence).replaceAll(/\d+|"."/g, ""));
      expect(leftIn([sentence])).toEqual([]);
    });
  }
  expect(said.size).toBeGreaterThan(20);
});

test("what is said of the data folder, of files read back and of services has no English left", () => {
  const startedAt = "2026-11-22T08:00:00Z";
  const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
  const silent = kept("nothing listens at that address");
  const refused = new HttpFailure("connect", "ECONNREFUSED", silent, { startedAt });
  const answered = (status: number, body: unknown): Sentence => {
    const outcome = judge(
      {
        status,
        headers: { "content-type": "application/json" },
        bytes: Buffer.from(JSON.stringify(body)),
        phases: { startedAt, connectedMs: 1, requestSentMs: 2 },
        tries: 1,
      },
      { read: () => undefined },
    );
    return "cause" in outcome ? outcome.cause : "";
  };
  const sentences = [
    storageError(full, kept("Reading the snapshot")).message,
    storageError(new Error("other"), kept("Writing the snapshot")).message,
    damaged(kept("its row index is wrong")).message,
    new ReadBackMismatch(kept("row {row}, column {column}", { row: 3, column: 4 })).message,
    new ReadBackMismatch(kept("it is not an archive: “{text}”", { text: "end of central directory" }))
      .message,
    kept("{failure} Nothing was published.", { failure: damaged(kept("a file is cut off")).message }),
    fromHttpFailure(kept("The models could not be read"), refused).message,
  ];
  expect(leftIn(sentences)).toEqual([]);
  expect(told(answered(404, { detail: "Not found." }))).toBe(
    "Der Dienst hat mit 404 geantwortet: „Nicht gefunden.“",
  );
  expect(told(answered(400, { email: ["Enter a valid email address."] }))).toBe(
    "Der Dienst hat mit 400 geantwortet: „email: Geben Sie eine gültige E-Mail-Adresse ein.“",
  );
  // A foreign service's words are left untranslated.
  expect(told(answered(400, { detail: "Niet toegestaan" }))).toBe(
    "Der Dienst hat mit 400 geantwortet: „Niet toegestaan“",
  );
});

test("every sentence of the interface's errors is marked, and told whole", () => {
  expect(Object.values<string>(TEXT).filter((text) => !Object.hasOwn(GERMAN, text))).toEqual([]);
  const filled = [lengthText(50), choiceText("Z"), methodText("PUT"), missingObjectText(7)];
  expect(leftIn([...Object.values(TEXT), ...filled])).toEqual([]);
});

test("what people and files are called is not translated, although it may be a word of ours", () => {
  expect(told(kept("Paused by {name}.", { name: "none" }))).toBe("Angehalten von none.");
});
