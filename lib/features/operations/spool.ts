/**
 * Answers that the journal has not recorded yet: each is a separate file in the data folder, complete on disk before the transaction that
 * records it and removed afterwards. Files found at a start or by the sweeper are recorded then.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { getEnv } from "#lib/core/env.ts";
import { isId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { syncFolder } from "#lib/storage/sync.ts";
import { settlementSchema, type Settlement } from "./rules/settlement.ts";

function folder(): string {
  return path.join(getEnv().dataDir, "spool", "answers");
}

function fileOf(attemptId: string): string {
  return path.join(folder(), `${attemptId}.json`);
}

/** Stores an answer: written under another name, synced, renamed, and the folder synced. */
export async function keepAnswer(settlement: Settlement): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const file = fileOf(settlement.attemptId);
  await writeFile(`${file}.part`, JSON.stringify(settlement), { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  await syncFolder(folder());
}

/** Removes an answer that the journal has recorded. */
export async function dropAnswer(attemptId: string): Promise<void> {
  await rm(fileOf(attemptId), { force: true });
}

/** All complete stored answers; unreadable ones are reported and left in place. */
export async function listKeptAnswers(): Promise<Settlement[]> {
  let names: string[];
  try {
    names = await readdir(folder());
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return [];
    throw thrown;
  }
  const found: Settlement[] = [];
  for (const name of names) {
    if (!name.endsWith(".json") || !isId(name.slice(0, -".json".length))) continue;
    const settlement = await readAnswer(path.join(folder(), name));
    if (settlement !== null) found.push(settlement);
  }
  return found;
}

async function readAnswer(file: string): Promise<Settlement | null> {
  try {
    const result = settlementSchema.safeParse(JSON.parse(await readFile(file, "utf8")));
    if (result.success) return result.data;
    log.warn("a kept answer is not readable and was left where it is", { file });
  } catch (thrown) {
    // Another process may just have recorded and removed it.
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return null;
    log.error("a kept answer is not readable and was left where it is", thrown, { file });
  }
  return null;
}
