/**
 * `npm run proof [-- part …]`: runs the proofs one after the other, each in a separate process and within its time limit, and stores their
 * findings in docs/proof.md; parts that were left out keep their last findings. The exit code is 0 only if none failed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { ensurePrismaClient } from "#lib/boot/launch/prepare.ts";
import { removeAbandonedScratchFolders } from "#tests/support/scratch.ts";
import { PARTS } from "./parts.ts";
import type { Proof, ProofPart } from "./proof.ts";

const REPORT = new URL("../../docs/proof.md", import.meta.url);
/** Names the part that a child process is to run. */
const CHILD_FLAG = "--in-this-process";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const interrupted = new AbortController();

async function runHere(name: string): Promise<void> {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`There is no proof ${name}.`);
  const proof = await part.prove((line) => {
    say(`  ${line}`);
  });
  process.send?.(proof);
  process.disconnect();
}

async function runApart(name: string, part: ProofPart): Promise<Proof> {
  const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, CHILD_FLAG, name], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const found: { proof: Proof | null } = { proof: null };
  child.on("message", (message) => {
    found.proof = message as Proof;
  });
  const end = (): boolean => child.kill("SIGKILL");
  const limit = AbortSignal.any([interrupted.signal, AbortSignal.timeout(part.minutesMax * 60_000)]);
  limit.addEventListener("abort", end);
  const [code] = (await once(child, "exit")) as [number | null];
  limit.removeEventListener("abort", end);
  if (found.proof !== null && code === 0) return found.proof;
  const why = limit.aborted
    ? `It was ended after ${String(part.minutesMax)} minutes, or by hand.`
    : `Its process ended with ${String(code)}. Its output is in the terminal.`;
  return { verdict: "fails", lines: [why] };
}

/** The report's present sections, by title. */
function readLast(): Map<string, string> {
  const text = existsSync(REPORT) ? readFileSync(REPORT, "utf8") : "";
  const sections = text.split(/^(?=## )/m).slice(1);
  return new Map(sections.map((section) => [/^## (.*)$/m.exec(section)?.[1] ?? "", section.trimEnd()]));
}

function write(sections: ReadonlyMap<string, string>): void {
  const kept = Object.values(PARTS).flatMap(({ title }) => sections.get(title) ?? []);
  const head =
    "# Proof\n\nWritten by `npm run proof`; parts that were left out of a run keep what they found last. These runs take too long, or need\n" +
    "programs too large, for `npm test`.";
  writeFileSync(REPORT, `${[head, ...kept].join("\n\n").trimEnd()}\n`);
}

/** "journal" means all its parts. */
function isMeant(asked: string, name: string): boolean {
  return name === asked || name.startsWith(`${asked}-`);
}

async function runAll(names: readonly string[]): Promise<boolean> {
  let isSound = true;
  await removeAbandonedScratchFolders();
  await ensurePrismaClient(join(import.meta.dirname, "..", ".."));
  for (const [name, part] of Object.entries(PARTS)) {
    if ((names.length > 0 && !names.some((asked) => isMeant(asked, name))) || interrupted.signal.aborted)
      continue;
    say(`\n▸ ${name}: ${part.title}`);
    const startMs = Date.now();
    const { verdict, lines } = await runApart(name, part);
    const minutes = ((Date.now() - startMs) / 60_000).toFixed(1);
    say(`${verdict === "fails" ? "✗" : "✓"} ${name}: ${verdict} (${minutes} min)`);
    if (verdict === "fails") isSound = false;
    const when =
      `Run on ${new Date().toISOString().slice(0, 10)} in ${minutes} minutes: Node ${process.version}, ` +
      `${String(availableParallelism())} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB.`;
    // Read now and not earlier, because another run may have written in the meantime.
    const sections = readLast();
    sections.set(part.title, [`## ${part.title}`, `**${verdict}.**`, lines.join("\n"), when].join("\n\n"));
    write(sections);
  }
  return isSound && !interrupted.signal.aborted;
}

const named = process.argv.slice(2);
const unknown = named.filter(
  (name) => name !== CHILD_FLAG && !Object.keys(PARTS).some((part) => isMeant(name, part)),
);
if (unknown.length > 0) {
  say(`Unknown proof ${unknown.join(", ")}. There are: ${Object.keys(PARTS).join(", ")}.`);
  process.exitCode = 2;
} else if (named[0] === CHILD_FLAG) {
  await runHere(named[1] ?? "");
} else {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      interrupted.abort();
    });
  }
  if (!(await runAll(named))) process.exitCode = 1;
}
