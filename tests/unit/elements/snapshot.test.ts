import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import { fromWire, toWire, type Row } from "#lib/elements/wire.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { failureOf, readTable, streamOf, utf8 } from "./table.ts";

let folder: string;
let dir: string;
beforeEach(async () => {
  folder = await makeScratchFolder("snapshot");
  dir = join(folder, "model", "IfcDoor");
});
afterEach(() => removeScratchFolder(folder));

/** Elements with every kind of cell, and with texts long enough to need several blocks. */
function manyElements(count: number): string {
  const elements = Array.from({ length: count }, (_, i) => {
    const wide = i % 97 === 0 ? "w".repeat(70_000) : `text, ${i}`;
    return `"id${i}":{"attributes":{"Name":${JSON.stringify(wide)}},"P":{${i % 3 ? `"n":${i}.50,` : ""}"v":${["null", "true", '""', "[1,2.0]", "{}"][i % 5] ?? ""}}}`;
  });
  return `{${elements.join(",")}}`;
}

async function allRows(): Promise<Row[]> {
  await using snapshot = await openSnapshot(dir);
  return await Array.fromAsync(snapshot.iterateRows());
}

/** Writes an answer to `dir`. */
const store = (answer: string) => writeSnapshot({ source: streamOf(answer), dir });

