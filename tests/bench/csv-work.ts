/**
 * One measured piece of work of the CSV bench, in a process of its own so that its peak memory is its own:
 * `node csv-work.ts <work> <small answer> <answer> <folder>` prints a JSON line `{seconds, grownMb}`.
 */
import { createWriteStream } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { iterateCsv } from "#lib/elements/csv.ts";
import { openSnapshot } from "#lib/elements/snapshot.ts";
import { writeSnapshot } from "#lib/elements/snapshot-writer.ts";
import { COLUMN_NAMES } from "./csv-answer.ts";

const SNAPSHOT = "snapshot";
const CHUNK_BYTES = 256 * 1024;
const FLUSH_LENGTH = 1024 * 1024;

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  const buffer = Buffer.alloc(CHUNK_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Ours: the answer to a snapshot, the snapshot to a CSV file; two passes, checksums and the fsync of the snapshot included. */
async function portico(answer: string, folder: string): Promise<void> {
  const dir = join(folder, SNAPSHOT);
  await writeSnapshot({ source: chunksOf(answer), dir });
  const snapshot = await openSnapshot(dir);
  await pipeline(
    iterateCsv(snapshot),
    createWriteStream(join(folder, "portico.csv"), { highWaterMark: FLUSH_LENGTH }),
  );
  await snapshot.close();
}

/** JSON.parse of the whole answer, and nothing done with it. */
async function jsonParse(answer: string): Promise<void> {
  const parsed: unknown = JSON.parse(await readFile(answer, "utf8"));
  if (typeof parsed !== "object") throw new TypeError("not an answer");
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The quickest known pipeline of library parts: cut the answer at its elements, JSON.parse each, write CSV by hand.
 * It is told the columns and does neither checksums nor guards.
 */
async function cutAndParse(answer: string, folder: string): Promise<void> {
  const file = await open(join(folder, "peer.csv"), "w");
  let text = `GlobalId,${COLUMN_NAMES.map(([set, name]) => csvField(set === "attributes" ? name : `${set}.${name}`)).join(",")}\r\n`;
  const emit = async (element: Buffer): Promise<void> => {
    const entry = Object.entries(
      JSON.parse(`{${element.toString("utf8")}}`) as Record<string, Record<string, Record<string, unknown>>>,
    )[0];
    if (!entry) return;
    text += `${csvField(entry[0])},${COLUMN_NAMES.map(([set, name]) => csvField(entry[1][set]?.[name])).join(",")}\r\n`;
    if (text.length < FLUSH_LENGTH) return;
    await file.write(text);
    text = "";
  };
  let rest: Buffer = Buffer.alloc(0);
  let depthAtRest = 0;
  for await (const chunk of chunksOf(answer)) {
    const bytes = Buffer.concat([rest, chunk]);
    let depth = depthAtRest;
    let from = 0;
    let isText = false;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isText) {
        if (byte === 0x5c) at++;
        else if (byte === 0x22) isText = false;
      } else if (byte === 0x22) {
        if (depth === 1) from = at;
        isText = true;
      } else if (byte === 0x7b) {
        depth++;
      } else if (byte === 0x7d && --depth === 1) {
        await emit(bytes.subarray(from, at + 1));
        from = at + 2;
      }
    }
    rest = Buffer.from(bytes.subarray(from));
    depthAtRest = 1;
  }
  await file.write(text);
  await file.close();
}

const WORK: Readonly<Record<string, (answer: string, folder: string) => Promise<void>>> = {
  portico,
  jsonParse,
  cutAndParse,
};

const [name = "", warmUp = "", answer = "", folder = ""] = process.argv.slice(2);
const work = WORK[name];
if (!work) throw new Error(`csv-work.ts knows ${Object.keys(WORK).join(", ")}, not "${name}".`);
/* A server that exports has compiled its code long ago, so every work is first done on a small answer. */
await work(warmUp, folder);
await rm(join(folder, SNAPSHOT), { recursive: true, force: true });
const startMb = process.memoryUsage().rss / 2 ** 20;
const start = performance.now();
await work(answer, folder);
const seconds = (performance.now() - start) / 1000;
const grownMb = process.resourceUsage().maxRSS / 1024 - startMb;
process.stdout.write(`${JSON.stringify({ seconds, grownMb })}\n`);
