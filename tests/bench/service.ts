/**
 * The embedded service of the built product: stored answers against nginx serving the same files, grants with 20,000 registered
 * applications, and the list of a project with 200 models. Both sides in alternation, median of five.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { AnswerClass } from "#lib/service/server/elements/answers.ts";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { tokenPath } from "#lib/service/contract/addresses.ts";
import { clientIdOf, secretOf } from "#tests/support/many-callers.ts";
import { openScratch } from "#tests/support/scratch.ts";
import type { PartResult } from "./goals.ts";
import { median } from "./median.ts";
import type { LoadPlan, LoadResult } from "./service/load.ts";
import { startNginx } from "./service/nginx.ts";
import type { Nginx } from "./service/nginx.ts";
import { APPLICATIONS, MODELS, openStage } from "./service/stage.ts";
import type { Stage } from "./service/stage.ts";

const TURNS = 5;
const SECONDS = 2;
const LIST_CLIENTS = 16;
const SIZES = { "about 1 MB": 1e6, "about 50 MB": 50e6 };
const ABSENT = "nginx not on this machine";

function load(plan: Partial<LoadPlan> & Pick<LoadPlan, "port" | "clients" | "head">): LoadResult {
  const whole: LoadPlan = { seconds: SECONDS, body: "", numbers: 1, countTokens: false, ...plan };
  const script = new URL("./service/load.ts", import.meta.url).pathname;
  const output = execFileSync(process.execPath, [script, JSON.stringify(whole)], { encoding: "utf8" });
  const result = JSON.parse(output) as LoadResult;
  if (result.refused > 0) throw new Error(`${String(result.refused)} calls were refused: ${plan.head}`);
  return result;
}

const portOf = (stage: Stage): number => Number(new URL(stage.product.access.origin).port);
const get = (path: string, token?: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${token === undefined ? "" : `Authorization: Bearer ${token}\r\n`}`;

const perSecond = ({ calls, seconds }: LoadResult): number => calls / seconds;

interface Comparison {
  name: string;
  bytes: number;
  clients: number;
  portico: number;
  nginx: number | null;
}

function closest(classes: readonly AnswerClass[], bytes: number): AnswerClass {
  const distance = (one: AnswerClass): number => Math.abs(Math.log(one.bytes / bytes));
  const [first] = classes.toSorted((a, b) => distance(a) - distance(b));
  if (first === undefined) throw new Error("The model has no classes.");
  return first;
}

function compareFiles(stage: Stage, nginx: Nginx | null): Comparison[] {
  return Object.entries(SIZES).flatMap(([name, size]) => {
    const one = closest(stage.classes, size);
    const ours = { port: portOf(stage), head: get(`${stage.elements}?type=${one.name}`, stage.token) };
    const theirs = { port: nginx?.port ?? 0, head: get(`/${stage.answersKey}/${one.name}.json`) };
    return [1, 50].map((clients) => {
      load({ ...ours, clients });
      const [portico, peer]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < TURNS; turn++) {
        portico.push(perSecond(load({ ...ours, clients })));
        if (nginx !== null) peer.push(perSecond(load({ ...theirs, clients })));
      }
      return {
        name: `${one.name}, ${name}`,
        bytes: one.bytes,
        clients,
        portico: median(portico),
        nginx: nginx === null ? null : median(peer),
      };
    });
  });
}

function measureGrants(stage: Stage): { perSecond: number; p95Ms: number } {
  const plan = {
    port: portOf(stage),
    clients: LIST_CLIENTS,
    head: `POST /service${tokenPath("portico")} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n`,
    body: `grant_type=client_credentials&client_id=${clientIdOf("{n}")}&client_secret=${secretOf("{n}").replaceAll(" ", "+")}`,
    numbers: APPLICATIONS,
    countTokens: true,
  };
  load(plan);
  const results = Array.from({ length: TURNS }, () => load(plan));
  if (results.some(({ repeatedTokens }) => repeatedTokens > 0))
    throw new Error("A token was given out twice.");
  return { perSecond: median(results.map(perSecond)), p95Ms: median(results.map(({ p95Ms }) => p95Ms)) };
}

function measureList(stage: Stage): { perSecond: number; p95Ms: number } {
  const plan = { port: portOf(stage), clients: LIST_CLIENTS, head: get(`${stage.crowded}/ifc`, stage.token) };
  load(plan);
  const results = Array.from({ length: TURNS }, () => load(plan));
  return { perSecond: median(results.map(perSecond)), p95Ms: median(results.map(({ p95Ms }) => p95Ms)) };
}

function row({ name, bytes, clients, portico, nginx }: Comparison): string {
  const rate = (perS: number): string => `${perS.toFixed(1)} / ${((perS * bytes) / 1e6).toFixed(0)}`;
  const cells = [
    name,
    (bytes / 1e6).toFixed(1),
    clients,
    rate(portico),
    nginx === null ? ABSENT : rate(nginx),
    nginx === null ? "–" : (portico / nginx).toFixed(2),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Builds and starts the product; takes some minutes. */
export async function measureService(): Promise<PartResult> {
  await using scratch = await openScratch("bench-service");
  await using stage = await openStage();
  const files = join(stage.product.access.dataDir, "files");
  const nginx = await startNginx(files, scratch.path, await findFreePort());
  const comparisons = compareFiles(stage, nginx);
  await nginx?.stop();
  const grants = measureGrants(stage);
  const list = measureList(stage);
  const ratios = comparisons.map(({ portico, nginx: peer }) => (peer === null ? Number.NaN : portico / peer));
  return {
    figures: {
      "simple-vs-nginx": nginx === null ? ABSENT : Math.min(...ratios),
      "grants-per-s": grants.perSecond,
    },
    report: [
      "## The service",
      "",
      "The built product, run by `npm start`; a separate process calls it over raw sockets. `element/simple` of a stored answer is",
      `compared with ${nginx?.version ?? "nginx"} (sendfile, a worker per core) serving the same file. Both take turns; figures are the median of five. The goal uses the lowest ratio.`,
      "",
      "| Answer | MB | Clients | Portico: calls/s / MB/s | nginx: calls/s / MB/s | Ratio |",
      "|---|---|---|---|---|---|",
      ...comparisons.map(row),
      "",
      `- Grants with ${String(APPLICATIONS)} applications known: ${grants.perSecond.toFixed(0)}/s, p95 ${grants.p95Ms.toFixed(0)} ms at ${String(LIST_CLIENTS)} clients; none was refused, no token was issued twice.`,
      `- List of ${String(MODELS)} models: ${list.perSecond.toFixed(0)} calls/s, p95 ${list.p95Ms.toFixed(0)} ms at ${String(LIST_CLIENTS)} clients.`,
    ].join("\n"),
  };
}
