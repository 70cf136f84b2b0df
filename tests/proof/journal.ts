/**
 * The journal under faults: create cloud, create project, invite, a list of invitations and upload, broken at every single message of both wires in three ways,
 * held against the service's own rows afterwards. The tests of npm test take every tenth message.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import type { Proof } from "./proof.ts";

type Figures = {
  journey: string;
  messages: number;
  runs: number;
  hung: number;
  operations: number;
  uncertain: number;
  effects: number;
};
type Verdicts = { what: string; addresses: number; ms: number };

const ROOT = path.join(import.meta.dirname, "..", "..");
/** Longer than the portal's own limits of an exchange (30 s) and of a transaction (10 s). */
const PATIENCE_MS = 45_000;

const HISTORIES = 300;
/** As many as one list may have. */
const ADDRESSES = 10_000;
const FILES = [
  "faults/counted-loop",
  "faults/random-histories",
  "features/invitation-lists-killed",
  "features/invitation-verdicts",
];

/** Runs the counted loop with every message, many random histories, and the longest list, killed twice. */
export async function proveJournal(say: (line: string) => void): Promise<Proof> {
  const scratch = await makeScratchFolder("proof-journal");
  const report = path.join(scratch, "figures");
  try {
    const vitest = path.join(ROOT, "node_modules", ".bin", "vitest");
    const files = FILES.map((name) => `tests/integration/${name}.test.ts`);
    const child = spawn(vitest, ["run", "--project", "integration", "--no-file-parallelism", ...files], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORTICO_FAULT_STEP: "1",
        PORTICO_FAULT_PATIENCE_MS: String(PATIENCE_MS),
        PORTICO_FAULT_SIDE_BY_SIDE: "8",
        PORTICO_FAULT_REPORT: report,
        PORTICO_FAULT_HISTORIES: String(HISTORIES),
        PORTICO_TEST_LIST_ADDRESSES: String(ADDRESSES),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      say(text.trimEnd());
    });
    const [code] = (await once(child, "exit")) as [number | null];
    const lines = (await readFile(report, "utf8").catch(() => "")).trimEnd().split("\n");
    const read = lines
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Figures | { verdicts: Verdicts });
    const figures = read.filter((line) => "journey" in line);
    const verdicts = read.filter((line) => "verdicts" in line).map((line) => line.verdicts);
    return { verdict: code === 0 ? "holds" : "fails", lines: describe(figures, verdicts) };
  } finally {
    await removeScratchFolder(scratch);
  }
}

function describe(figures: readonly Figures[], verdicts: readonly Verdicts[]): string[] {
  const runs = figures.reduce((sum, { runs: count }) => sum + count, 0);
  const last = figures.at(-1);
  return [
    `${String(runs)} runs of the portal, each broken at another message (killed, connection reset, message swallowed and the connection left silent), restarted, ` +
      `swept, its form sent again. Promises C1 to C6 broken: see the verdict. Operations with an uncertain attempt: ${String(last?.uncertain ?? 0)} of ${String(last?.operations ?? 0)}.`,
    `${String(HISTORIES)} random histories of two people, Clouds and invitations, faults, kills, forms sent again, decisions and time that passes ended as a small model says.`,
    `A list of ${String(ADDRESSES)} addresses, its process killed twice with kill -9 and let go on: one attempt for each address, one record for each at the service but for those that stayed uncertain.`,
    ...verdicts.map(
      ({ what, addresses, ms }) =>
        `Verdicts for ${String(addresses)} addresses, ${what}: ${(ms / 1000).toFixed(1)} s.`,
    ),
    "",
    "| Work | Messages on both wires | Broken runs | Of these still waiting after 45 s, until their connections were reset |",
    "| --- | --- | --- | --- |",
    ...figures.map(
      ({ journey, messages, runs: count, hung }) =>
        `| ${journey} | ${String(messages)} | ${String(count)} | ${String(hung)} |`,
    ),
  ];
}
