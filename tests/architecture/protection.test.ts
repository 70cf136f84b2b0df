/** Protections that hold because nothing in the sources does otherwise: docs/assurance.md names each. */
import { expect, it } from "vitest";
import { listSources, readText, ROOT } from "./source-files.ts";

type Source = { path: string; text: string };
const PRODUCT = /^(?:app|lib)\//;

async function read(pattern: RegExp): Promise<Source[]> {
  const paths = (await listSources()).filter((path) => pattern.test(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(path) })));
}

const pathsWith = (sources: readonly Source[], pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

it("S6: no schema of the portal's inputs lets other fields through than it names", async () => {
  const sources = await read(/^(?:app\/.*\/actions\.ts|lib\/features\/.*\.ts)$/);
  expect(sources.length).toBeGreaterThan(100);
  expect(pathsWith(sources, /\blooseObject\(|\.passthrough\(|\.loose\(|\.catchall\(|\bz\.any\(/)).toEqual([]);
  const actions = sources.filter(({ path }) => path.startsWith("app/"));
  expect(pathsWith(actions, /input: z\.(?:record|unknown|map)\(/)).toEqual([]);
  // The form itself goes nowhere but through the schema: run() is given what was parsed.
  const builder = await readText("app/_server/action.ts");
  expect(builder).toMatch(/run\(parse\(\), actor\)/);
});

it("S16: only the edge looks at what a request says of its host, so links are made from the configuration", async () => {
  const asking = pathsWith(
    await read(PRODUCT),
    /x-forwarded-(?:host|proto|port)|\.get\("(?:host|forwarded)"\)|headers\.host\b|nextUrl\.(?:origin|host)/i,
  );
  expect(asking).toEqual(["lib/boot/incoming.ts"]);
});

it("S29: nothing writes markup past React", async () => {
  const found = pathsWith(
    await read(PRODUCT),
    /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write\(/,
  );
  expect(found).toEqual([]);
});

it("S30: no query is put together from texts", async () => {
  const sources = await read(PRODUCT);
  expect(pathsWith(sources, /\$(?:queryRawUnsafe|executeRawUnsafe)\b/)).toEqual([]);
  expect(pathsWith(sources, /Prisma\.raw\(/)).toEqual([]);
});

it("S34: every download has its name by the one function that makes it safe", async () => {
  const naming = (await read(/^app\//)).filter(({ text }) => /content-disposition/i.test(text));
  expect(naming.length).toBeGreaterThan(5);
  expect(naming.filter(({ text }) => !/"Content-Disposition": attachmentHeader\(/.test(text))).toEqual([]);
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
});

/** Compares versions number by number; a pre-release is below its release. */
function isBelow(version: string, floor: string): boolean {
  const numbers = (text: string): number[] => (text.split("-")[0] ?? "").split(".").map(Number);
  const [have, need] = [numbers(version), numbers(floor)];
  const first = need.findIndex((number, n) => (have[n] ?? 0) !== number);
  if (first === -1) return version.includes("-");
  return (have[first] ?? 0) < (need[first] ?? 0);
}
