import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { assembleStructuralIndex } from "#lib/ifc/step/assemble.ts";
import { indexPlainly, StructuralIndex } from "#lib/ifc/step/structural-index.ts";
import { HOSTILE_FILES } from "#tests/support/hostile-ifc.ts";
import { read, readFixture } from "./support.ts";

const REAL = [
  "air-terminal-propertykinds-ifc4.ifc",
  "lillebru-bridge-tekla.ifc",
  "rail-linear-placement-ifc4x3.ifc",
];
const SMALL_HOSTILE = HOSTILE_FILES.filter(
  ({ fileName, bytes }) => fileName.endsWith(".ifc") && bytes().length < 200_000,
);

describe("where windows begin and end", () => {
  it.each(REAL)("does not change what %s reads as", { timeout: 120_000 }, async (name) => {
    const bytes = readFixture(name);
    const whole = await read(bytes);
    for (const windowBytes of [64, 97, 256, 1000, 4096]) {
      const pieces = await read(bytes, { limits: { windowBytes, readAheadBytes: windowBytes } });
      expect(pieces.files).toEqual(whole.files);
    }
  });

  it("does not change wrapped strings, escapes and comments", { timeout: 120_000 }, async () => {
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

describe("the structural index", () => {
  it("is assembled from the source beside it", async () => {
    const path = new URL("../../../lib/ifc/step/structural-index.wasm.ts", import.meta.url);
    expect(readFileSync(path, "utf8")).toBe(await assembleStructuralIndex());
  });

  it("finds the same with and without SIMD, at every length", () => {
    const alphabet = Buffer.from("';/=\n\r#IFC123(),. \xff\0", "latin1");
    const index = new StructuralIndex(1000);
    for (let at = 0; at < 1000; at++)
      index.bytes[at] = alphabet[(at * 7919 + (at >> 3)) % alphabet.length] ?? 0;
    for (let end = 0; end <= 1000; end += end < 70 ? 1 : 31) {
      const plain = new Uint32Array(1000);
      const count = indexPlainly(index.bytes, end, plain);
      expect(index.update(end)).toBe(count);
      expect([...index.positions.subarray(0, count)]).toEqual([...plain.subarray(0, count)]);
    }
  });
});
