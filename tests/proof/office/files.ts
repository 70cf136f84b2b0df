/**
 * Files for the proof `office`: every class of every fixture, and tables of random and hostile values, each in three formats and as the block
 * that the element table copies.
 */
import { writeFile } from "node:fs/promises";
import { toBlock } from "#app/_ui/data-table/grid/copy-block.ts";
import { layOut } from "#lib/elements/files/layout.ts";
import { join } from "node:path";
import {
  exportOptionsSchema,
  FILE_ENDINGS,
  PLAIN_OPTIONS,
  type ExportProfile,
} from "#lib/elements/files/options.ts";
import { makeExportTable } from "#lib/elements/files/table.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import type { Row } from "#lib/elements/wire.ts";
import { writeExportFile } from "#lib/elements/files/write.ts";
import { DocumentMaker } from "#tests/unit/elements/documents.ts";
import { streamOf } from "#tests/unit/elements/table.ts";
import { listFixtures, read, readFixture } from "#tests/unit/ifc/support.ts";

export type OfficeProfile = "programs" | "spreadsheets" | "xlsx" | "block";

/** A table and its files. */
export type Made = { name: string; rows: Row[]; files: Record<OfficeProfile, string> };

/** Writes an answer's table in the three formats, and as a copied block. */
export async function makeFiles(folder: string, name: string, answer: string): Promise<Made> {
  const dir = join(folder, `${name}.snapshot`);
  await writeSnapshot({ source: streamOf(answer), dir });
  const snapshot = await openSnapshot(dir);
  try {
    const table = makeExportTable([{ ifcClass: "IfcDoor", snapshot }], null);
    const write = async (profile: ExportProfile): Promise<string> => {
      const path = join(folder, `${name}-${profile}.${FILE_ENDINGS[profile]}`);
      const options = exportOptionsSchema.parse(PLAIN_OPTIONS[profile]);
      const progress = { signal: new AbortController().signal, advance: () => undefined };
      await writeExportFile({
        table,
        layout: layOut(table, options),
        whole: snapshot,
        profile,
        options,
        path,
        progress,
      });
      return path;
    };
    const [programs, spreadsheets, xlsx] = [
      await write("programs"),
      await write("spreadsheets"),
      await write("xlsx"),
    ];
    const rows = await Array.fromAsync(snapshot.iterateRows());
    const block = join(folder, `${name}-block.html`);
    await writeFile(block, toBlock(rows.map(({ id, cells }) => [id, ...cells])).html);
    return { name, rows, files: { programs, spreadsheets, xlsx, block } };
  } finally {
    await snapshot.close();
  }
}

/** Every class of every fixture. */
export async function makeFixtureFiles(folder: string): Promise<Made[]> {
  const made: Made[] = [];
  for (const fixture of listFixtures()) {
    const { classes, files } = await read(readFixture(fixture));
    for (const ifcClass of Object.keys(classes)) {
      const name = `${fixture.replace(/\.ifc$/, "")}-${ifcClass}`;
      made.push(await makeFiles(folder, name, files[`${ifcClass}.json`] ?? ""));
    }
  }
  return made;
}

const TRIGGERS = [
  "=",
  "+",
  "-",
  "@",
  "\t=",
  "\r=",
  "\n=",
  " =",
  "\ufeff=",
  "\u200b=",
  "'=",
  "＝",
  '",=',
  '";=',
  '"\r\n=',
];
const PAYLOADS = [
  "1+1",
  `cmd|' /C calc'!A0`,
  'HYPERLINK("http://x.test","a")',
  'WEBSERVICE("http://x.test")',
  "SUM(1;2)",
];

/** Tables of values of every kind, every fourth text a hostile one. */
export async function makeHostileFiles(folder: string, tables: number): Promise<Made[]> {
  const maker = new DocumentMaker(4_711);
  const made: Made[] = [];
  for (let n = 0; n < tables; n++) {
    const elements = Array.from({ length: 25 }, (_, r) => {
      const properties = Array.from({ length: 20 }, (_, c) => {
        const hostile = maker.pick(TRIGGERS) + maker.pick(PAYLOADS);
        return `"c${String(c)}":${maker.below(4) === 0 ? JSON.stringify(hostile) : maker.value(2)}`;
      });
      return `"${maker.pick(["", "=", "@"])}${String(r)}":{"P":{${properties.join(",")}}}`;
    });
    made.push(await makeFiles(folder, `hostile-${String(n)}`, `{${elements.join(",")}}`));
  }
  return made;
}
