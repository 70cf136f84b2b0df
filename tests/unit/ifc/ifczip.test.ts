/**
 * Archives that no ordinary program writes: whatever an archive claims about itself, either its one model is extracted whole, or a sentence
 * says what is wrong. Never beyond the limits, never outside the target.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ArchiveError, unpackIfcZip } from "#lib/ifc/ifczip.ts";
import { buildZip } from "#tests/support/hostile-zip.ts";
import type { ZipEntry } from "#tests/support/hostile-zip.ts";
import { mutate, randomNumbers } from "#tests/support/mutations.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { stepFile } from "./support.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const CHANGED = 600;
const LIMITS = { unpackedBytesMax: 256 * 1024, ratioFloorBytes: 16 * 1024 };
const MODEL = Buffer.from(stepFile("#1=IFCWALL('0000000000000000000WAL',$,$,$,$,$,$,$,$);"));

const dir = await useScratchFolder("zip");
beforeEach(() => {
  rmSync(join(dir, "out"), { recursive: true, force: true });
  mkdirSync(join(dir, "out"));
});

/** The extracted content, or the sentence about what is wrong. Anything else is thrown. */
async function unpack(archive: Uint8Array): Promise<Buffer | string> {
  const archivePath = join(dir, "model.ifczip");
  const targetPath = join(dir, "out", "model.ifc");
  writeFileSync(archivePath, archive);
  try {
    await unpackIfcZip({ archivePath, targetPath, limits: LIMITS });
    return readFileSync(targetPath);
  } catch (error) {
    if (error instanceof ArchiveError) return error.message;
    throw error;
  } finally {
    expect(readdirSync(dir).toSorted()).toEqual(["model.ifczip", "out"]);
    expect(readdirSync(join(dir, "out")).filter((name) => name !== "model.ifc")).toEqual([]);
    // One chunk beyond the limit may have been written before this was noticed.
    if (existsSync(targetPath))
      expect(statSync(targetPath).size).toBeLessThan(LIMITS.unpackedBytesMax + 64 * 1024);
  }
}

function zipped(...entries: Partial<ZipEntry>[]): Buffer {
  return buildZip(entries.map((entry) => ({ name: "model.ifc", content: MODEL, ...entry })));
}

/** The offset at which an archive's directory starts. */
function directoryAt(archive: Buffer): number {
  return archive.readUInt32LE(archive.length - 6);
}

/** An archive whose directory is changed before it is read. */
function withDirectory(change: (archive: Buffer, at: number) => unknown, archive = zipped({})): Buffer {
  change(archive, directoryAt(archive));
  return archive;
}

/** An entry that refers to a zip64 field (APPNOTE 4.5.3) for its size, with any content in that field. */
function zip64(unpacked: bigint, packed: bigint): Buffer {
  const archive = zipped({});
  const at = directoryAt(archive);
  const nameLength = archive.readUInt16LE(at + 28);
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(unpacked, 4);
  extra.writeBigUInt64LE(packed, 12);
  const head = Buffer.from(archive.subarray(0, at + 46 + nameLength));
  head.writeUInt32LE(0xffffffff, at + 20);
  head.writeUInt32LE(0xffffffff, at + 24);
  head.writeUInt16LE(extra.length, at + 30);
  const end = Buffer.from(archive.subarray(archive.length - 22));
  end.writeUInt32LE(end.readUInt32LE(12) + extra.length, 12);
  return Buffer.concat([head, extra, end]);
}

describe("an archive that tells the truth", () => {
  const good: [string, Buffer][] = [
    ["packed", zipped({})],
    ["stored", zipped({ isStored: true })],
    ["in a folder", zipped({ name: "a/b/MODEL.IFC" })],
    ["beside what archivers add", zipped({}, { name: "__MACOSX/._model.ifc" }, { name: "readme.txt" })],
    ["with its size in a zip64 field", zip64(BigInt(MODEL.length), BigInt(directoryAt(zipped({})) - 39))],
  ];
  test.each(good)("%s: the model comes out whole", async (_name, archive) => {
    expect(await unpack(archive)).toEqual(MODEL);
  });
});

