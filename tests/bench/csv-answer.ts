/**
 * Generates answers of `element/simple` for the CSV bench: doors of a few dozen families as authoring tools write them, about 60 properties
 * and 2.2 kB each, the same bytes in every run.
 */
import { open } from "node:fs/promises";
import { randomNumbers } from "#tests/support/mutations.ts";

const SETS = [
  "Pset_DoorCommon",
  "Qto_DoorBaseQuantities",
  "Identity Data",
  "Constraints",
  "Phasing",
  "Other",
  "Dimensions",
  "Construction",
];
const PROPERTIES = [
  "IsExternal",
  "FireRating",
  "Reference Level",
  "Host Id",
  "Family and Type",
  "Sill Height",
  "Area",
];
const ID_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
const FAMILIES = 40;
const WRITE_BYTES = 1024 * 1024;

type Family = { name: string; sets: { set: string; properties: string[] }[] };

/** Families differ in a few of their sets and properties; elements of a family do not. */
function makeFamilies(): Family[] {
  const random = randomNumbers(7);
  return Array.from({ length: FAMILIES }, (_, f) => ({
    name: `Single-Flush ${f}: 0915 x 2134mm`,
    sets: SETS.map((set, s) => ({
      set,
      properties: PROPERTIES.map((property) => (s === 0 ? property : `${property} ${s}`)).filter(
        () => random() > 0.03,
      ),
    })).filter((_, s) => s < 4 || random() > 0.05),
  }));
}

function valueOf(property: string, random: () => number): unknown {
  if (property.startsWith("IsExternal")) return random() < 0.5;
  if (property.startsWith("FireRating")) return `EI30 class ${Math.floor(random() * 9)}`;
  if (property.startsWith("Reference Level")) return `Level ${Math.floor(random() * 20)}, ground floor`;
  if (property.startsWith("Host Id")) return null;
  if (property.startsWith("Family and Type"))
    return `Basic Wall Exterior – Brick on CMU ${Math.floor(random() * 100)}`;
  return property.startsWith("Sill Height") ? random() * 1000 : Math.floor(random() * 1e6) / 1000;
}

/** Writes an answer with this many elements to a file. */
export async function writeAnswer(path: string, elements: number): Promise<void> {
  const random = randomNumbers(42);
  const families = makeFamilies();
  const file = await open(path, "w");
  let text = "{";
  for (let i = 0; i < elements; i++) {
    const id = Array.from({ length: 22 }, () => ID_LETTERS.charAt(Math.floor(random() * 64))).join("");
    const family = families[Math.floor(random() * FAMILIES)];
    if (!family) throw new RangeError("no family");
    const tag = String(100_000 + i);
    const attributes = {
      Name: `${family.name}:${tag}`,
      ObjectType: family.name,
      Tag: tag,
      OverallHeight: 2.134,
      OverallWidth: 0.915,
    };
    const sets = family.sets.map(({ set, properties }) => [
      set,
      Object.fromEntries(properties.map((p) => [p, valueOf(p, random)])),
    ]);
    text += `${i === 0 ? "" : ","}"${id}":${JSON.stringify({ attributes, ...(Object.fromEntries(sets) as object) })}`;
    if (text.length > WRITE_BYTES) {
      await file.write(text);
      text = "";
    }
  }
  await file.write(`${text}}`);
  await file.close();
}