describe("a snapshot", () => {
  it("holds what the answer says, and says what it is a snapshot of", async () => {
    const text = manyElements(500);
    const progress: { bytes: number; rows: number }[] = [];
    const meta = await writeSnapshot({
      source: streamOf(text),
      dir,
      date: new Date("2026-11-21T08:00:00Z"),
      onProgress: (step) => progress.push(step),
    });
    expect(meta).toMatchObject({
      date: "2026-11-21T08:00:00.000Z",
      form: "map",
      rows: 500,
      bytes: utf8(text).length,
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    const inMemory = await readTable(text);
    expect(meta.columns).toEqual(inMemory.columns);
    expect(await allRows()).toEqual(inMemory.rows);
    expect(progress.at(-1)).toEqual({ bytes: meta.bytes, rows: 500 });
    await using snapshot = await openSnapshot(dir);
    expect(snapshot.meta).toEqual(meta);
  });

  it("gives any page as the run through all rows has it", async () => {
    await store(manyElements(1_000));
    const rows = await allRows();
    await using snapshot = await openSnapshot(dir);
    const columns = snapshot.meta.columns.map((_, place) => place);
    for (const [from, count] of [
      [0, 1],
      [0, 1_000],
      [96, 3],
      [500, 200],
      [999, 1],
      [10, 0],
    ] as const) {
      const numbers = Array.from({ length: count }, (_, i) => from + i);
      expect(await snapshot.readCells(numbers, columns)).toEqual(rows.slice(from, from + count));
    }
    for (const number of [-1, 0.5, 1_000, 5_000])
      expect(await failureOf(snapshot.readCells([number], columns))).toBe("BAD_OPTION");
  });

  it("sends rows through JSON without mixing up missing, no value and empty text", async () => {
    await store(manyElements(50));
    const rows = await allRows();
    expect(fromWire(JSON.parse(JSON.stringify(toWire(rows))) as ReturnType<typeof toWire>)).toEqual(rows);
  });

  it.each(["{}", "[]"])(
    "of an answer without elements, %s, is a table without rows and columns",
    async (text) => {
      const meta = await store(text);
      expect(meta).toMatchObject({ rows: 0, columns: [] });
      expect(await allRows()).toEqual([]);
    },
  );

  it("reads rows whose columns hardly ever repeat", async () => {
    const elements = Array.from(
      { length: 70_000 },
      (_, i) => `"${i}":{"P":{"a${i % 300}":${i},"b${Math.floor(i / 300)}":true}}`,
    );
    await store(`{${elements.join(",")}}`);
    await using snapshot = await openSnapshot(dir);
    const columns = snapshot.meta.columns.map((_, place) => place);
    const [row] = await snapshot.readCells([69_999], columns);
    const found = snapshot.meta.columns.flatMap((column, i) => {
      const cell = row?.cells[i];
      return cell === undefined ? [] : [[column.property, cell]];
    });
    expect(found).toEqual([
      ["a99", { kind: "number", text: "69999" }],
      ["b233", true],
    ]);
  });

  it.each([
    ["a truncated answer", '{"a":{"s":{"p":1}}', "TRUNCATED"],
    ["a wrong answer", '{"a":{"s":{"p":1}},}', "SYNTAX"],
  ])("of %s is not there at all", async (_, text, code) => {
    expect(await failureOf(store(text))).toBe(code);
    expect(await readdir(join(folder, "model"))).toEqual([]);
    expect(await failureOf(openSnapshot(dir))).toBe("SNAPSHOT_NOT_FOUND");
  });

  it("that is cancelled leaves nothing, wherever it was", async () => {
    const text = utf8(manyElements(2_000));
    for (const cancelAt of [0, 3, 10]) {
      const giveUp = new AbortController();
      async function* source(): AsyncGenerator<Uint8Array> {
        for (let piece = 0; piece * 65_536 < text.length; piece++) {
          if (piece === cancelAt) giveUp.abort();
          yield await Promise.resolve(text.subarray(piece * 65_536, (piece + 1) * 65_536));
        }
      }
      expect(await failureOf(writeSnapshot({ source: source(), dir, signal: giveUp.signal }))).toBe(
        "CANCELLED",
      );
      expect(await readdir(join(folder, "model"))).toEqual([]);
    }
  });

  it("is never overwritten, and takes the place of an empty folder", async () => {
    await mkdir(dir, { recursive: true });
    await store('{"a":{}}');
    expect(await failureOf(store('{"b":{}}'))).toBe("SNAPSHOT_EXISTS");
    expect(await allRows()).toEqual([{ id: "a", cells: [] }]);
    expect(await readdir(join(folder, "model"))).toEqual(["IfcDoor"]);
  });

  it("is written by one of two writers at once, whole", async () => {
    const outcomes = await Promise.all(["a", "b"].map((id) => failureOf(store(`{"${id}":{}}`))));
    expect(outcomes.toSorted()).toEqual(["SNAPSHOT_EXISTS", "none"]);
    expect(await allRows()).toEqual([{ id: outcomes[0] === "none" ? "a" : "b", cells: [] }]);
  });

  it("reports a folder that cannot be written", async () => {
    await writeFile(join(folder, "model"), "a file in the way");
    expect(await failureOf(store("{}"))).toBe("STORAGE_FAILED");
  });

  it("is recognised as damaged when any byte of it changed or is missing", async () => {
    await store('{"a":{"s":{"p":"text"}},"b":{"s":{"q":12}},"c":{}}');
    for (const name of (await readdir(dir)).filter((file) => file !== "meta.json")) {
      const path = join(dir, name);
      const good = await readFile(path);
      for (let at = 0; at < good.length; at++) {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ 0x11;
        await writeFile(path, bad);
        expect(`${name} ${at} ${await failureOf(allRows())}`).toBe(`${name} ${at} SNAPSHOT_DAMAGED`);
      }
      await writeFile(path, good.subarray(0, -1));
      expect(await failureOf(allRows())).toBe("SNAPSHOT_DAMAGED");
      await rm(path);
      expect(await failureOf(allRows())).toBe("SNAPSHOT_DAMAGED");
      await writeFile(path, good);
    }
    await writeFile(join(dir, "meta.json"), '{"format":1,"rows":');
    expect(await failureOf(openSnapshot(dir))).toBe("SNAPSHOT_DAMAGED");
    await writeFile(join(dir, "meta.json"), '{"format":0}');
    expect(await failureOf(openSnapshot(dir))).toBe("SNAPSHOT_DAMAGED");
  });
});