describe("an archive that lies, or holds something else", () => {
  const bomb = Buffer.alloc(200 * 1024, 0x20);
  const emptyEntry = (_nothing: unknown, at: number): ZipEntry => ({
    name: String(at),
    content: Buffer.alloc(0),
    isStored: true,
  });
  const wrong: [string, () => Buffer, RegExp][] = [
    ["more than its limit", () => zipped({ content: Buffer.alloc(300 * 1024, 1) }), /are allowed|more than/],
    ["a hundred times its size", () => zipped({ content: bomb }), /100 times/],
    [
      "a bomb that says it is small",
      () => zipped({ content: bomb, statedSize: 100 }),
      /not true|100 times|damaged/,
    ],
    ["a bomb that says it is large packed", () => zipped({ content: bomb, statedPackedSize: 1 << 20 }), /./],
    ["a wrong checksum", () => zipped({ statedCrc: 7 }), /checksum/],
    ["a size too small", () => zipped({ statedSize: 10 }), /not true/],
    ["a size too large", () => zipped({ statedSize: MODEL.length + 9 }), /not true|damaged/],
    ["a zip64 size of a petabyte", () => zip64(1n << 50n, 60n), /are allowed/],
    ["a zip64 size beyond all numbers", () => zip64((1n << 64n) - 1n, 60n), /./],
    ["a zip64 packed size beyond the file", () => zip64(BigInt(MODEL.length), 1n << 40n), /./],
    ["an encrypted entry", () => zipped({ flags: 1 }), /encrypted/],
    ["a strongly encrypted entry", () => zipped({ flags: 0x41 }), /encrypted/],
    ["two models", () => zipped({}, { name: "b.ifc" }), /2 models/],
    ["the same model twice", () => zipped({}, {}), /2 models/],
    ["no model", () => zipped({ name: "a.txt" }), /no \.ifc/],
    ["nothing", () => buildZip([]), /found nothing/],
    ["an archive within", () => zipped({ name: "a.ifczip", content: zipped({}) }), /within an archive/],
    ["a link", () => zipped({ mode: 0o120777 }), /link/],
    ["../", () => zipped({ name: "../model.ifc" }), /leads out/],
    ["a path that goes down and out", () => zipped({ name: "a/../../model.ifc" }), /leads out/],
    ["an absolute path", () => zipped({ name: "/etc/model.ifc" }), /leads out/],
    ["a drive", () => zipped({ name: "C:\\model.ifc" }), /leads out/],
    ["65,535 entries", () => buildZip(Array.from({ length: 65_535 }, emptyEntry)), /65535 entries/],
    [
      "65,535 entries of which none is there",
      () =>
        withDirectory((archive) => {
          archive.writeUInt16LE(65_534, archive.length - 14);
          archive.writeUInt16LE(65_534, archive.length - 12);
        }),
      /65534 entries/,
    ],
    ["a method nobody knows", () => withDirectory((bytes, at) => bytes.writeUInt16LE(99, at + 10)), /method/],
    [
      "a directory that points beyond the file",
      () => withDirectory((bytes, at) => bytes.writeUInt32LE(0x7fffffff, at + 42)),
      /damaged/,
    ],
    [
      "a directory within itself",
      () => withDirectory((bytes, at) => bytes.writeUInt32LE(at, at + 42)),
      /damaged/,
    ],
    ["only its end", () => zipped({}).subarray(-22), /damaged/],
    ["only its beginning", () => zipped({}).subarray(0, 60), /damaged/],
  ];
  test.each(wrong)("%s: a sentence", async (_name, make, says) => {
    const result = await unpack(make());
    expect(typeof result === "string" ? result : "it was unpacked").toMatch(says);
  });
});

test("entries that share their bytes: one model is unpacked once, two are refused", async () => {
  const shared = withDirectory(
    (archive, at) => archive.writeUInt32LE(0, at + 46 + archive.readUInt16LE(at + 28) + 42),
    zipped({}, { name: "b.txt" }),
  );
  expect(await unpack(shared)).toEqual(MODEL);
});

test(`${String(CHANGED)} archives changed by chance: the model whole, or a sentence`, async () => {
  const random = randomNumbers(SEED);
  const seeds = [
    zipped({}),
    zipped({ isStored: true }, { name: "a.txt" }),
    zip64(BigInt(MODEL.length), 60n),
    zipped({ name: "x/model.ifc" }, { name: "__MACOSX/a" }),
  ];
  const headers = ["PK\u0001\u0002", "PK\u0003\u0004", "PK\u0005\u0006", "PK\u0006\u0006"];
  const tokens = [...headers, "\u00ff".repeat(4), "../", "\0"];
  let refused = 0;
  for (let count = 0; count < CHANGED; count += 1) {
    const archive = mutate(seeds[count % seeds.length] ?? Buffer.alloc(0), random, tokens);
    const context = `FUZZ_SEED=${String(SEED)}, archive ${String(count)}: ${archive.toString("base64")}`;
    const result = await unpack(archive).catch((error: unknown) => {
      throw new Error(context, { cause: error });
    });
    if (typeof result !== "string") expect(result.equals(MODEL), context).toBe(true);
    else {
      refused += 1;
      expect(result, context).toMatch(/^[A-Z"].*\.$/s);
    }
  }
  expect(refused).toBeGreaterThan(CHANGED / 4);
  expect(refused).toBeLessThan(CHANGED);
});
