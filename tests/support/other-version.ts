/** Another version of this repository in a separate folder, ready to be started: for upgrade tests. Does not change the repository. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { makeScratchFolder, removeScratchFolder } from "./scratch.ts";

const ROOT = join(import.meta.dirname, "..", "..");

export type OtherVersion = {
  /** What startProduct takes as `root`. */
  root: string;
  /** Abbreviated, with its first line. */
  commit: string;
  close: () => Promise<void>;
};

/** @param ref a commit, a tag, or "HEAD~1" @throws Error with git's message */
export async function openVersion(ref: string): Promise<OtherVersion> {
  const folder = await makeScratchFolder("version");
  const root = join(folder, "portico");
  const commit = git(ROOT, "log", "-1", "--format=%h %s", ref);
  git(ROOT, "clone", "--quiet", "--no-checkout", ROOT, root);
  git(root, "checkout", "--quiet", commit.split(" ")[0] ?? "");
  // Hard links: npm replaces files and never writes into them, so this folder's files stay unchanged, except npm's own record.
  execFileSync("cp", ["-al", join(ROOT, "node_modules"), join(root, "node_modules")]);
  const record = join("node_modules", ".package-lock.json");
  execFileSync("cp", ["--remove-destination", join(ROOT, record), join(root, record)]);
  return { root, commit, close: () => removeScratchFolder(folder) };
}

function git(folder: string, ...words: string[]): string {
  return execFileSync("git", ["-C", folder, ...words], { encoding: "utf8" }).trim();
}
