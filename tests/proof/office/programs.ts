/** The foreign programs of the proof `office`, as far as this machine has them. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 1024 * 1024 * 1024;

/** First line of a program's version output; null if this machine does not have it. */
export async function findVersion(program: string): Promise<string | null> {
  const said = await run(program, ["--version"]).catch(() => null);
  return said === null ? null : (said.stdout.trim().split("\n")[0] ?? "");
}

/**
 * Converts files with LibreOffice, all in a single start.
 * @param importFilter how CSV is read, in LibreOffice's own terms; null for files that describe themselves
 */
export async function convert(
  folder: string,
  files: readonly string[],
  to: { format: "fods" | "xlsx"; folder: string },
  importFilter: string | null,
): Promise<void> {
  // A separate profile: otherwise another LibreOffice of this account would take the work over, and this one would end at once.
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const filter = importFilter === null ? [] : [`--infilter=${importFilter}`];
  await run(
    "soffice",
    [
      profile,
      "--headless",
      "--norestore",
      ...filter,
      "--convert-to",
      to.format,
      "--outdir",
      to.folder,
      ...files,
    ],
    { maxBuffer: OUTPUT_BYTES_MAX },
  );
}

const PYTHON = `
import csv, json, sys
csv.field_size_limit(2**31 - 1)
for path in sys.argv[2:]:
    with open(path, encoding="utf-8-sig", newline="") as file:
        print(json.dumps(list(csv.reader(file, delimiter=sys.argv[1], strict=True))))
`;

/** The fields of each file as Python's csv module reads them. */
export async function readByPython(delimiter: string, files: readonly string[]): Promise<string[][][]> {
  const { stdout } = await run("python3", ["-c", PYTHON, delimiter, ...files], {
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as string[][]);
}
