/**
 * A large, simple IFC4 file: any number of doors, each thousand with different property values. Generated line by line, so that the size
 * does not matter; also gives the expected CSV line of each door.
 */
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
const DOORS_PER_BLOCK = 1000;
const HEADER = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('many-doors.ifc','2026-11-21T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
`;

export type ManyDoors = {
  count: number;
  /** Properties of each door; a CSV file of the columns that are not empty has six more. Default: two. */
  properties?: number;
};

const ATTRIBUTE_HEADINGS = ["GlobalId", "Name", "Tag", "OverallHeight", "OverallWidth", "PredefinedType"];

/** A GlobalId for a number: 22 characters of the IFC alphabet, unique per number. */
function globalId(n: number): string {
  let rest = n;
  let text = "";
  for (let at = 0; at < 21; at += 1) {
    text = (ALPHABET[rest % 64] ?? "0") + text;
    rest = Math.floor(rest / 64);
  }
  return `0${text}`;
}

type Property = { name: string; step: string; csv: string };

/** A block's properties are in turn a text, a truth value and a number. */
function propertyOf(block: number, at: number): Property {
  if (at === 0) return { name: "FireRating", step: `IFCLABEL('EI${block}')`, csv: `EI${block}` };
  if (at % 3 === 1) {
    const isTrue = (block + at) % 2 === 0;
    const name = at === 1 ? "IsExternal" : `Flag${at}`;
    return { name, step: `IFCBOOLEAN(.${isTrue ? "T" : "F"}.)`, csv: String(isTrue) };
  }
  if (at % 3 === 2) return { name: `Size${at}`, step: `IFCREAL(${block}.${at}5)`, csv: `${block}.${at}5` };
  return {
    name: `Text${at}`,
    step: `IFCTEXT('Block ${block}, "${at}"')`,
    csv: `"Block ${block}, ""${at}"""`,
  };
}

/** The heading of the CSV file for programs of all doors. */
export function manyDoorsHeading({ properties = 2 }: ManyDoors): string {
  const names = Array.from({ length: properties }, (_, at) => `Pset_DoorCommon.${propertyOf(0, at).name}`);
  const [id, name, ...attributes] = ATTRIBUTE_HEADINGS;
  return [id, name, ...attributes, ...names].join(",");
}

/** The line of a door in that file. */
export function manyDoorsLine(n: number, { properties = 2 }: ManyDoors): string {
  const block = Math.floor(n / DOORS_PER_BLOCK);
  const values = Array.from({ length: properties }, (_, at) => propertyOf(block, at).csv);
  return [globalId(n), `Door ${n}`, n, "2.1", "0.9", "DOOR", ...values].join(",");
}

/** Writes the file; it has exactly `count` doors. */
export async function writeManyDoors(path: string, { count, properties = 2 }: ManyDoors): Promise<void> {
  const file = createWriteStream(path);
  const write = async (text: string): Promise<void> => {
    if (!file.write(text)) await once(file, "drain");
  };
  await write(HEADER);
  let id = 0;
  const next = (): string => `#${(id += 1)}`;
  for (let from = 0; from < count; from += DOORS_PER_BLOCK) {
    const block = from / DOORS_PER_BLOCK;
    const lines: string[] = [];
    const values = Array.from({ length: properties }, (_, at) => {
      const { name, step } = propertyOf(block, at);
      const record = next();
      lines.push(`${record}=IFCPROPERTYSINGLEVALUE('${name}',$,${step},$);`);
      return record;
    });
    const set = next();
    lines.push(
      `${set}=IFCPROPERTYSET('${globalId(2 ** 41 + block)}',$,'Pset_DoorCommon',$,(${values.join(",")}));`,
    );
    const doors: string[] = [];
    for (let n = from; n < Math.min(count, from + DOORS_PER_BLOCK); n += 1) {
      const door = next();
      doors.push(door);
      lines.push(`${door}=IFCDOOR('${globalId(n)}',$,'Door ${n}',$,$,$,$,'${n}',2.1,0.9,.DOOR.,$,$);`);
    }
    const relation = globalId(2 ** 40 + from);
    lines.push(`${next()}=IFCRELDEFINESBYPROPERTIES('${relation}',$,$,$,(${doors.join(",")}),${set});`);
    await write(`${lines.join("\n")}\n`);
  }
  await write("ENDSEC;\nEND-ISO-10303-21;\n");
  file.end();
  await finished(file);
}
