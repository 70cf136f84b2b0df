/**
 * One measured job of the CSV bench, in a separate process so that its peak memory can be measured: `node csv-work.ts <work> <small answer>
 * <answer> <folder>` prints a JSON line `{seconds, cpuSeconds, grownMb}` and leaves the file `<work>.csv` in the folder.
 */
import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { iterateWholeCsv } from "#lib/elements/files/csv/fast/write.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import { CSV_FOR_PROGRAMS, headingRowOf } from "#tests/support/plain-csv.ts";
import { csvStringify, fastCsv, handWritten } from "./csv-peers.ts";
import { chunksOf } from "./csv-source.ts";

const WRITE_BYTES = 1024 * 1024;

/** Portico: the answer to a snapshot, the snapshot to a CSV file; two passes, checksums and the fsync of the snapshot included. */
async function portico(answer: string, target: string): Promise<void> {
  const dir = `${target}.snapshot`;
  await writeSnapshot({ source: chunksOf(answer), dir });
  const snapshot = await openSnapshot(dir);
  await pipeline(
    iterateWholeCsv(snapshot, { ...CSV_FOR_PROGRAMS, headingRow: headingRowOf(snapshot, CSV_FOR_PROGRAMS) }),
    createWriteStream(target, { highWaterMark: WRITE_BYTES }),
  );
  await snapshot.close();
}

/** JSON.parse of the whole answer, and nothing else. */
async function jsonParse(answer: string): Promise<void> {
  const parsed: unknown = JSON.parse(await readFile(answer, "utf8"));
  if (typeof parsed !== "object") throw new TypeError("not an answer");
}

const WORKS: Readonly<Record<string, (answer: string, target: string) => Promise<void>>> = {
  portico,
  jsonParse,
  handWritten,
  csvStringify,
  fastCsv,
};

const [name = "", warmUp = "", answer = "", folder = ""] = process.argv.slice(2);
const work = WORKS[name];
if (!work) throw new Error(`csv-work.ts knows ${Object.keys(WORKS).join(", ")}, not "${name}".`);
const target = join(folder, `${name}.csv`);
const clear = (): Promise<void> => rm(`${target}.snapshot`, { recursive: true, force: true });
/* A server that exports has long compiled its code, so every job first runs on a small answer. */
await clear();
await work(warmUp, target);
await clear();
const startMb = process.memoryUsage().rss / 2 ** 20;
const startCpu = process.cpuUsage();
const start = performance.now();
await work(answer, target);
const seconds = (performance.now() - start) / 1000;
const cpu = process.cpuUsage(startCpu);
await clear();
const grownMb = process.resourceUsage().maxRSS / 1024 - startMb;
process.stdout.write(`${JSON.stringify({ seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6, grownMb })}\n`);
