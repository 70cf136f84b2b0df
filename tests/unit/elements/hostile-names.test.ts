/** Names that have a meaning in JavaScript, from a model's bytes to the exported file: they are plain data at every step. */
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { read, stepFile } from "../ifc/support.ts";
import { useExportFolder } from "./export-desk.ts";
import { csvOf } from "./whole-csv.ts";

const { snapshotOf } = useExportFolder();

const NAMES = "__proto__ constructor prototype hasOwnProperty toString then __defineGetter__".split(" ");

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
  const { text } = await csvOf(await snapshotOf(files["IfcDoor.json"] ?? ""));
  const [headings = [], cells = [], ...more] = parse(text);
  expect(more).toEqual([]);
  const found = new Map(headings.map((heading, n) => [heading, cells[n]]));
  for (const set of NAMES)
    for (const own of NAMES) expect(found.get(`${set}.${own}`), `${set}.${own}`).toBe(`${set} ${own}`);
  expect(found.get("Name")).toBe("__proto__");
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
});
