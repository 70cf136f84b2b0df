import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { iterateZip, type ZipEntry } from "#lib/elements/files/zip.ts";
import { partName, safeName } from "#lib/elements/file-names.ts";
import { startBulkSchema } from "#lib/features/exports/bulk-schema.ts";
import { bulkSummary } from "#lib/features/exports/bulk/summary.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { unpack } from "#tests/support/unpack.ts";

const ID = "3f0c8a52-7a5e-4b52-9a55-1d6f3b1c2d3e";
const FORM = { key: ID, cloudId: ID, profile: "programs" };

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7_000)
    yield await Promise.resolve(bytes.subarray(at, at + 7_000));
}

/** @param claimed how large each file is said to be, if not as large as it is */
async function archiveOf(files: ReadonlyMap<string, Uint8Array>, claimed?: number): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, bytes] of files)
      yield await Promise.resolve({ name, bytes: claimed ?? bytes.length, content: inPieces(bytes) });
  }
  return Buffer.concat(await Array.fromAsync(iterateZip(entries())));
}

test("an independent reader finds in an archive the files that were put in", async () => {
  const names = fc.uniqueArray(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map((name) => safeName(name, "x")),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(names, fc.integer({ min: 0, max: 60_000 }), async (found, size) => {
      const files = new Map(found.map((name, i) => [`${name}.csv`, randomBytes(size >> i)]));
      expect(await unpack(await archiveOf(files))).toEqual(files);
    }),
    { numRuns: 60 },
  );
});

test("the same files make the same archive, byte for byte", async () => {
  const files = new Map([
    ["a.csv", Buffer.from("a,b\r\n1,2\r\n")],
    ["b/c.csv", randomBytes(200_000)],
  ]);
  expect((await archiveOf(files)).equals(await archiveOf(files))).toBe(true);
});

test("whoever stops reading an archive ends the file that is read, and opens no other", async () => {
  const seen: string[] = [];
  const files = async function* (): AsyncGenerator<ZipEntry> {
    for (const name of ["a", "b"]) {
      const content = async function* (): AsyncGenerator<Uint8Array> {
        try {
          for (;;) yield await Promise.resolve(randomBytes(50_000));
        } finally {
          seen.push(`${name} ended`);
        }
      };
      seen.push(`${name} opened`);
      yield await Promise.resolve({ name, content: content() });
    }
  };
  for await (const piece of iterateZip(files())) if (piece.length > 1_000) break;
  expect(seen).toEqual(["a opened", "a ended"]);
});

test("an entry that may be too large for plain headers is found all the same", async () => {
  const files = new Map([["large.csv", Buffer.from("a,b\r\n1,2\r\n")]]);
  expect(await unpack(await archiveOf(files, 5 * 2 ** 32))).toEqual(files);
});

test("an archive that was cut anywhere is no archive, and a failing file fails it", async () => {
  const archive = await archiveOf(new Map([["a.csv", randomBytes(3_000)]]));
  for (const bytes of [0, 10, 1_000, archive.length - 30, archive.length - 1])
    await expect(unpack(archive.subarray(0, bytes))).rejects.toThrow();
  const failing = async function* (): AsyncGenerator<ZipEntry> {
    const content = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from("some"));
      throw new Error("the disk is gone");
    };
    yield await Promise.resolve({ name: "a.csv", bytes: 100, content: content() });
  };
  await expect(Array.fromAsync(iterateZip(failing()))).rejects.toThrow("the disk is gone");
});

test("names in an archive lead nowhere and are one for each model", () => {
  fc.assert(
    fc.property(anyUnicode(), (modelName) => {
      const name = partName({ modelName, modelId: 4712 }, ["IfcDoor"], "csv");
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_-]*-4712-IfcDoor\.csv$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(300);
    }),
    { numRuns: 100 },
  );
});

test("a summary names what failed and what was left out", () => {
  const failures = [{ modelName: "Blok C", reason: "The service broke off." }];
  const dak = { projectName: "Zuid", modelId: 9, modelName: "Dak", reason: "its state is “Failed”" };
  const leftOut = [{ ...dak, asked: true }];
  const run = { models: 20, modelsDone: 18, modelsFailed: 1, failures, leftOut, notReady: [], table: null };
  expect(bulkSummary(run)).toBe(
    "18 of 20 models, 1 failed: Blok C (The service broke off.), 1 left out: Dak (its state is “Failed”)",
  );
  const none = { failures: [], leftOut: [], notReady: [] };
  const one = { models: 1, modelsDone: 1, modelsFailed: 0, ...none, table: null };
  expect(bulkSummary(one)).toBe("1 of 1 model");
  expect(bulkSummary({ ...one, notReady: [{ ...dak, asked: false }] })).toBe(
    "1 of 1 model, 1 more not ready: Dak (its state is “Failed”)",
  );
  const table = { state: "FAILED", rowsDone: 0, rowsTotal: null, bytes: 0, secondsLeft: null } as const;
  expect(bulkSummary({ ...run, table, modelsDone: 0, modelsFailed: 19 })).toBe(
    "0 of 20 models, no table: The service broke off., 1 left out: Dak (its state is “Failed”)",
  );
});

test("a form is read with one box ticked, several, or none; what is impossible is refused with its field", () => {
  const form = { ...FORM, projectId: ID, which: "chosen", classes: "IfcDoor, IfcWall IfcDoor" };
  const refusedField = (given: object): unknown => startBulkSchema.safeParse(given).error?.issues[0]?.path;
  expect(startBulkSchema.parse({ ...form, models: "12" })).toMatchObject({
    models: ["12"],
    classes: ["IfcDoor", "IfcWall"],
  });
  expect(startBulkSchema.parse({ ...form, models: ["12", "13"] }).models).toEqual(["12", "13"]);
  expect(refusedField(form)).toEqual(["models"]);
  expect(refusedField({ ...form, which: "all", classes: " " })).toEqual(["classes"]);
  expect(startBulkSchema.safeParse({ ...form, models: "12", projectId: "" }).success).toBe(false);
});

test("a view stands for its classes, a kept one or one that a table shows; options are those of every export", () => {
  const form = { ...FORM, which: "all", profile: "spreadsheets" };
  const view = startBulkSchema.parse({
    ...form,
    view: "doors",
    options: '{"delimiter":"|"}',
    onLoss: "stop",
  });
  expect(view).toMatchObject({ view: "doors", classes: [], onLoss: "stop", options: { delimiter: "|" } });
  const content = { ifcClasses: ["IfcDoor"], columns: [{ property: "Tag" }] };
  const shown = startBulkSchema.parse({ ...form, content: JSON.stringify(content) });
  expect(shown).toMatchObject({ content, onLoss: "write" });
  for (const change of [{ view: "" }, { view: "doors", options: "{" }, { content: "[]" }])
    expect(startBulkSchema.safeParse({ ...form, ...change }).success).toBe(false);
});
