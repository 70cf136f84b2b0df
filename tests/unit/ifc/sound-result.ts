/**
 * What must be true of every result of the reader, whatever its input: status and errors agree, errors are sentences for people, and
 * whatever is presented as complete is complete JSON that agrees with its index.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ingestFile, type IngestResult } from "#lib/ifc/ingest.ts";

/** Small windows: files are read across many borders, and twenty thousand readings need little memory. */
const SMALL = { windowBytes: 4096, readAheadBytes: 512, recordsMax: 10_000 };

/** Reads a small file in `dir`; its answers remain in `dir/answers`. */
export async function readSmall(
  dir: string,
  bytes: Uint8Array,
  windowBytes = SMALL.windowBytes,
): Promise<IngestResult> {
  const inputPath = join(dir, "model.ifc");
  writeFileSync(inputPath, bytes);
  return ingestFile({
    inputPath,
    outputDir: join(dir, "answers"),
    fileName: "model.ifc",
    limits: { ...SMALL, windowBytes },
  });
}

/** What is wrong with a result; null if nothing is. */
export function faultOf(dir: string, result: IngestResult): string | null {
  const sentences = result.errors.join("\n");
  if ((result.status === "ok") !== (result.errors.length === 0)) return "status and errors disagree";
  if (/fault of this server|undefined|\[object|NaN|\bat \//.test(sentences)) return `errors: ${sentences}`;
  if (result.errors.length > 101) return "too many errors";
  return result.status === "ok" ? faultOfAnswers(dir, result) : null;
}

function faultOfAnswers(dir: string, { index }: IngestResult): string | null {
  if (index === null) return "ok without an index";
  const folder = join(dir, "answers");
  for (const { name, count, bytes } of index.classes) {
    const text = readFileSync(join(folder, `${name}.json`));
    if (text.length !== bytes) return `${name}: ${String(text.length)} bytes instead of ${String(bytes)}`;
    const answer = JSON.parse(text.toString("utf8")) as Record<string, Record<string, unknown>>;
    const ids = Object.keys(answer);
    if (ids.length !== count) return `${name}: ${String(ids.length)} elements instead of ${String(count)}`;
    if (!ids.every((id) => "attributes" in (answer[id] ?? {}))) {
      return `${name}: ${ids.join(" ")}`;
    }
  }
  const known = index.classes.map(({ name }) => `${name}.json`);
  const others = readdirSync(folder).filter((name) => name !== "index.json" && !known.includes(name));
  return others.length > 0 ? `files without a class: ${others.join(" ")}` : null;
}
