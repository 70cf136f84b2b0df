import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { getClassTable } from "#lib/ifc/model/tables/class-table.ts";
import { Problems } from "#lib/ifc/step/problems.ts";
import type { RecordSink } from "#lib/ifc/step/record-scan.ts";
import { Scanner } from "#lib/ifc/step/scanner.ts";
import { HOSTILE_FILES } from "#tests/support/hostile-ifc.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { listFixtures, read, readFixture, stepFile, withFile } from "./support.ts";

const REAL = [
  "air-terminal-propertykinds-ifc4.ifc",
  "lillebru-bridge-tekla.ifc",
  "rail-linear-placement-ifc4x3.ifc",
];
/** In an order of which the first two differ most. */
const WINDOWS = [64, 1000, 97, 256, 4096];
const SMALL_HOSTILE = HOSTILE_FILES.filter(
  ({ fileName, isLarge, bytes }) => fileName.endsWith(".ifc") && !isLarge && bytes().length < 200_000,
);

describe("where windows begin and end", () => {
  it.each(REAL)("does not change what %s reads as", async (name) => {
    const bytes = readFixture(name);
    const whole = await read(bytes);
    for (const windowBytes of WINDOWS.slice(0, repeatsOf(WINDOWS.length, 2))) {
      const pieces = await read(bytes, { limits: { windowBytes, readAheadBytes: windowBytes } });
      expect(pieces.files).toEqual(whole.files);
    }
  });

  it("does not change wrapped strings, escapes and comments", async () => {
    const bytes = readFixture("schependomlaan-balkonhekken-hicad.ifc").subarray(0, 300_000);
    const whole = await read(bytes);
    const pieces = await read(bytes, { limits: { windowBytes: 71, readAheadBytes: 71 } });
    expect(pieces.files).toEqual(whole.files);
    expect(pieces.result.errors).toEqual(whole.result.errors);
  });

  it.each(SMALL_HOSTILE)("does not change the verdict on $name", async ({ bytes }) => {
    const content = bytes();
    const whole = await read(content);
    const pieces = await read(content, { limits: { windowBytes: 64, readAheadBytes: 64 } });
    expect(pieces.result.errors).toEqual(whole.result.errors);
    expect(pieces.files).toEqual(whole.files);
  });
});

describe("the scan of plain records", () => {
  const contents = [
    ...listFixtures().map((name) => ({ name, bytes: () => readFixture(name) })),
    ...HOSTILE_FILES.filter(({ fileName }) => fileName.endsWith(".ifc")),
    { name: "odd heads", bytes: () => Buffer.from(stepFile(ODD_HEADS.join("\n"))) },
  ];

  it.each(contents)("finds the same with and without SIMD: $name", async ({ bytes }) => {
    const content = bytes();
    const fast = await scanAll(content, { isPlain: false });
    expect(fast).toEqual(await scanAll(content, { isPlain: true }));
  });
});

/** Sound records, and records damaged in their first few letters, each followed by a sound one. */
const ODD_HEADS = [
  "#1=IFCWALL();#2 = IFCWALL ( 'a;b' ) ;#3=ifcwall('#4=IFCWALL();');#=IFCWALL();#5=IFCWALL();#x=IFCWALL();",
  "#6=IFCWALLS();#7=IFCWAL();#8=IFCWALL;#9=IFCWALL'();#10=IFCWALL(');');#1234567890=IFCWALL();",
  "#4294967295=IFCWALL();#4294967296=IFCWALL();#99999999999=IFCWALL();#11=(IFCWALL());#12==IFCWALL();",
  "#13=/* c */IFCWALL();#14/* c */=IFCWALL();#15=IFCWALL/* c */();#16=IFCWALL(/* ; */);#17=IFCWALL(1/2);",
  "#18x=IFCPOINT();#19=IFCPOINT('x');#20x=IFCPOINT('x');#21=IFCPOINT(=);#22=IFCPOINT(/);;;#23=IFCWALL('\n');",
  "#24=IFCWALL('\n#25=IFCWALL();\n#26=IFCPOINT(\n#27=IFCWALL();\n#00000028=IFCWALL('''');#29=IFCFAN();",
  `#30=${" ".repeat(300)}IFCWALL(${" ".repeat(300)});#31${" ".repeat(300)}=IFCWALL('${"x".repeat(3000)}');#32=IFCWALL();`,
];

/** The string of 100 MB is read in a million pieces of 64 bytes in the proof only. */
const SMALL_WINDOWS_BYTES = repeatsOf(200_000_000);

/** Every record and every problem that a scan of the content finds. */
function scanAll(content: Uint8Array, { isPlain }: { isPlain: boolean }): Promise<unknown> {
  const { keywords } = getClassTable("IFC4");
  const start = Math.max(0, Buffer.from(content).indexOf("DATA;") + 5);
  const sizes = [4096, 1 << 18, ...(content.length < SMALL_WINDOWS_BYTES ? [64, 1000] : [])];
  return withFile(content, async ({ inputPath }) => {
    await using file = await open(inputPath);
    const { fd } = file;
    return sizes.map((windowBytes) => {
      const records: number[] = [];
      const problems = new Problems();
      const sink: RecordSink = (...record) => records.push(...record);
      const scanner = new Scanner({ fd, start, windowBytes, keywords, problems, isPlain, sink });
      while (scanner.advance());
      const digest = createHash("sha256").update(Float64Array.from(records)).digest("hex");
      const found = records.length / 4;
      return { digest, found, count: scanner.recordCount, problems: problems.write(null) };
    });
  });
}
