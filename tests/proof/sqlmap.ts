/**
 * The proof `sqlmap`: sqlmap finds no parameter of the service or the portal through which a query could be changed. First it is pointed at
 * one that is vulnerable on purpose: a search that finds nothing there would prove nothing.
 */
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { connect } from "#tests/support/connected.ts";
import { makeKeptGround, type KeptGround } from "#tests/support/kept-ground.ts";
import { closeAll, listen } from "#tests/support/listen.ts";
import { startProduct, type ProductAccess } from "#tests/support/product.ts";
import { openScratch } from "#tests/support/scratch.ts";
import { openService } from "#tests/support/service-caller.ts";
import { findVersion } from "./office/programs.ts";
import { notRun, proofOf, type Proof, type Say } from "./proof.ts";
import { DOOR, listTargets, type Target } from "./sqlmap/targets.ts";

/** `requests`: how many sqlmap sent. `open`: what it says of parameters through which a query can be changed; empty if there are none. */
type Found = { requests: number; tried: number; open: string };

const run = promisify(execFile);
const TARGET_LIMIT_MS = 10 * 60_000;

export async function proveSqlmap(say: Say): Promise<Proof> {
  const version = await findVersion("sqlmap");
  if (version === null)
    return notRun("sqlmap is not on this machine (Debian: sqlmap). Install it and run the proof again.");
  await using folder = await openScratch("sqlmap");
  await using product = await startProduct({ environment: { LOG_LEVEL: "silent" } });
  const control = await tryControl(folder.path, product.access);
  say(control.open === "" ? "the open parameter was not found" : "the open parameter was found");
  await using ground = await makeKeptGround(product.access);
  const found = await tryAll(folder.path, product.access, ground, say);
  const open = found.filter((each) => each.open !== "");
  const sum = (of: "requests" | "tried"): number => found.reduce((total, each) => total + each[of], 0);
  return proofOf(control.open !== "" && open.length === 0, [
    `sqlmap ${version}, level 1, risk 1, all techniques, against the built product on this machine, signed in as administrator and with an application's token.`,
    "",
    `- ${String(found.length)} addresses of portal and service, ${String(sum("tried"))} parameters and places in paths and bodies, ${String(sum("requests"))} requests: ${open.length === 0 ? "no query could be changed" : open.map((each) => each.open).join("; ")}.`,
    `- The same search ${control.open === "" ? "does not find" : "finds"} a parameter that is put into its query unchanged.`,
  ]);
}

async function tryAll(folder: string, access: ProductAccess, ground: KeptGround, say: Say): Promise<Found[]> {
  const { origin } = access;
  const { token } = await openService(access);
  const credentials: Record<Target["who"], string[]> = {
    staff: [`--cookie=${ground.cookie}`],
    application: [`--header=Authorization: Bearer ${token}`],
    nobody: [],
  };
  const column = await findColumn(origin, ground);
  const found: Found[] = [];
  for (const target of listTargets(ground, column, DOOR)) {
    const { address, body, tried, who } = target;
    const its = await trySqlmap(folder, [
      `--url=${origin}${address}`,
      ...(body === undefined ? [] : [`--data=${body}`]),
      ...(tried === undefined ? [] : ["-p", tried]),
      ...credentials[who],
    ]);
    say(
      `${address.split("?")[0] ?? ""}: ${String(its.tried)} places, ${String(its.requests)} requests, ${its.open === "" ? "closed" : its.open}`,
    );
    found.push(its);
  }
  return found;
}

/** A column of the table of doors that holds texts. */
async function findColumn(origin: string, { cookie, idOf }: KeptGround): Promise<string> {
  const answer = await fetch(`${origin}/api/elements/${idOf("snapshot")}/table`, { headers: { cookie } });
  const [, column] = /"id":"(c[\w-]{8,43})"/.exec(await answer.text()) ?? [];
  if (column === undefined) throw new Error("The table of doors has no column.");
  return column;
}

/** @throws Error when sqlmap could not try what it was told to */
async function trySqlmap(folder: string, what: readonly string[]): Promise<Found> {
  const { stdout } = await run(
    "sqlmap",
    [
      "--batch",
      "--flush-session",
      "--disable-coloring",
      "--drop-set-cookie",
      "--level=1",
      "--risk=1",
      "--dbms=PostgreSQL",
      "--threads=1",
      "--ignore-code=*",
      "--skip-waf",
      "--ignore-stdin",
      "-v3",
      `--output-dir=${join(folder, "sqlmap")}`,
      ...what,
    ],
    { maxBuffer: 256 * 1024 * 1024, timeout: TARGET_LIMIT_MS },
  );
  const open = stdout.match(/^Parameter: .*$/gm) ?? [];
  const closed = new Set(stdout.match(/\w+ parameter '.*' does not seem to be injectable/g));
  if (open.length === 0 && !stdout.includes("all tested parameters do not appear to be injectable"))
    throw new Error(`sqlmap did not come to an end with ${what[0] ?? ""}:\n${stdout.slice(-2_000)}`);
  return {
    requests: stdout.match(/\[PAYLOAD\]/g)?.length ?? 0,
    tried: closed.size + open.length,
    open: open.join(", "),
  };
}

/** A parameter that is vulnerable on purpose: in a separate server, for as long as sqlmap examines it. */
async function tryControl(folder: string, { databaseUrl }: ProductAccess): Promise<Found> {
  await using client = await connect(databaseUrl);
  const server = createServer((request, response) => {
    const id = new URL(request.url ?? "", "http://localhost").searchParams.get("id") ?? "";
    client.query(`select id, name from service_application where id = ${id}`).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      () => response.writeHead(500).end(),
    );
  });
  const port = await listen(server);
  try {
    return await trySqlmap(folder, [`--url=http://127.0.0.1:${String(port)}/?id=1`, "-p", "id"]);
  } finally {
    await closeAll(server);
  }
}
