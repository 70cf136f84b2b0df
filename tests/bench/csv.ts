/**
 * Measures how quickly, and in how much memory, a service answer becomes a CSV file, against JSON.parse of the same bytes and the quickest
 * pipeline of library parts, in one run: the works take turns, the median counts.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeAnswer } from "./csv-answer.ts";

const WORK_FILE = fileURLToPath(new URL("./csv-work.ts", import.meta.url));
const ELEMENTS = { small: 66_000, middle: 200_000, large: 600_000 };
const WARM_UP = "warm-up.json";
const WARM_UP_ELEMENTS = 5_000;
const TURNS = 3;

type Work = "portico" | "jsonParse" | "cutAndParse";
type Measure = { seconds: number; grownMb: number };

async function measure(work: Work, answer: string, folder: string): Promise<Measure> {
  await rm(join(folder, "snapshot"), { recursive: true, force: true });
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

/** Median by time; the memory is the highest of all. */
function median(measures: readonly Measure[]): Measure {
  const middle = measures.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(measures.length / 2)];
  if (!middle) throw new RangeError("nothing was measured");
  return { seconds: middle.seconds, grownMb: Math.max(...measures.map((measure) => measure.grownMb)) };
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

function printRatios([, middle, large]: readonly Result[]): void {
  const [ours, parse, peer] = [of(middle, "portico"), of(middle, "jsonParse"), of(middle, "cutAndParse")];
  const atLarge = of(large, "portico");
  ratio(
    "csv-vs-json-parse",
    parse.seconds / ours.seconds,
    ">=1.5",
    "reading, decoding and JSON.parse of the same file",
  );
  ratio(
    "csv-vs-best-library",
    peer.seconds / ours.seconds,
    ">=3.5",
    "cut at elements, JSON.parse each, CSV by hand and columns given: quicker than any CSV library on top of it",
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

/** Runs the CSV bench and prints its lines. Needs about 4 GB of space in the system's temporary folder. */
export async function runCsvBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-csv-"));
  try {
    const results: Result[] = [];
    await writeAnswer(join(folder, WARM_UP), WARM_UP_ELEMENTS);
    for (const [size, elements] of Object.entries(ELEMENTS)) {
      const answer = join(folder, "answer.json");
      await writeAnswer(answer, elements);
      const mb = (await stat(answer)).size / 1e6;
      const byWork = await takeTurns(
        size === "middle" ? ["portico", "jsonParse", "cutAndParse"] : ["portico"],
        answer,
        folder,
      );
      for (const [work, { seconds, grownMb }] of byWork) {
        print(
          `csv ${size} ${mb.toFixed(0)} MB: ${work} ${(mb / seconds).toFixed(0)} MB/s, ${grownMb.toFixed(0)} MB more memory`,
        );
      }
      results.push({ mb, byWork });
    }
    printRatios(results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
