/**
 * A file eight times as large may cost eight times the work, not sixty-four: no shape of input makes the reader slower than its size
 * explains. The processor time of this process is compared within one run, using the lowest of several measurements.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ingestFile } from "#lib/ifc/ingest.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { globalId, refer, relation, stepFile, wallWith } from "./support.ts";

const SMALL = 1_500;
const FACTOR = 8;
/** Linear work gives FACTOR, quadratic work its square, which is 64. */
const RATIO_MAX = FACTOR * 3;
/** Allowance for noise on a busy machine. */
const SLACK_MS = 150;
const READINGS = 3;

const dir = await useScratchFolder("growth");

function many(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_nothing, at) => make(at)).join("\n");
}

const tenOnward = (count: number): number[] => Array.from({ length: count }, (_nothing, at) => at + 10);

const value = (id: number, text = "x"): string =>
  `#${String(id)}=IFCPROPERTYSINGLEVALUE('P${String(id)}',$,IFCLABEL('${text}'),$);`;

/** Inputs by a number that sets their size. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  "brackets nested in a value": (n) =>
    wallWith(`#4=IFCPROPERTYSINGLEVALUE('A',$,${"(".repeat(n * 40)}${")".repeat(n * 40)},$);`, [4]),
  "brackets nested in geometry": (n) =>
    stepFile(`#9=IFCPOLYLINE(${"(".repeat(n * 40)}${")".repeat(n * 40)});`),
  "brackets that never close": (n) => stepFile(`#9=IFCPOLYLINE(${"(".repeat(n * 60)};`),
  "one long text": (n) => wallWith(value(4, "x".repeat(n * 80)), [4]),
  "doubled apostrophes": (n) => wallWith(value(4, "''".repeat(n * 40)), [4]),
  "escapes in a text": (n) => wallWith(value(4, "\\X2\\00E9\\X0\\\\S\\i\\X\\E9".repeat(n * 3)), [4]),
  "escapes that are never closed": (n) => wallWith(value(4, "\\X2\\00E9".repeat(n * 8)), [4]),
  "comments between records": (n) => stepFile(many(n * 4, () => "/* a */ /* ' */")),
  "openings of comments within one": (n) => stepFile(`/*${"/*'".repeat(n * 30)}`),
  semicolons: (n) => stepFile(";".repeat(n * 60)),
  blanks: (n) => stepFile(" \r\n\t".repeat(n * 30)),
  "apostrophes that never pair": (n) =>
    stepFile(many(n * 2, (at) => `#${String(at + 1)}=IFCWALL('${"'".repeat(2)}`)),
  "one record number used again and again": (n) => stepFile(many(n, () => value(7))),
  "malformed records": (n) => stepFile(many(n * 2, (at) => `#${String(at)}=IFCWALL(`)),
  "one GlobalId used again and again": (n) =>
    stepFile(many(n, (at) => `#${String(at + 1)}=IFCWALL('0000000000000000000WAL',$,$,$,$,$,$,$,$);`)),
  "one element with many property sets of one name": (n) =>
    stepFile(
      `#1=IFCWALL('0000000000000000000WAL',$,$,$,$,$,$,$,$);\n#2=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('x'),$);\n` +
        many(n, (at) => {
          const set = 10 + at * 2;
          const related = relation(set + 1, "IFCRELDEFINESBYPROPERTIES", "(#1)", `#${String(set)}`);
          return `#${String(set)}=IFCPROPERTYSET('${globalId(String(set))}',$,'Pset',$,(#2));\n${related}`;
        }),
    ),
  "one property set of many elements": (n) =>
    stepFile(
      `#1=IFCPROPERTYSET('0000000000000000000SET',$,'Pset',$,(#2));\n${value(2)}\n` +
        many(n, (at) => `#${String(at + 10)}=IFCWALL('${globalId(String(at))}',$,$,$,$,$,$,$,$);`) +
        `\n${relation(3, "IFCRELDEFINESBYPROPERTIES", `(${refer(tenOnward(n))})`, "#1")}`,
    ),
  "one property set of many properties of one name": (n) =>
    wallWith(
      many(n, (at) => `#${String(at + 10)}=IFCPROPERTYSINGLEVALUE('Same',$,IFCLABEL('x'),$);`),
      tenOnward(n),
    ),
  "complex properties within each other": (n) =>
    wallWith(
      `${many(n, (at) => `#${String(at + 10)}=IFCCOMPLEXPROPERTY('C',$,'u',(#${String(at + 11)}));`)}\n${value(n + 10)}`,
      [10],
    ),
  "classes that no schema knows": (n) =>
    stepFile(many(n, (at) => `#${String(at + 1)}=IFCX${String(at)}($);`)),
  "names of files in the header": (n) =>
    stepFile("").replace("('Anna')", `(${Array.from({ length: n * 4 }, () => "'Anna'").join(",")})`),
};

/** @param enough at which no further reading could change the verdict */
async function costOf(text: string, enough = 0): Promise<number> {
  const inputPath = join(dir, "model.ifc");
  writeFileSync(inputPath, text, "latin1");
  let least = Infinity;
  for (let reading = 0; reading < READINGS && least > enough; reading += 1) {
    const before = process.cpuUsage();
    const result = await ingestFile({ inputPath, outputDir: join(dir, "answers") });
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    expect(result.errors.join("\n")).not.toContain("fault of this server");
  }
  return least;
}

test.each(Object.keys(SHAPES))("%s cost no more than their size explains", async (name) => {
  const make = SHAPES[name];
  if (make === undefined) throw new Error("no such shape");
  await costOf(make(SMALL));
  const small = await costOf(make(SMALL));
  const bound = small * RATIO_MAX + SLACK_MS;
  const large = await costOf(make(SMALL * FACTOR), bound);
  expect(large, `${String(small)} ms became ${String(large)} ms`).toBeLessThanOrEqual(bound);
});
