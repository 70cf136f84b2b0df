/**
 * The server process: Next and the embedded service behind Portico's own HTTP server, because Next's server cuts every upload after five
 * minutes (Node's requestTimeout) and waits without limit for open answers when it is asked to end, and because the service's answers must
 * not pass through Next (docs/decisions/0023). Started only by supervise.ts.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import next from "next";
import { showsSession } from "#lib/auth/session-key.ts";
import { getEnv } from "#lib/core/env.ts";
import { newReference } from "#lib/core/ids.ts";
import { findKnownSession } from "#lib/core/identity/known-sessions.ts";
import { describeError, log } from "#lib/core/log/logger.ts";
import { DRAIN_LIMIT_MS } from "#lib/core/process/stop-times.ts";
import { testNetworks } from "#lib/core/network/networks.ts";
import { outsideLog } from "#lib/core/log/outside-log.ts";
import { beginInTurn, refuseWhenBusy } from "#lib/boot/edge/admission.ts";
import { answerAtEdge } from "#lib/boot/edge/answer-at-edge.ts";
import { nameCoding } from "./answer-coding.ts";
import { prepareClosing } from "./closing.ts";
import { paceConsole } from "./console-pace.ts";
import { forgetDatabaseFailure, hasDatabaseFailed, isDatabaseThere } from "#lib/boot/edge/database-gate.ts";
import { drain } from "./drain.ts";
import {
  isServiceAddress,
  needsDatabase,
  refuseAtEdge,
  refuseForeign,
  serviceNotFound,
  serviceStarting,
  type EdgeAnswer,
} from "#lib/boot/edge/addresses.ts";
import { DOOR_LIMITS, openFrontDoor, type Hindrance, type Visit } from "#lib/boot/edge/front-door.ts";
import { answerHeartbeats } from "#lib/boot/heartbeat.ts";
import { isForeignWrite } from "#lib/boot/edge/incoming.ts";
import { refuseSignIn } from "#lib/boot/edge/sign-ins.ts";
import { replaceFailure } from "#lib/boot/edge/late-refusal.ts";
import { listen, listenAddresses } from "./listen.ts";
import { beginRequest } from "#lib/boot/metrics/requests.ts";
import {
  DATABASE_AWAY,
  refuseBody,
  refuseForNow,
  TOO_BUSY,
  TOO_MANY_REQUESTS,
} from "#lib/boot/edge/refusal.ts";
import { answerHeaders } from "../edge/security-headers.ts";
import { findServiceDoor } from "./service-door.ts";
import { inLanguageOf, openTexts } from "./texts.ts";

/** Time limit for the head of a request; bodies have their own limits (front-door.ts). */
const HEADERS_TIMEOUT_MS = 20_000;
/** How often that limit is checked. */
const HEADERS_CHECK_MS = 5_000;
/** Longer than the idle time of usual reverse proxies, so that they never use a connection that is just closing. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

const dev = process.argv.includes("--dev");
const env = getEnv();
const { PORT: port, PORTICO_EMBEDDED, origin } = env;
const server = createServer({
  requestTimeout: 0,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: HEADERS_CHECK_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
});
const close = prepareClosing(server);
// Next listens for upgrades on the server it is given. Only the development build needs them; otherwise a request for an upgrade is an
// ordinary request, and Next gets a server that never receives any.
const app = next({ dev, dir: process.cwd(), port, httpServer: dev ? server : createServer() });
const handle = app.getRequestHandler();

const texts = openTexts(dev ? null : join(process.cwd(), ".next"));

let ending: Promise<never> | null = null;
let stopListening = (): void => undefined;

/** Accepts no new requests, lets running ones finish for a while, stops the background work, and exits. */
async function end(reason: string): Promise<never> {
  log.info("server ending", { reason });
  const limit = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_LIMIT_MS));
  stopListening();
  const closed = close();
  if (dev) server.closeAllConnections();
  const drained = drain().then((failures) => {
    for (const { name, error } of failures) log.error("could not end in order", error, { part: name });
  });
  await Promise.race([Promise.all([closed, drained]), limit]);
  server.closeAllConnections();
  await Promise.race([app.close(), limit]);
  log.info("server ended");
  process.exit(0);
}

function answerService(request: IncomingMessage, response: ServerResponse): void {
  const door = findServiceDoor();
  if (door !== null) void door(request, response);
  else answerAtEdge(PORTICO_EMBEDDED === "on" ? serviceStarting() : serviceNotFound(), request, response);
}

/** A visit with the nonce of the page that answers it. */
type Guest = Visit & { readonly nonce: string };

