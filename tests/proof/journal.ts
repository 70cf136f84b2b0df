/**
 * The journal under faults, in five proofs: every single message of each kind of work broken in three ways (one call each; lists and plans;
 * people), random histories, and the longest list killed twice. `npm test` takes one message in 25, and shorter lists.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { openScratch } from "#tests/support/scratch.ts";
import { proofOf, type Proof, type Say } from "./proof.ts";
import { runTestFiles } from "./run-test-files.ts";

type Figures = {
  journey: string;
  messages: number;
  runs: number;
  hung: number;
  operations: number;
  uncertain: number;
};
type Verdicts = { what: string; addresses: number; ms: number };
type Found = Figures | { verdicts: Verdicts } | { histories: number; kills: number };

/** Longer than the portal's own limits for an exchange (30 s) and for a transaction (10 s). */
const PATIENCE_MS = 45_000;
/** Runs of the tests at the same time, each with a separate PostgreSQL: a broken run mostly waits for a silence to end. */
const AT_ONCE = 2;
const SIDE_BY_SIDE = 6;
const HISTORIES = 300;
/** The most that one list may have. */
const ADDRESSES = 10_000;

/** Every message of the calls that a person makes one at a time. */
export function proveCalls(say: Say): Promise<Proof> {
  const journeys = ["create cloud,invite", "create project,upload"];
  return proveLoop(
    say,
    journeys.map((names) => ({ PORTICO_FAULT_JOURNEYS: names })),
  );
}

/** Every message of a list of two addresses, and of a plan with a Cloud, a project and a person. */
export function proveRuns(say: Say): Promise<Proof> {
  const shares = ["1/2", "2/2"].map((share) => ({
    PORTICO_FAULT_JOURNEYS: "invite list,plan",
    PORTICO_FAULT_SHARE: share,
  }));
  return proveLoop(say, shares);
}

/** Random histories of two people, each step compared with a small model. */
export async function proveHistories(say: Say): Promise<Proof> {
  const tasks = [
    { files: ["integration/faults/random-histories"], env: { PORTICO_FAULT_HISTORIES: String(HISTORIES) } },
  ];
  const { holds, found } = await runTests(say, tasks);
  const told = found.find((one) => "histories" in one);
  return proofOf(holds, [
    `${String(told?.histories ?? 0)} of ${String(HISTORIES)} random histories of two people (Clouds and invitations, faults, resent forms, decisions, passing time, ` +
      `${String(told?.kills ?? 0)} kills with kill -9) ended as a small model predicts, with C1 to C6 kept.`,
  ]);
}

/** The longest list: its check, and its sending killed twice. */
export async function proveAddresses(say: Say): Promise<Proof> {
  const files = ["integration/features/invitation-lists-killed", "integration/features/invitation-verdicts"];
  const env = { PORTICO_TEST_LIST_ADDRESSES: String(ADDRESSES) };
  const { holds, found } = await runTests(say, [{ files, env }]);
  return proofOf(holds, [
    `A list of ${String(ADDRESSES)} addresses, its process killed twice with kill -9 and resumed: one attempt for each address, and one record for each at the service, except for those that remained uncertain.`,
    ...found
      .flatMap((one) => ("verdicts" in one ? [one.verdicts] : []))
      .map(
        ({ what, addresses, ms }) =>
          `Results of checking ${String(addresses)} addresses, ${what}: ${(ms / 1000).toFixed(1)} s.`,
      ),
  ]);
}

/** Every message of what changes people: a role, a removal, a removal from all Clouds. */
export async function provePeople(say: Say): Promise<Proof> {
  const { holds, found } = await runTests(say, [
    { files: ["integration/faults/people-killed"], env: { PORTICO_FAULT_STEP: "1" } },
  ]);
  return proofOf(holds, [
    "Each run is broken at a different message (killed, connection reset, message swallowed), then repeated by the person or by the queue. Afterwards the change is done at the service, nobody else has changed, Portico’s list matches the service’s, and whatever was reported as done was done.",
    "",
    "| Work | Messages on both wires | Broken runs | Of these still waiting until their connections were reset | Uncertain at the end, and named |",
    "| --- | --- | --- | --- | --- |",
    ...found
      .filter((one) => "journey" in one)
      .map(
        ({ journey, messages, runs, hung, uncertain }) =>
          `| ${journey} | ${[messages, runs, hung, uncertain].map(String).join(" | ")} |`,
      ),
  ]);
}

async function proveLoop(say: Say, shares: readonly Record<string, string>[]): Promise<Proof> {
  const env = {
    PORTICO_FAULT_STEP: "1",
    PORTICO_FAULT_PATIENCE_MS: String(PATIENCE_MS),
    PORTICO_FAULT_SIDE_BY_SIDE: String(SIDE_BY_SIDE),
  };
  const tasks = shares.map((share) => ({
    files: ["integration/faults/counted-loop"],
    env: { ...env, ...share },
  }));
  const { holds, found } = await runTests(say, tasks);
  const figures = Map.groupBy(
    found.filter((one) => "journey" in one),
    ({ journey }) => journey,
  );
  const sum = (of: readonly Figures[], name: "runs" | "hung" | "operations" | "uncertain"): string =>
    String(of.reduce((total, one) => total + one[name], 0));
  return proofOf(holds, [
    `Each run is broken at a different message (killed, connection reset, message swallowed and the connection left silent), then restarted, swept, and its form sent again. ` +
      `C1 to C6 are checked before that and after it; afterwards everything is done or uncertain, and the second sending made nothing uncertain.`,
    "",
    `| Work | Messages on both wires | Broken runs | Of these still waiting after ${String(PATIENCE_MS / 1000)} s, until their connections were reset | Uncertain at the end |`,
    "| --- | --- | --- | --- | --- |",
    ...[...figures].map(
      ([journey, of]) =>
        `| ${journey} | ${String(of[0]?.messages ?? 0)} | ${sum(of, "runs")} | ${sum(of, "hung")} | ${sum(of, "uncertain")} |`,
    ),
  ]);
}

type Task = { files: readonly string[]; env: Record<string, string> };

/** Runs these integration tests, some at the same time, and collects the figures that they write. */
async function runTests(say: Say, tasks: readonly Task[]): Promise<{ holds: boolean; found: Found[] }> {
  await using scratch = await openScratch("proof-journal");
  const report = path.join(scratch.path, "figures");
  const queue = tasks.values();
  let holds = true;
  const worker = async (): Promise<void> => {
    for (const { files, env } of queue) {
      if (!(await runTestFiles(say, files, { ...env, PORTICO_FAULT_REPORT: report }))) holds = false;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const lines = (await readFile(report, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  return { holds, found: lines.map((line) => JSON.parse(line) as Found) };
}
