/** Names that have a meaning in JavaScript, from a model's bytes to the exported file: they are plain data at every step. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { iterateWholeCsv } from "#lib/elements/files/csv/fast/write.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import { CSV_FOR_PROGRAMS, headingRowOf } from "#tests/support/plain-csv.ts";
import { read, stepFile } from "../ifc/support.ts";
import { streamOf } from "./table.ts";

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "toString",
  "then",
  "__defineGetter__",
];

/** A door with a property set of each name, which holds a property of each name. */
function model(): string {
  const records = ["#1=IFCDOOR('0000000000000000000DOR',$,'__proto__',$,$,$,$,'constructor',$,$,$,$,$);"];
  NAMES.forEach((name, n) => {
    const first = 100 * (n + 1);
    const ids = NAMES.map((_, at) => `#${String(first + 2 + at)}`);
    records.push(
      ...NAMES.map(
        (own, at) => `${ids[at] ?? ""}=IFCPROPERTYSINGLEVALUE('${own}',$,IFCLABEL('${name} ${own}'),$);`,
      ),
      `#${String(first)}=IFCPROPERTYSET('000000000000000000SET${String(n)}',$,'${name}',$,(${ids.join(",")}));`,
      `#${String(first + 1)}=IFCRELDEFINESBYPROPERTIES('000000000000000000REL${String(n)}',$,$,$,(#1),#${String(first)});`,
    );
  });
  return stepFile(records.join("\n"));
}

it("S31: property sets and properties named like JavaScript's own are columns like any other", async () => {
  const before = Reflect.ownKeys(Object.prototype);
  const { result, files } = await read(model());
  expect(result.errors).toEqual([]);
  const folder = await mkdtemp(join(tmpdir(), "portico-names-"));
  try {
    await writeSnapshot({ source: streamOf(files["IfcDoor.json"] ?? ""), dir: folder });
    const snapshot = await openSnapshot(folder);
    const pieces = await Array.fromAsync(
      iterateWholeCsv(snapshot, {
        ...CSV_FOR_PROGRAMS,
        headingRow: headingRowOf(snapshot, CSV_FOR_PROGRAMS),
      }),
    );
    await snapshot.close();
    const [headings = [], cells = [], ...more] = parse(Buffer.concat(pieces).toString("utf8"));
    expect(more).toEqual([]);
    const found = new Map(headings.map((heading, n) => [heading, cells[n]]));
    for (const set of NAMES)
      for (const own of NAMES) expect(found.get(`${set}.${own}`), `${set}.${own}`).toBe(`${set} ${own}`);
    expect(found.get("Name")).toBe("__proto__");
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
  } finally {
    await rm(folder, { recursive: true });
  }
});
