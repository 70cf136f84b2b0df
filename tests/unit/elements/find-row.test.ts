/** An element of a stored snapshot is found by its GlobalId wherever it stands, and nothing else is. */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import { findRowById } from "#lib/elements/snapshot/find-row.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { streamOf } from "./table.ts";

const ROWS = 10_000;

/** Of 22 characters, as a GlobalId has. */
const idOf = (row: number): string => `0${String(row).padStart(21, "$_")}`;

const folder = await useScratchFolder("find-row");
const elements = Array.from({ length: ROWS }, (_, row) => {
  // Texts name other elements, at their beginning, in the middle and whole, and are long enough for many blocks.
  const text = [idOf(row + 1), `see ${idOf(ROWS - row)}, ${"x".repeat(300)}`, idOf(row)][row % 3] ?? "";
  return `${JSON.stringify(idOf(row))}:{"attributes":{"Name":${JSON.stringify(text)}},"P":{"n":${String(row)}}}`;
});
await writeSnapshot({ source: streamOf(`{${elements.join(",")}}`), dir: join(folder, "s") });
const snapshot = await openSnapshot(join(folder, "s"));
afterAll(() => snapshot.close());

it("is the row that has the id, never one whose values have it", async () => {
  for (const row of [0, 1, 2, 4_999, 8_191, 8_192, ROWS - 2, ROWS - 1])
    expect(await findRowById(snapshot, idOf(row)), String(row)).toBe(row);
});

it("is none for what only begins like an id, goes on after it, or stands in a value alone", async () => {
  for (const id of [
    idOf(7).slice(0, 21),
    `${idOf(7)}x`,
    idOf(ROWS),
    "",
    idOf(3).toUpperCase().replace("$", "£"),
  ])
    expect(await findRowById(snapshot, id), id).toBe(-1);
});

it("ends at once when nobody waits any more", async () => {
  await expect(findRowById(snapshot, idOf(5), AbortSignal.abort())).rejects.toThrow();
});
