/**
 * The server process: Next and the embedded service behind our own HTTP server, because Next's own cuts every upload after five
 * minutes (Node's requestTimeout) and waits without limit for open answers when it is asked to end, and because the service's answers
 * must not pass through Next (docs/decisions/0023). Started by supervise.ts only.
 */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import next from "next";
import { getEnv } from "#lib/core/env.ts";
import { describeError, log } from "#lib/core/logger.ts";
import { beginInTurn, refuseWhenBusy } from "./admission.ts";
import { believableAddress } from "./client-address.ts";
import { forgetDatabaseFailure, hasDatabaseFailed, isDatabaseThere } from "./database-gate.ts";
import { drain } from "./drain.ts";
import {
  isServiceAddress,
  needsDatabase,
  originForm,
  pathOf,
  refuseAtEdge,
  refuseForeign,
  serviceNotFound,
  serviceStarting,
} from "./edge.ts";
import type { EdgeAnswer } from "./edge.ts";
import { answerHeartbeats } from "./heartbeat.ts";
import { dropUnbelievable, isForeignWrite } from "./incoming.ts";
import { replaceFailure } from "./late-refusal.ts";
import { beginRequest } from "./metrics/requests.ts";
import { DATABASE_AWAY, refuseForNow } from "./refusal.ts";
import { answerHeaders } from "./security-headers.ts";
import { findServiceDoor } from "./service-door.ts";
import { inLanguageOf, openTexts } from "./texts.ts";

/** How long open answers and running jobs get when the process is asked to end. */
const DRAIN_LIMIT_MS = 10_000;
/** The head of a request must be complete by then; its body may take as long as it makes progress. */
const HEADERS_TIMEOUT_MS = 60_000;
/** Longer than the idle time of usual reverse proxies, so that they never use a connection that is just closing. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

const dev = process.argv.includes("--dev");
const { PORT: port, PORTICO_TRUST_PROXY, PORTICO_EMBEDDED, origin } = getEnv();
const trustProxy = PORTICO_TRUST_PROXY === "on";
const server = createServer({
  requestTimeout: 0,
  headersTimeout: HEADERS_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
});
// Next listens for upgrades on the server it is given. Only the development build has a use for them; otherwise a request for an upgrade
// is a request like any other, and Next gets a server that never hears of one.
const app = next({ dev, dir: process.cwd(), port, httpServer: dev ? server : createServer() });
const handle = app.getRequestHandler();

const texts = openTexts();

let ending: Promise<never> | null = null;

/** Takes no new requests, lets running ones finish for a while, ends what runs beside the pages, and exits. */
async function end(reason: string): Promise<never> {
  log.info("server ending", { reason });
  const limit = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_LIMIT_MS));
  const closed = close(server);
  const drained = drain().then((failures) => {
    for (const { name, error } of failures) log.error("could not end in order", error, { part: name });
  });
  await Promise.race([Promise.all([closed, drained]), limit]);
  server.closeAllConnections();
  await Promise.race([app.close(), limit]);
  log.info("server ended");
  process.exit(0);
}

function close(target: Server): Promise<void> {
  return new Promise((resolve) => {
    target.close(() => resolve());
    target.closeIdleConnections();
    if (dev) target.closeAllConnections();
  });
}

function answerService(request: IncomingMessage, response: ServerResponse): void {
  const door = findServiceDoor();
  if (door !== null) void door(request, response);
  else answerAtEdge(PORTICO_EMBEDDED === "on" ? serviceStarting() : serviceNotFound(), request, response);
}

function answerAtEdge(answer: EdgeAnswer, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(answer.status, answer.headers).end(request.method === "HEAD" ? "" : answer.body);
}

/** Takes out what must not be believed, sets the headers of the answer, and tells Next the nonce of the page. */
function receive(request: IncomingMessage, response: ServerResponse): { path: string; nonce: string } {
  const { headers } = request;
  headers["x-forwarded-for"] = believableAddress(
    headers["x-forwarded-for"],
    request.socket.remoteAddress,
    trustProxy,
  );
  dropUnbelievable(headers, trustProxy);
  const path = pathOf(request.url ?? "");
  const nonce = randomBytes(16).toString("base64");
  const answer = answerHeaders(path, nonce, { https: origin.startsWith("https://"), development: dev });
  for (const [name, value] of Object.entries(answer)) response.setHeader(name, value);
  // Data for the router is one person's; Next says nothing about it where it leads to another address.
  if (headers["rsc"] !== undefined) response.setHeader("cache-control", "private, no-store");
  // Next reads the nonce out of the policy; the layout reads it by its name.
  headers["content-security-policy"] = answer["content-security-policy"];
  headers["x-nonce"] = nonce;
  return { path, nonce };
}

/** Hands on what may go on: the embedded service's own, everything else Next's. */
function answer(request: IncomingMessage, response: ServerResponse, path: string, nonce: string): void {
  if (isServiceAddress(request.url ?? "")) {
    answerService(request, response);
    return;
  }
  const { headers } = request;
  replaceFailure(response, () =>
    hasDatabaseFailed(nonce) ? refuseForNow(DATABASE_AWAY, { path, headers, nonce }) : null,
  );
  handle(request, response).catch((error: unknown) => {
    log.error("request failed outside the application", error, { path });
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
    response.end();
  });
}

/** Once the database is known to answer; nothing waits while that is known. */
function answerWithDatabase(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  nonce: string,
): void {
  const decide = (isThere: boolean): void => {
    if (isThere) answer(request, response, path, nonce);
    else
      answerAtEdge(refuseForNow(DATABASE_AWAY, { path, headers: request.headers, nonce }), request, response);
  };
  const isThere = needsDatabase(path) ? isDatabaseThere() : true;
  if (typeof isThere === "boolean") decide(isThere);
  else void isThere.then(decide);
}

/** Refuses what cannot or must not be answered; everything else begins, when it is its turn. */
function admit(request: IncomingMessage, response: ServerResponse, path: string, nonce: string): void {
  const { headers, method = "", url = "" } = request;
  const refused = refuseAtEdge(method, url) ?? refuseWhenBusy({ path, headers, nonce });
  if (refused !== null) {
    answerAtEdge(refused, request, response);
    return;
  }
  if (!isServiceAddress(url) && isForeignWrite(method, path, headers, origin)) {
    log.warn("a request from another site was refused", { path, origin: headers.origin ?? "none" });
    answerAtEdge(refuseForeign(), request, response);
    return;
  }
  if (texts.answerTexts(request, response, path)) return;
  beginInTurn(path, response, () => answerWithDatabase(request, response, path, nonce));
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(signal, () => void (ending ??= end(signal)));
}
// The starter's channel closes when the starter is killed: then nobody would ever end this process.
process.on("disconnect", () => void (ending ??= end("the starter is gone")));
answerHeartbeats();

try {
  await app.prepare();
  server.on("request", (request, response) => {
    request.url = originForm(request.url ?? "/");
    const { path, nonce } = receive(request, response);
    const count = beginRequest(path);
    response.once("close", () => {
      count(response.statusCode, response.writableFinished);
      forgetDatabaseFailure(nonce);
    });
    const begin = (): void => {
      admit(request, response, path, nonce);
    };
    // The service speaks as its contract says, to whomever.
    if (isServiceAddress(request.url)) begin();
    else inLanguageOf(request.headers, begin);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
} catch (error) {
  process.stderr.write(`The server process did not start: ${describeError(error)}\n`);
  process.exit(1);
}
