/**
 * Threads that read models: what they give is what the reader gives without them. Nothing of one model may show up in the next, and only
 * sound threads are kept.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingestInWorker, type WorkerOptions } from "#lib/ifc/in-worker.ts";
import { ingestFile, type IngestInput, type IngestResult } from "#lib/ifc/ingest.ts";
import { HOSTILE_FILES } from "#tests/support/hostile-ifc.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { FIXTURES, readFixture, stepFile } from "./support.ts";

const IFC4 = new URL("air-terminal-propertykinds-ifc4.ifc", FIXTURES).pathname;
const IFC4X3 = new URL("rail-linear-placement-ifc4x3.ifc", FIXTURES).pathname;
const IFC2X3 = new URL("lillebru-bridge-tekla.ifc", FIXTURES).pathname;

let dir: string;
let begun: number;
/** Threads are kept by heap size; a separate size gives each test separate threads. */
let heapMbMax = 300;

function onWorker(): void {
  begun++;
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "portico-kept-"));
  begun = 0;
  heapMbMax++;
  process.on("worker", onWorker);
});

afterEach(() => {
  process.off("worker", onWorker);
  rmSync(dir, { recursive: true });
});

let folders = 0;

interface Outcome {
  result: IngestResult;
  files: Record<string, string>;
  stated: string[];
}

async function readWith(
  read: (input: IngestInput) => Promise<IngestResult>,
  inputPath: string,
  more: Partial<IngestInput> = {},
): Promise<Outcome> {
  const outputDir = join(dir, `answers-${String(folders++)}`);
  const stated: string[] = [];
  const result = await read({ inputPath, outputDir, onSchema: (schema) => stated.push(schema), ...more });
  const files: Record<string, string> = {};
  for (const name of existsSync(outputDir) ? readdirSync(outputDir) : [])
    files[name] = readFileSync(join(outputDir, name), "utf8");
  return { result, files, stated };
}

/** Reads in a thread, which may be a kept one. */
function readKept(
  inputPath: string,
  options: WorkerOptions = {},
  more: Partial<IngestInput> = {},
): Promise<Outcome> {
  return readWith((input) => ingestInWorker(input, { heapMbMax, ...options }), inputPath, more);
}

describe("kept threads", () => {
  it("read one model after the other as a new one reads each", async () => {
    for (const path of [IFC2X3, IFC4, IFC4X3, IFC2X3, IFC4, IFC4]) {
      expect(await readKept(path)).toEqual(await readWith(ingestFile, path));
    }
    expect(begun).toBe(1);
  });

  it("do not read on after a file that is not sound", async () => {
    const small = HOSTILE_FILES.filter(({ expect: state, isLarge }) => state === "E" && !isLarge);
    expect(small.length).toBeGreaterThan(5);
    const sound = await readWith(ingestFile, IFC4);
    await readKept(IFC4);
    for (const { fileName, bytes } of small.slice(0, repeatsOf(6, 3))) {
      const path = join(dir, fileName);
      writeFileSync(path, bytes());
      const before = begun;
      const hostile = await readKept(path);
      expect(hostile).toEqual(await readWith(ingestFile, path));
      expect(hostile.result).toMatchObject({ status: "failed" });
      expect(begun).toBe(before);
      expect(await readKept(IFC4)).toEqual(sound);
      expect(begun).toBe(before + 1);
    }
  });

  it("are not kept after a time limit, a cancelling or an exhausted heap", async () => {
    const path = join(dir, "big.ifc");
    writeFileSync(path, readFixture("schependomlaan-houten-kozijnen.ifc"));
    const sound = await readWith(ingestFile, IFC4);
    const late = await readKept(path, { timeMsMax: 1 });
    expect(late.result.errors.join()).toMatch(/took too long/);
    expect(await readKept(IFC4)).toEqual(sound);
    expect(begun).toBe(2);
    const controller = new AbortController();
    const onProgress = (): void => controller.abort();
    const cancelled = await readKept(path, {}, { signal: controller.signal, onProgress });
    expect(cancelled.result.errors).toEqual(["The reading was cancelled."]);
    expect(await readKept(IFC4)).toEqual(sound);
    expect(begun).toBe(3);
    const exhausted = await readKept(path, { heapMbMax: 5 });
    expect(exhausted.result).toMatchObject({ status: "failed", index: null });
    expect(exhausted.result.errors.join()).toMatch(/more memory/);
    expect(Object.keys(exhausted.files)).not.toContain("index.json");
    await readKept(path, { heapMbMax: 5 });
    expect(begun).toBe(5);
  });

  it.each([
    ["before it begins", () => AbortSignal.abort()],
    ["at once", () => AbortSignal.timeout(1)],
  ])("end a reading that is cancelled %s", async (_when, signal) => {
    const { result } = await readKept(IFC2X3, {}, { signal: signal() });
    expect(result.errors).toEqual(["The reading was cancelled."]);
  });

  it("read as many models at once as are asked for", async () => {
    const path = join(dir, "wall.ifc");
    writeFileSync(path, stepFile("#1=IFCWALL('0000000000000000000WAL',$,$,$,$,$,$,$,$);"));
    const paths = [IFC4, path, IFC2X3, path];
    const outcomes = await Promise.all(paths.map((each) => readKept(each)));
    for (const [at, each] of paths.entries()) {
      expect(outcomes[at]).toEqual(await readWith(ingestFile, each));
    }
    expect(begun).toBe(4);
    await Promise.all([readKept(IFC4), readKept(IFC4)]);
    expect(begun).toBe(4);
  });
});
