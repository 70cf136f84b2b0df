/** Nobody gets from a cache what was made for another person: pages, data for the router, files, parts of files, and addresses that look like static files. */
import { addressOf, readDeclaredAccess } from "#tests/support/declared-access.ts";
import type { KeptGround } from "#tests/support/kept-ground.ts";
import { askAs, type Heard, type Person } from "./people.ts";

export type CacheFindings = { asked: number; wrong: string[] };

const WAYS: readonly Readonly<Record<string, string>>[] = [
  {},
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { range: "bytes=0-400" },
];

/** An address that a cache could take for a static file, for each way to read it wrongly. */
const DISGUISES: readonly ((path: string) => string)[] = [
  (path) => `${path}/x.css`,
  (path) => `${path}/.css`,
  (path) => `${path}.css`,
  (path) => `${path}/;a.js`,
  (path) => `${path};a.js`,
  (path) => `${path}%2fx.css`,
  (path) => `${path}%3ba.js`,
  (path) => `${path}%23x.css`,
  (path) => `${path}%3fx.css`,
  (path) => `${path}%0ax.css`,
  (path) => `${path}?x.css`,
  (path) => `${path}?_rsc=x.css`,
  (path) => `/_next/static/..%2f..${path}`,
  (path) => `/_next/static/%2e%2e%2f%2e%2e${path}`,
  (path) => `/_next/static/../..${path}`,
  (path) => `/icon.svg/..%2f..${path}`,
];

/** `canary`: what both signed-in people may see and nobody else. */
export async function tryCaches(
  origin: string,
  people: readonly Person[],
  ground: KeptGround,
  canary: string,
): Promise<CacheFindings> {
  const findings: CacheFindings = { asked: 0, wrong: [] };
  const pages = await listPages(ground);
  const files = [
    "/api/audit/file?format=csv",
    "/invitations/csv",
    "/api/places?q=Kept",
    "/api/places/contents?q=FireRating",
    "/api/views",
    `/api/elements/${ground.idOf("snapshot")}/rows?offset=0&limit=5`,
    `/api/exports/${ground.idOf("export_run")}/file`,
    `/api/exports/${ground.idOf("export_run")}/record`,
    `/api/elements/${ground.idOf("snapshot")}/table`,
  ];
  for (const path of [...pages, ...files])
    for (const headers of WAYS) await askInTurn(findings, origin + path, headers, people, canary);
  for (const path of ["/clouds", `/clouds/${ground.idOf("cloud")}`, "/settings/security", "/api/views", "/"])
    for (const disguise of DISGUISES) await askInTurn(findings, origin + disguise(path), {}, people, canary);
  return findings;
}

async function listPages(ground: KeptGround): Promise<string[]> {
  const declared = Object.entries(await readDeclaredAccess());
  const pages = declared.filter(([path, gate]) => path.endsWith("/page.tsx") && gate.includes(":"));
  const plain = pages.map(([path]) => addressOf(path)).filter((address) => !address.includes("["));
  const cloud = `/clouds/${ground.idOf("cloud")}`;
  const project = `${cloud}/projects/${ground.idOf("project")}`;
  return [
    ...plain,
    cloud,
    `${cloud}/invitations`,
    project,
    `${project}/models/${ground.idOf("service_model")}?type=IfcDoor`,
  ];
}

/** Everybody after everybody else, the first one at the end again. */
async function askInTurn(
  findings: CacheFindings,
  address: string,
  headers: Readonly<Record<string, string>>,
  people: readonly Person[],
  canary: string,
): Promise<void> {
  for (const person of [...people, ...people.slice(0, 1)]) {
    findings.asked += 1;
    const heard = await askAs(person, address, headers);
    for (const fault of faultsOf(heard, person, people, canary))
      findings.wrong.push(`${address} ${JSON.stringify(headers)} as ${person.name}: ${fault}`);
  }
}

function* faultsOf(
  { status, cache, kept, text }: Heard,
  person: Person,
  people: readonly Person[],
  canary: string,
): Generator<string> {
  // Doubled slashes lead everybody to the address without them, for ever: nothing in that is anybody's.
  if (cache === "HIT" && status !== 308) yield `came from the cache (${String(status)}, ${kept})`;
  if (status >= 500) yield `was answered ${String(status)}`;
  if (person.email !== null) return;
  for (const { email } of people) if (email !== null && text.includes(email)) yield `names ${email}`;
  if (text.includes(canary)) yield "holds what only staff may see";
}

/** Files of the build are kept, which is what a cache is for. @returns how many came from it at the second time, of how many */
export async function tryStatics(origin: string, person: Person): Promise<{ kept: number; of: number }> {
  const { text } = await askAs(person, `${origin}/sign-in`);
  const page =
    text === "" || !text.includes("/_next/static/") ? (await askAs(person, `${origin}/clouds`)).text : text;
  const paths = new Set(
    [...page.matchAll(/"(\/_next\/static\/[^"\\?]+\.(?:js|css))/g)].map(([, path]) => path ?? ""),
  );
  let kept = 0;
  for (const path of paths) {
    await askAs(person, origin + path);
    if ((await askAs(person, origin + path)).cache === "HIT") kept += 1;
  }
  return { kept, of: paths.size };
}
