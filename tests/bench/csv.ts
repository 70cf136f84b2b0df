/**
 * Measures how fast, and in how much memory, a service answer becomes a CSV file. It is compared in one run with JSON.parse of the same
 * bytes and with pipelines of library parts that write the same file; the jobs alternate, and the median counts. First every job's file is
 * compared with Portico's, byte for byte, so that no job is measured for less than the whole work.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeAnswer } from "./csv-answer.ts";

const WORK_FILE = fileURLToPath(new URL("./csv-work.ts", import.meta.url));
const ELEMENTS = { small: 66_000, middle: 200_000, large: 600_000 };
const WARM_UP = "warm-up.json";
const WARM_UP_ELEMENTS = 5_000;
const TURNS = 5;

/** Pipelines whose CSV is written by a published library. */
const LIBRARIES = ["csvStringify", "fastCsv"] as const;
const WRITERS = ["portico", "handWritten", ...LIBRARIES] as const;
type Work = (typeof WRITERS)[number] | "jsonParse";
type Measure = { seconds: number; cpuSeconds: number; grownMb: number };

const DESCRIPTIONS: Readonly<Record<Work, string>> = {
  portico: "answer → snapshot (checksums, fsync) → CSV (checksum)",
  jsonParse: "JSON.parse of the whole, nothing written",
  handWritten: "two passes: cut at elements, JSON.parse; handwritten CSV, no library",
  csvStringify: "two passes: cut at elements, JSON.parse; csv-stringify, synchronous batches",
  fastCsv: "two passes: cut at elements, JSON.parse; fast-csv, stream",
};

async function measure(work: Work, answer: string, folder: string): Promise<Measure> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--max-old-space-size=8192",
    WORK_FILE,
    work,
    join(folder, WARM_UP),
    answer,
    folder,
  ]);
  return JSON.parse(stdout) as Measure;
}

/** @throws Error when a job's file differs from the one that Portico writes */
async function assertSameFiles(folder: string): Promise<void> {
  const digests = new Map<string, string>();
  for (const work of WRITERS) {
    await measure(work, join(folder, WARM_UP), folder);
    const file = await readFile(join(folder, `${work}.csv`));
    digests.set(work, createHash("sha256").update(file).digest("hex"));
  }
  const different = WRITERS.filter((work) => digests.get(work) !== digests.get("portico"));
  if (different.length > 0)
    throw new Error(`These write another file than Portico, so they do not count: ${different.join(", ")}.`);
}

/** Median by time; the memory is the highest of all runs. */
function median(measures: readonly Measure[]): Measure {
  const middle = measures.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(measures.length / 2)];
  if (!middle) throw new RangeError("nothing was measured");
  return { ...middle, grownMb: Math.max(...measures.map((one) => one.grownMb)) };
}

async function takeTurns(
  works: readonly Work[],
  answer: string,
  folder: string,
): Promise<Map<Work, Measure>> {
  const all = new Map<Work, Measure[]>(works.map((work) => [work, []]));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const work of works) all.get(work)?.push(await measure(work, answer, folder));
  }
  return new Map([...all].map(([work, measures]) => [work, median(measures)]));
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function ratio(name: string, figure: number, goal: string, note: string): void {
  print(`RATIO ${name} ${figure.toFixed(2)} goal ${goal} (${note})`);
}

type Result = { mb: number; byWork: Map<Work, Measure> };

function of(result: Result | undefined, work: Work): Measure & { secondsPerMb: number } {
  const measured = result?.byWork.get(work);
  if (!result || !measured) throw new RangeError(`${work} was not measured`);
  return { ...measured, secondsPerMb: measured.seconds / result.mb };
}

/** The fastest of the pipelines with a library. */
function bestLibrary(result: Result | undefined): Work {
  return LIBRARIES.toSorted((a, b) => of(result, a).seconds - of(result, b).seconds)[0] ?? "csvStringify";
}

function printRatios([, middle, large]: readonly Result[]): void {
  const [ours, parse, hand] = [of(middle, "portico"), of(middle, "jsonParse"), of(middle, "handWritten")];
  const best = bestLibrary(middle);
  const peer = of(middle, best);
  const atLarge = of(large, "portico");
  const times = (other: Measure, one: Measure): string => (other.seconds / one.seconds).toFixed(2);
  const inCpu = (other: Measure): string =>
    `${(other.cpuSeconds / ours.cpuSeconds).toFixed(2)} in processor time`;
  ratio(
    "csv-vs-json-parse",
    parse.seconds / ours.seconds,
    ">=1.5",
    `reading, decoding and JSON.parse of the same file; ${inCpu(parse)}`,
  );
  ratio(
    "csv-vs-best-library",
    peer.seconds / ours.seconds,
    ">=3.5",
    `${best}, the same file byte for byte; ${inCpu(peer)}; at the largest size ${times(of(large, best), atLarge)}; ` +
      `hand-written CSV instead of a library: ${times(hand, ours)}, ${inCpu(hand)}`,
  );
  ratio(
    "csv-memory-mb",
    Math.max(ours.grownMb, atLarge.grownMb),
    "<=128",
    "growth of the process, at the middle and the largest size",
  );
  ratio(
    "csv-growth",
    atLarge.secondsPerMb / ours.secondsPerMb,
    "<=1.25",
    "time per MB at the largest size to the middle one",
  );
}

/** Runs the CSV bench and prints its lines. Needs about 5 GB of space in the system's temporary folder. */
export async function runCsvBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-csv-"));
  try {
    const results: Result[] = [];
    await writeAnswer(join(folder, WARM_UP), WARM_UP_ELEMENTS);
    await assertSameFiles(folder);
    for (const [work, description] of Object.entries(DESCRIPTIONS)) print(`${work}: ${description}`);
    for (const [size, elements] of Object.entries(ELEMENTS)) {
      const answer = join(folder, "answer.json");
      await writeAnswer(answer, elements);
      const mb = (await stat(answer)).size / 1e6;
      const works: readonly Work[] =
        size === "middle"
          ? ["portico", "jsonParse", "handWritten", ...LIBRARIES]
          : size === "large"
            ? ["portico", bestLibrary(results.at(-1))]
            : ["portico"];
      const byWork = await takeTurns(works, answer, folder);
      for (const [work, { seconds, cpuSeconds, grownMb }] of byWork) {
        print(
          `csv ${size} ${mb.toFixed(0)} MB: ${work} ${(mb / seconds).toFixed(0)} MB/s ` +
            `(${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} CPU s), ${grownMb.toFixed(0)} MB more memory`,
        );
      }
      results.push({ mb, byWork });
    }
    printRatios(results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
