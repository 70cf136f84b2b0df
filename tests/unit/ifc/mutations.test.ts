/**
 * However a sound file is changed at random, the reader ends with a typed result: sound answers, or errors for people. It never crashes,
 * and whatever it presents as complete is complete JSON that agrees with its index.
 */
import { expect, test } from "vitest";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { STEP_TOKENS, mutate, randomNumbers } from "#tests/support/mutations.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { faultOf, readSmall } from "./sound-result.ts";
import { listFixtures, readFixture, stepFile } from "./support.ts";

const ROUNDS = repeatsOf(10);
const PER_ROUND = repeatsOf(2_000, 500);
/** A new seed each time, printed with a failure; FUZZ_SEED repeats it. */
const SEED = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);

// Thousands of readings sync their files to disk; in memory this costs nothing.
const dir = await useScratchFolder("mutations");

/** Small files that together have every kind of record that the reader follows. */
const SEEDS: readonly string[] = [
  stepFile(
    `#1=IFCWALL('0000000000000000000WAL',$,'Wall \\X2\\00E9\\X0\\',$,$,$,$,'T',.STANDARD.);
#2=IFCPROPERTYSET('0000000000000000000SET',$,'Pset_WallCommon',$,(#4,#5,#6,#7,#8,#9));
#3=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,(#1,#20),#2);
#4=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);
#5=IFCPROPERTYSINGLEVALUE('Width','x',IFCLENGTHMEASURE(0.25),#30);
#6=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW'),IFCLABEL('OLD')),$);
#7=IFCPROPERTYBOUNDEDVALUE('Range',$,IFCREAL(2.5),IFCREAL(1.),$,$);
#8=IFCPROPERTYLISTVALUE('List',$,(IFCINTEGER(1),IFCINTEGER(-2)),$);
#9=IFCCOMPLEXPROPERTY('Complex',$,'u',(#4,#5));
#20=IFCDOOR('0000000000000000000DOR',$,'Door',$,$,$,$,$,2.1,0.9,$,$,$);
#30=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#31=IFCUNITASSIGNMENT((#30));
#32=IFCPROJECT('0000000000000000000PRO',$,'P',$,$,$,$,$,#31);`,
  ),
  stepFile(
    `#10=IFCDOORSTYLE('0000000000000000000TYP',$,'Style',$,$,(#12),$,$,.SINGLE_SWING_LEFT.,.WOOD.,.F.,.F.);
#11=IFCRELDEFINESBYTYPE('0000000000000000000RLT',$,$,$,(#13),#10);
#12=IFCPROPERTYSET('0000000000000000000ST2',$,'Pset',$,(#14));
#13=IFCDOOR('0000000000000000000DOR',$,'D-014 /* no comment */',$,$,$,$,'318204',2.1,0.9);
#14=IFCPROPERTYTABLEVALUE('Table',$,(IFCREAL(1.)),(IFCREAL(2.)),$,$,$);
#15=IFCELEMENTQUANTITY('0000000000000000000QTO',$,'Qto',$,$,(#16,#17));
#16=IFCQUANTITYLENGTH('Height',$,$,2.1);
#17=IFCQUANTITYCOUNT('Doors',$,$,1.);
#18=IFCRELDEFINESBYPROPERTIES('0000000000000000000RE2',$,$,$,(#13),#15);
/* a comment */ #19=IFCCARTESIANPOINT((0.,0.,0.));
#21=IFCPOLYLINE((#19,#19));`,
    "IFC2X3",
    "\r\n",
  ),
  stepFile(
    `#1=IFCALIGNMENT('0000000000000000000ALI',$,'A''B',$,$,$,$,$);
#2=IFCPROPERTYSET('0000000000000000000SET',$,'Pset',$,(#4,#5));
#3=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,(#1),IFCPROPERTYSETDEFINITIONSET((#2)));
#4=IFCPROPERTYREFERENCEVALUE('Ref',$,'by',#6);
#5=IFCPROPERTYSINGLEVALUE('Bits',$,IFCBINARY("0FF"),$);
#6=IFCMATERIAL('Concrete',$,$);
#7=IFCRELASSOCIATESMATERIAL('0000000000000000000RAM',$,$,$,(#1),#6);`,
    "IFC4X3_ADD2",
  ),
];

test("the files that are changed are sound themselves", async () => {
  for (const text of SEEDS) {
    const result = await readSmall(dir, Buffer.from(text, "latin1"));
    expect(result.errors).toEqual([]);
    expect(faultOf(dir, result)).toBeNull();
  }
});

test("whatever byte stands before a record's equals sign, reading comes to an end", async () => {
  const text = stepFile(
    "#1=IFCWALL('0000000000000000000WAL',$,'Wall',$,$,$,$,'T',.STANDARD.);\n#2?=IFCDOOR();",
  );
  for (let byte = 0; byte < 256; byte += 1) {
    const result = await readSmall(dir, Buffer.from(text.replace("?", String.fromCharCode(byte)), "latin1"));
    expect([byte, faultOf(dir, result)]).toEqual([byte, null]);
  }
});

/** Reads changed files, and counts those that end well. */
async function readChanged(
  seeds: readonly Buffer[],
  { count, seed, windows }: { count: number; seed: number; windows: readonly number[] },
): Promise<number> {
  const random = randomNumbers(seed);
  let ok = 0;
  for (let at = 0; at < count; at += 1) {
    const bytes = mutate(seeds[at % seeds.length] ?? Buffer.alloc(0), random, STEP_TOKENS);
    const result = await readSmall(dir, bytes, windows[at % windows.length]);
    if (result.status === "ok") ok += 1;
    const fault = faultOf(dir, result);
    if (fault !== null)
      expect.fail(`FUZZ_SEED=${String(SEED)}, file ${String(at)}: ${fault}\n${bytes.toString("base64")}`);
  }
  return ok;
}

test.each(Array.from({ length: ROUNDS }, (_nothing, round) => round))(
  `${String(PER_ROUND)} changed files end soundly, round %i`,
  async (round) => {
    const seeds = SEEDS.map((text) => Buffer.from(text, "latin1"));
    const ok = await readChanged(seeds, { count: PER_ROUND, seed: SEED + round, windows: [4096] });
    // If the changes broke everything, or nothing, the test would prove nothing.
    expect(ok).toBeGreaterThan(PER_ROUND / 50);
    expect(ok).toBeLessThan(PER_ROUND * 0.9);
  },
);

test("changed beginnings of real files end soundly, whatever the windows", async () => {
  const seeds = listFixtures().map((name) => readFixture(name).subarray(0, 30_000));
  await readChanged(seeds, { count: repeatsOf(2_000, 400), seed: SEED, windows: [64, 1000, 4096, 1 << 20] });
});