/** Sets the headers of the answer, and passes the page's nonce to Next. */
function receive({ headers, url = "/" }: IncomingMessage, response: ServerResponse, visit: Visit): Guest {
  const { path } = visit;
  const nonce = randomBytes(16).toString("base64");
  const answer = answerHeaders(path, nonce, { https: origin.startsWith("https://"), development: dev });
  for (const [name, value] of Object.entries(answer)) response.setHeader(name, value);
  // Refusals before the service need a reference, too; its own answers replace this one with that of its log.
  if (isServiceAddress(url)) response.setHeader("x-request-id", newReference());
  // Router data belongs to one person; Next sets no caching header when it redirects.
  if (headers["rsc"] !== undefined) response.setHeader("cache-control", "private, no-store");
  // Next reads the nonce from the policy; the layout reads it by name.
  headers["content-security-policy"] = answer["content-security-policy"];
  headers["x-nonce"] = nonce;
  // A page does not otherwise know the query of its address.
  headers["x-asked"] = url;
  return { ...visit, nonce };
}

function answer(request: IncomingMessage, response: ServerResponse, { path, nonce }: Guest): void {
  if (isServiceAddress(request.url ?? "")) {
    answerService(request, response);
    return;
  }
  const { headers } = request;
  nameCoding(response);
  replaceFailure(response, () =>
    hasDatabaseFailed(nonce) ? refuseForNow(DATABASE_AWAY, { path, headers, nonce }) : null,
  );
  handle(request, response).catch((error: unknown) => {
    outsideLog.error("request failed outside the application", error, { path });
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
    response.end();
  });
}

/** Answers once the database is known to work; waits only while that is unknown. */
function answerWithDatabase(request: IncomingMessage, response: ServerResponse, guest: Guest): void {
  const { headers } = request;
  const decide = (isThere: boolean): void => {
    if (isThere) answer(request, response, guest);
    else answerAtEdge(refuseForNow(DATABASE_AWAY, { ...guest, headers }), request, response);
  };
  const isThere = needsDatabase(guest.path) ? isDatabaseThere() : true;
  if (typeof isThere === "boolean") decide(isThere);
  else void isThere.then(decide);
}

/** Refuses what must not be answered, before its body is examined. */
function judge({ method = "", url = "", headers }: IncomingMessage, { path }: Guest): EdgeAnswer | null {
  const refused = refuseAtEdge(method, url);
  if (refused !== null || isServiceAddress(url) || !isForeignWrite(method, path, headers, origin))
    return refused;
  outsideLog.warn("a request from another site was refused", { path, origin: headers.origin ?? "none" });
  return refuseForeign();
}

function hinder({ headers }: IncomingMessage, guest: Guest, hindrance: Hindrance): EdgeAnswer {
  const asked = { ...guest, headers };
  if (hindrance.kind === "requests") {
    outsideLog.warn("a client has too many requests open", { client: guest.client });
    return refuseForNow(TOO_MANY_REQUESTS, asked);
  }
  const { fault } = hindrance;
  return fault === "crowded out" ? refuseForNow(TOO_BUSY, asked) : refuseBody(fault, hindrance, asked);
}

function count(response: ServerResponse, { path, nonce }: Guest): void {
  const end = beginRequest(path);
  const finish = (): void => {
    end(response.statusCode, response.writableFinished);
    forgetDatabaseFailure(nonce);
  };
  if (response.destroyed) finish();
  else response.once("close", finish);
}

/** Answers a complete request when its turn comes. */
function admit(request: IncomingMessage, response: ServerResponse, guest: Guest): void {
  if (texts.answerTexts(request, response, guest.path)) return;
  const { headers } = request;
  const session = findKnownSession(headers.cookie);
  const asked = { ...guest, session, headers, method: request.method ?? "" };
  const busy = refuseSignIn(asked) ?? refuseWhenBusy(asked, response);
  if (busy !== null) answerAtEdge(busy, request, response);
  else
    beginInTurn({ ...guest, session }, response, () => {
      answerWithDatabase(request, response, guest);
    });
}

/** The service follows its contract, whoever calls it. */
function enter(request: IncomingMessage, run: () => void): void {
  if (isServiceAddress(request.url ?? "")) run();
  else inLanguageOf(request, run);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(signal, () => void (ending ??= end(signal)));
}
// The channel to the starter closes when the starter is killed: then nobody would ever end this process.
process.on("disconnect", () => void (ending ??= end("the starter is gone")));
answerHeartbeats();

try {
  if (!dev) paceConsole();
  await app.prepare();
  const isProxy = testNetworks(env.PORTICO_TRUST_PROXY);
  // A development server keeps connections open that may be idle for long.
  const limits = dev ? { ...DOOR_LIMITS, stallMs: 0 } : DOOR_LIMITS;
  const showsSessionOf = ({ headers }: IncomingMessage): Promise<boolean> => showsSession(headers.cookie);
  const house = {
    isProxy,
    receive,
    enter,
    judge,
    showsSession: showsSessionOf,
    hinder,
    count,
    answer: admit,
  };
  openFrontDoor(server, house, limits);
  stopListening = await listen(server, port, listenAddresses(env));
} catch (error) {
  process.stderr.write(`The server process did not start: ${describeError(error)}\n`);
  process.exit(1);
}
