/**
 * The proof `edge`: the built product behind a real nginx, both as docs/operating.md sets it up and as somebody would who caches everything
 * that may be cached. Nobody gets another person's answer or a cached private one, no address disguises a page as a file, no hidden request
 * is answered, and large bodies stream.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeKeptGround, type KeptGround } from "#tests/support/kept-ground.ts";
import { writeManyDoors } from "#tests/support/many-doors.ts";
import { findNginx } from "#tests/support/nginx.ts";
import { startProduct, type ProductAccess } from "#tests/support/product.ts";
import { openScratch } from "#tests/support/scratch.ts";
import { openService } from "#tests/support/service-caller.ts";
import { tryCaches, tryStatics } from "./edge/caching.ts";
import { findPorts, startNginx, type Nginx } from "./edge/nginx.ts";
import { askAs, openPeople, type Person } from "./edge/people.ts";
import { trySmuggling } from "./edge/smuggling.ts";
import { notRun, proofOf, type Proof, type Say } from "./proof.ts";

/** 27 MB: more than any of nginx's own buffers. */
const DOORS = { count: 250_000 };
const FAULTS_SHOWN = 8;

export async function proveEdge(say: Say): Promise<Proof> {
  const nginx = await findNginx();
  if (nginx === null)
    return notRun("nginx is not on this machine (Debian: nginx-light). Install it and run the proof again.");
  await using folder = await openScratch("edge");
  const ports = await findPorts();
  const [documented, keeping] = [ports.documented, ports.keeping].map(
    (port) => `http://localhost:${String(port)}`,
  ) as [string, string];
  await using product = await startProduct({
    environment: { PORTICO_ORIGIN: documented, PORTICO_TRUST_PROXY: "on", LOG_LEVEL: "silent" },
  });
  await using front = await startNginx(
    nginx.program,
    folder.path,
    ports,
    Number(new URL(product.access.origin).port),
  );
  const access = Object.assign({}, product.access, { origin: documented });
  await using ground = await makeKeptGround(access);
  const results = await tryAll({ access, documented, keeping, ground, front, folder: folder.path, say });
  const wrong = results.flatMap((each) => each.wrong);
  return proofOf(wrong.length === 0, [
    `${nginx.version} before the built product, once as docs/operating.md says, and once with everything cached that may be (10 minutes, by host and address) and connections to the product that are kept alive and pass Upgrade on.`,
    "",
    ...results.map((each) => `- ${each.line}`),
    ...wrong.slice(0, FAULTS_SHOWN).map((fault) => `- Wrong: ${fault}`),
  ]);
}

type Way = {
  access: ProductAccess;
  documented: string;
  keeping: string;
  ground: KeptGround;
  front: Nginx;
  folder: string;
  say: Say;
};
type Result = { line: string; wrong: string[] };

async function tryAll(way: Way): Promise<Result[]> {
  const people = await openPeople(way.ground.client, way.access, way.documented);
  const results: Result[] = [];
  for (const attempt of [tryCaching, tryHiddenRequests, tryNames, tryLargeBodies]) {
    const result = await attempt(way, people);
    way.say(
      `${result.line}${result.wrong.length === 0 ? "" : ` WRONG: ${result.wrong.slice(0, FAULTS_SHOWN).join("; ")}`}`,
    );
    results.push(result);
  }
  return results;
}

async function tryCaching({ documented, keeping, ground }: Way, people: Person[]): Promise<Result> {
  const canary = String(ground.planting.rows.get("cloud")?.["name"]);
  const found = await tryCaches(keeping, people, ground, canary);
  const [nobody = { name: "", email: null, cookie: null }] = people.slice(-1);
  const statics = await tryStatics(documented, nobody);
  const isKept = statics.of > 3 && statics.kept === statics.of;
  return {
    line: `Two people and somebody without a session, in turn: ${String(found.asked)} requests for pages, data for the router, segments, parts, files and addresses that look like static files; none came from the cache (except the redirect for doubled slashes, which is the same for everybody), and nobody outside was told what staff may see. Of the build's files ${String(statics.kept)} of ${String(statics.of)} came from the cache the second time.`,
    wrong: isKept ? found.wrong : [...found.wrong, "files of the build are not kept"],
  };
}

async function tryHiddenRequests({ documented, keeping, say }: Way, people: Person[]): Promise<Result> {
  const [victim] = people;
  if (victim === undefined) throw new Error("There is nobody who asks next.");
  const wrong: string[] = [];
  let attacks = 0;
  for (const origin of [documented, keeping]) {
    const found = await trySmuggling(origin, victim);
    attacks += found.attacks;
    wrong.push(...found.wrong);
    say(`${String(attacks)} attempts`);
  }
  return {
    line: `${String(attacks)} requests that two servers could split differently (lengths against chunks, TE.0, CL.0, h2c, WebSocket, odd spaces and line ends), six requests of another person after each: nothing hidden was answered, and everybody got their own answer.`,
    wrong,
  };
}

/** The product does not believe what a client says about the host on the proxy's behalf. */
async function tryNames({ documented }: Way, people: Person[]): Promise<Result> {
  const wrong: string[] = [];
  const said = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-port": "6666",
    forwarded: "host=evil.example;proto=https",
    "x-original-url": "/clouds",
    "x-rewrite-url": "/clouds",
    "x-forwarded-prefix": "/evil.example",
  };
  for (const person of people)
    for (const path of [
      "/",
      "/clouds",
      "/operations",
      "/sign-in",
      "/api/auth/csrf",
      "/platform/sign-in",
      "/service/openapi.json",
    ]) {
      const { text, status } = await askAs(person, documented + path, said);
      if (/evil\.example|:6666/.test(text))
        wrong.push(`${path} as ${person.name} (${String(status)}) repeats the host it was told`);
    }
  return { line: "Hosts and ports that a client claims in the proxy's name are in no answer.", wrong };
}

/** As documented, no part of a body is stored on the proxy's disk: neither on its way up, nor on its way to a slow reader. */
async function tryLargeBodies({ access, ground, front, folder }: Way): Promise<Result> {
  const file = join(folder, "many-doors.ifc");
  await writeManyDoors(file, DOORS);
  const service = await openService(access);
  const project = `/cloud/${ground.idOf("service_cloud")}/project/${ground.idOf("service_project")}`;
  const { id } = (await service.upload(project, file)) as unknown as { id: number };
  const answer = await fetch(`${access.origin}/service${project}/document/${String(id)}/file`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    hash.update(piece);
    bytes += piece.length;
    if (bytes % 16 === 0) await pause(1);
  }
  const wrong: string[] = [];
  if (
    hash.digest("hex") !==
    createHash("sha256")
      .update(await readFile(file))
      .digest("hex")
  )
    wrong.push(`the file that came back (${String(answer.status)}) is another one`);
  const trouble = await front.readTrouble();
  const buffered = trouble
    .split("\n")
    .filter((line) => line.includes("temporary file") && line.includes("/service/"));
  if (buffered.length > 0) wrong.push(`nginx put a body down: ${buffered[0] ?? ""}`);
  return {
    line: `${(bytes / 1e6).toFixed(0)} MB up and down through nginx as documented, byte for byte (SHA-256), and no part of it on its disk.`,
    wrong,
  };
}
