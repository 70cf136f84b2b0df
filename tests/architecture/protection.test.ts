/** Protections that hold because nothing in the sources violates them: docs/assurance.md names each. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readSources, readText, ROOT, type Source } from "./source-files.ts";

/** A component of a bill of materials in CycloneDX's format. */
type Component = { name: string; purl: string; hashes?: { alg: string }[]; licenses?: object[] };

/** The floors must be reviewed for each release: their review may be at most this old at the newest release in CHANGELOG.md. */
const FLOOR_DAYS_MAX = 90;
const PRODUCT = /^(?:app|lib)\//;

const pathsWith = (sources: readonly Source[], pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

it("S6: no schema of the portal's inputs lets other fields through than it names", async () => {
  const sources = await readSources(/^(?:app\/.*\/actions\.ts|lib\/features\/.*\.ts)$/);
  expect(sources.length).toBeGreaterThan(100);
  expect(pathsWith(sources, /\blooseObject\(|\.passthrough\(|\.loose\(|\.catchall\(|\bz\.any\(/)).toEqual([]);
  const actions = sources.filter(({ path }) => path.startsWith("app/"));
  expect(pathsWith(actions, /input: z\.(?:record|unknown|map)\(/)).toEqual([]);
  // The form itself reaches nothing except the schema: run() gets the parsed input.
  const builder = await readText("app/_server/action.ts");
  expect(builder).toMatch(/run\(parse\(\), actor\)/);
});

it("S16: only the edge looks at what a request says of its host, so links are made from the configuration", async () => {
  const asking = pathsWith(
    await readSources(PRODUCT),
    /x-forwarded-(?:host|proto|port)|\.get\("(?:host|forwarded)"\)|headers\.host\b|nextUrl\.(?:origin|host)/i,
  );
  expect(asking).toEqual(["lib/boot/edge/incoming.ts"]);
});

/**
 * Comparisons of values that are not secret, or that belong to the same person: a backup's digest and fingerprint, the audit's chain, a
 * cache's mark, a form's two fields, a text and itself without blanks.
 */
const NO_SECRETS = [
  "lib/boot/backup/archive.ts",
  "lib/boot/backup/restore.ts",
  "lib/core/identity/new-password.ts",
  "lib/features/audit/heads.ts",
  "lib/features/audit/verification.ts",
  "lib/features/models/remembered.ts",
  "lib/service/client/check/judge-answers.ts",
  "lib/service/server/oauth/tokens.ts",
];

it("S21: no secret, password, token or hash of one is compared letter by letter", async () => {
  const compared =
    /(?:secret|password|token|hash|digest|signature|verifier)\)?\s*[!=]==?\s*(?!null\b|undefined\b|"|`|typeof\b)[\w(]/i;
  const other = /[!=]==?\s*[\w.]*(?:secret|password|token|hash|digest|signature|verifier)\b/i;
  const sources = await readSources(
    /^(?:app|lib\/(?:audit|auth|boot|core|db|features|http|jobs|mail|service|storage))\//,
  );
  const found = new Set([...pathsWith(sources, compared), ...pathsWith(sources, other)]);
  expect([...found].toSorted()).toEqual(NO_SECRETS);
});

it("S29: nothing writes markup past React", async () => {
  const found = pathsWith(
    await readSources(PRODUCT),
    /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write\(/,
  );
  expect(found).toEqual([]);
});

it("S30: no query is put together from texts", async () => {
  const sources = await readSources(PRODUCT);
  expect(pathsWith(sources, /\$(?:queryRawUnsafe|executeRawUnsafe)\b/)).toEqual([]);
  expect(pathsWith(sources, /Prisma\.raw\(/)).toEqual([]);
});

it("S34: every download has its name by the one function that makes it safe", async () => {
  const files = await readSources(/^app\//);
  expect(pathsWith(files, /\banswerFile\(|content-disposition/i).length).toBeGreaterThan(5);
  const naming = files.filter(({ text }) => /content-disposition/i.test(text));
  expect(naming.map(({ path }) => path)).toContain("app/_server/file-answer.ts");
  expect(naming.filter(({ text }) => !/"Content-Disposition": attachmentHeader\(/.test(text))).toEqual([]);
});

it("S36: the thread that reads models has no environment, and nothing in it opens a socket or starts a program", async () => {
  expect(await readText("lib/ifc/reader-thread.ts")).toMatch(/new Worker\(.*, \{\s+env: \{\},/);
  const sources = await readSources(/^lib\/ifc\//);
  expect(sources.length).toBeGreaterThan(30);
  const used = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/(?:from|import\() ?"([^".][^"]*)"/g)].map(([, name]) => name),
    ),
  );
  const files = ["node:fs", "node:fs/promises", "node:path", "node:stream", "node:stream/promises"];
  const others = ["node:timers/promises", "node:worker_threads", "node:zlib", "yauzl"];
  expect([...used].toSorted()).toEqual([...files, ...others]);
  expect(
    pathsWith(sources, /\bfetch\(|\bWebSocket\b|process\.(?:env|binding|dlopen)|\bimport\((?!")|\beval\(/),
  ).toEqual([]);
});

it("S40: what is installed is not below the floors of docs/assurance.md", async () => {
  const { packages } = JSON.parse(await readText("package-lock.json")) as {
    packages: Record<string, { version?: string }>;
  };
  const table = (await readText("docs/assurance.md")).split("## Floors")[1] ?? "";
  const rows = [
    ...table.matchAll(
      /^\| `([^`]+)`\s+\| (absent or )?([\d.]+)\s+\| (\S.*?)\s+\| (\d{4}-\d{2}-\d{2})\s+\|$/gm,
    ),
  ];
  expect(rows.length).toBeGreaterThan(7);
  const below: string[] = [];
  for (const [, name = "", optional, floor = ""] of rows) {
    const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
    if (found.length === 0 && optional === undefined) below.push(`${name} is not installed`);
    for (const [path, { version = "" }] of found)
      if (isBelow(version, floor)) below.push(`${path} ${version} is below ${floor}`);
  }
  expect(below, ROOT).toEqual([]);
  const released = Date.parse(
    /^## [\d.]+ – (\d{4}-\d{2}-\d{2})$/m.exec(await readText("CHANGELOG.md"))?.[1] ?? "",
  );
  expect(released).toBeGreaterThan(0);
  const old = rows.filter(([, , , , , day = ""]) => released - Date.parse(day) > FLOOR_DAYS_MAX * 86_400_000);
  expect(old.map(([, name = ""]) => `${name} was looked at too long ago`)).toEqual([]);
});

it("S40: a bill of materials names every package that is installed with its hash and its licence", async () => {
  const words = ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"];
  const { stdout } = await promisify(execFile)("npm", words, { cwd: ROOT, maxBuffer: 64 << 20 });
  const { components } = JSON.parse(stdout) as { components: Component[] };
  expect(components.length).toBeGreaterThan(100);
  const bare = components.filter(
    ({ purl, hashes, licenses }) =>
      purl === "" || hashes?.[0]?.alg !== "SHA-512" || (licenses ?? []).length === 0,
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

/** Compares versions number by number; a pre-release is below its release. */
function isBelow(version: string, floor: string): boolean {
  const numbers = (text: string): number[] => (text.split("-")[0] ?? "").split(".").map(Number);
  const [have, need] = [numbers(version), numbers(floor)];
  const first = need.findIndex((number, n) => (have[n] ?? 0) !== number);
  if (first === -1) return version.includes("-");
  return (have[first] ?? 0) < (need[first] ?? 0);
}
