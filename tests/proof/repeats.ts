/** The proof `repeats`: the tests that repeat a guarantee with other values, with all of their values. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { proofOf, type Proof, type Say } from "./proof.ts";
import { runTestFiles } from "./run-test-files.ts";

const FOLDER = path.join(import.meta.dirname, "..");

export async function proveRepeats(say: Say): Promise<Proof> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .filter((name) => readFileSync(path.join(FOLDER, name), "utf8").includes("#tests/support/repeats.ts"))
    .map((name) => name.slice(0, -".test.ts".length))
    .toSorted();
  const holds = await runTestFiles(say, files, { PORTICO_ALL_REPEATS: "1" });
  return proofOf(holds, [
    "Tests of which `npm test` takes a tenth or less: 50 uploads as versions and one killed at each message, the replacing of the secret killed at each of its steps, 20,000 tokens of each kind, 10,000 changed bodies, random views, hostile addresses, documents and files, and the formats and spellings of real files.",
    "",
    ...files.map((name) => `- \`${name}\``),
  ]);
}
