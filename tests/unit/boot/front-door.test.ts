/**
 * The path to the responder, over real sockets. Only whole requests get through, in order and within their limits. A client that sends
 * slowly, too much, or nothing holds up nobody else. The limits here are small; the product's are larger.
 */
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { openFrontDoor, type DoorLimits, type Visit } from "#lib/boot/edge/front-door.ts";
import { listen } from "#tests/support/listen.ts";
import { until } from "#tests/support/until.ts";

const LIMITS: DoorLimits = {
  connections: { perClientMax: 40, allMax: 80 },
  bodies: { idleMs: 60_000, totalMs: 60_000, perClientMax: 20, bytesMax: 64 * 1024 * 1024 },
  requestsPerClientMax: 30,
  pipelinedMax: 4,
  stallMs: 60_000,
  lingerMs: 60_000,
};
const AUTH = "/api/auth/callback/credentials";
const AUTH_MAX = 16 * 1024;

let server: Server;
let sockets: Socket[] = [];
/** What reached the responder: path and body. */
let answered: { path: string; client: string; body: string }[] = [];
let counted: string[] = [];
let port = 0;
/** The next responses wait for this promise. */
let gate: Promise<unknown> = Promise.resolve();

async function open(limits: Partial<DoorLimits> = {}, proxies: readonly string[] = []): Promise<void> {
  server = createServer({ requestTimeout: 0 });
  openFrontDoor(
    server,
    {
      isProxy: (address) => proxies.includes(address),
      receive: (_request, _response, visit: Visit) => visit,
      enter: (_request, run) => {
        run();
      },
      judge: (_request, { path }) =>
        path === "/forbidden" ? { status: 403, headers: {}, body: "no" } : null,
      showsSession: ({ headers }) => Promise.resolve(headers.cookie === "session"),
      hinder: (_request, _visit, hindrance) =>
        hindrance.kind === "requests"
          ? { status: 429, headers: {}, body: "too many" }
          : { status: hindrance.fault === "too large" ? 413 : 408, headers: {}, body: hindrance.fault },
      count: (_response, { path }) => counted.push(path),
      answer: (request, response, { path, client }) => {
        void gate
          .then(() => text(request))
          .then((body) => {
            answered.push({ path, client, body });
            response.end(`answered ${path}`);
          })
          .catch(() => undefined);
      },
    },
    { ...LIMITS, ...limits },
  );
  port = await listen(server);
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  sockets = [];
  answered = [];
  counted = [];
  gate = Promise.resolve();
});

type Caller = { socket: Socket; said: () => string; closed: Promise<unknown> };

function call(words: string, localAddress = "127.0.0.1"): Caller {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  let said = "";
  socket.on("data", (bytes: Buffer) => (said += bytes.toString("latin1")));
  socket.on("error", () => undefined);
  if (words !== "") socket.write(words, "latin1");
  // Not by once(), which fails when an error comes first: who is still sending when the server has hung up gets EPIPE.
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => {
      resolve();
    });
  });
  return { socket, said: () => said, closed };
}

const post = (path: string, headers: string, body = ""): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`;
const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
/** Holds all answers back until the returned function is called. */
function holdAnswers(): () => void {
  const hold = Promise.withResolvers<undefined>();
  gate = hold.promise;
  return () => hold.resolve(undefined);
}

const said = (caller: Caller, what: RegExp): Promise<unknown> =>
  until(`the answer is like ${String(what)}`, () => what.test(caller.said()));

test("a body is handed on whole, once it is there, and none that breaks off", async () => {
  await open();
  const whole = call(post("/sign-in", "Content-Length: 10", "12345"));
  const broken = call(post("/sign-in", "Content-Length: 10", "12345"));
  const chunked = call(post("/join", "Transfer-Encoding: chunked", "3\r\nabc\r\n"));
  await said(call(get("/clouds")), /answered \/clouds/);
  expect(answered).toHaveLength(1);
  broken.socket.destroy();
  await until("the broken one is counted", () => counted.includes("/sign-in"));
  whole.socket.write("67890");
  chunked.socket.write("3\r\ndef\r\n0\r\n\r\n");
  await said(whole, /answered \/sign-in/);
  await said(chunked, /answered \/join/);
  expect(answered.slice(1).toSorted((a, b) => (a.path < b.path ? -1 : 1))).toMatchObject([
    { path: "/join", body: "abcdef" },
    { path: "/sign-in", body: "1234567890" },
  ]);
  // The connection stays open.
  whole.socket.write(get("/again"));
  await said(whole, /answered \/again/);
});

test("120 half-sent bodies of one client keep neither pages nor further forms waiting; the oldest give way", async () => {
  await open();
  const slow = Array.from({ length: 120 }, () => call(post("/sign-in", "Content-Length: 10", "1")));
  await until(
    "those that are too many are refused",
    () => slow.filter((one) => one.said() !== "").length > 0,
  );
  await said(call(get("/clouds")), /answered \/clouds/);
  await said(call(post("/sign-in", "Content-Length: 2", "ab")), /answered \/sign-in/);
  expect(answered.map(({ body }) => body)).toEqual(["", "ab"]);
});

test("a body that is too large is refused with an answer that can be read, announced or not, asked for or not", async () => {
  await open();
  const large = "x".repeat(AUTH_MAX + 1);
  const announced = call(post(AUTH, `Content-Length: ${String(large.length)}`, large));
  const counted = call(
    post(AUTH, "Transfer-Encoding: chunked", `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`),
  );
  const asking = call(post(AUTH, `Content-Length: ${String(large.length)}\r\nExpect: 100-continue`));
  for (const caller of [announced, counted, asking]) {
    await said(caller, /^HTTP\/1\.1 413 [^]*Connection: close[^]*too large$/i);
    if (caller === asking) caller.socket.end();
    await caller.closed;
    expect(caller.said()).not.toContain("100 Continue");
  }
  expect(answered).toEqual([]);
  const fits = call(post(AUTH, `Content-Length: ${String(AUTH_MAX)}`, "x".repeat(AUTH_MAX)));
  await said(fits, /answered/);
});

test("a large form is taken from whom shows a session, and from nobody else", async () => {
  await open();
  const large = "x".repeat(100_000);
  const length = `Content-Length: ${String(large.length)}`;
  const chunks = `Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  await said(call(post("/clouds/new", `Cookie: session\r\n${length}`, large)), /answered/);
  await said(call(post("/clouds/new", length, large)), /^HTTP\/1\.1 413 /);
  await said(call(`POST /staff HTTP/1.1\r\nHost: x\r\nCookie: session\r\n${chunks}`), /answered/);
  await said(call(`POST /staff HTTP/1.1\r\nHost: x\r\n${chunks}`), /^HTTP\/1\.1 413 /);
  expect(answered.map(({ body }) => body.length)).toEqual([large.length, large.length]);
});

test("an endless body is not read for ever: the connection is closed behind the answer", async () => {
  await open({ lingerMs: 50 });
  const endless = call(post(AUTH, "Content-Length: 999999999", "x"));
  await endless.closed;
  expect(endless.said()).toMatch(/^HTTP\/1\.1 413 /);
});

test("100 Continue is said to a body that will be taken, and to an upload", async () => {
  await open();
  for (const path of ["/sign-in", "/api/projects/1/models"]) {
    const caller = call(post(path, "Content-Length: 3\r\nExpect: 100-continue"));
    await said(caller, /^HTTP\/1\.1 100 Continue/);
    caller.socket.write("abc");
    await said(caller, /HTTP\/1\.1 200 OK/);
  }
  expect(answered.map(({ body }) => body)).toEqual(["abc", "abc"]);
});

test("who falls silent in a body, or takes too long for it, is told so", async () => {
  await open({ bodies: { ...LIMITS.bodies, idleMs: 40 }, lingerMs: 40 });
  const silent = call(post("/sign-in", "Content-Length: 10", "1"));
  await silent.closed;
  expect(silent.said()).toMatch(/^HTTP\/1\.1 408 [^]*silent$/);
  server.close();
  await open({ bodies: { ...LIMITS.bodies, totalMs: 60 }, lingerMs: 40 });
  const dripping = call(post("/sign-in", "Content-Length: 60000", "1"));
  const drip = setInterval(() => dripping.socket.write("1"), 5);
  await dripping.closed;
  clearInterval(drip);
  expect(dripping.said()).toMatch(/^HTTP\/1\.1 408 [^]*too slow$/);
});

test("bodies together take no more memory than their limit; who holds most gives way, not who comes next", async () => {
  const bytesMax = 1024 * 1024;
  await open({ bodies: { ...LIMITS.bodies, bytesMax } });
  const greedy = Array.from({ length: 4 }, () =>
    call(post("/clouds/new", "Cookie: session\r\nContent-Length: 900000", "x".repeat(500_000)), "127.0.0.2"),
  );
  await until("one of them is refused", () => greedy.some((one) => one.said().includes("crowded out")));
  await said(call(post("/sign-in", "Content-Length: 2", "ab")), /answered \/sign-in/);
  expect(answered).toMatchObject([{ body: "ab" }]);
});

test("what the head forbids is refused before the body", async () => {
  await open();
  const caller = call(post("/forbidden", "Content-Length: 1000000", "x"));
  await said(caller, /^HTTP\/1\.1 403 /);
});

test("an upload goes on while it arrives; one that falls silent is disconnected, and so is who does not read", async () => {
  await open({ stallMs: 100 });
  const upload = call(post("/api/projects/1/models", "Content-Length: 1000", "x"));
  await upload.closed;
  expect(upload.said()).toBe("");
});

test("slow heads make room for the next connection, and who has been answered keeps the own one", async () => {
  await open();
  const known = call(get("/clouds"));
  await said(known, /answered/);
  for (let n = 0; n < 200; n++) call("GET / HTTP/1.1\r\nX-A: ");
  const next = call(get("/next"));
  await said(next, /answered \/next/);
  known.socket.write(get("/known"));
  await said(known, /answered \/known/);
});

test("one client's connections leave room for others, up to all together", async () => {
  await open({ connections: { perClientMax: 10, allMax: 25 } });
  const open3 = ["127.0.0.2", "127.0.0.3", "127.0.0.4"].flatMap((address) =>
    Array.from({ length: 30 }, () => call("GET / HTTP/1.1\r\n", address)),
  );
  let closed = 0;
  for (const one of open3) void one.closed.then(() => (closed += 1));
  await until("only so many are left", () => open3.length - closed === 25);
  await said(call(get("/next")), /answered \/next/);
});

test("a connection that waits for an answer is never closed for another one", async () => {
  await open({ connections: { perClientMax: 3, allMax: 10 } });
  const release = holdAnswers();
  const waiting = Array.from({ length: 3 }, (_, n) => call(get(`/wait-${String(n)}`)));
  await until("all have begun", () => counted.length === 3);
  const further = call(get("/further"));
  await further.closed;
  expect(further.said()).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 5/);
  release();
  for (const one of waiting) await said(one, /answered \/wait/);
});

test("requests of one client that wait for their answer are bounded; another client's are not touched", async () => {
  await open({ requestsPerClientMax: 3 });
  const release = holdAnswers();
  const mine = Array.from({ length: 5 }, (_, n) => call(get(`/mine-${String(n)}`)));
  const other = call(get("/other"), "127.0.0.9");
  await until("two are refused", () => mine.filter((one) => one.said().includes("429")).length === 2);
  release();
  await said(other, /answered \/other/);
  await until("three are answered", () => mine.filter((one) => one.said().includes("answered")).length === 3);
  await said(call(get("/mine-again")), /answered/);
});

test("behind a proxy clients count by the address that it tells, and its own connections do not", async () => {
  await open({ connections: { perClientMax: 2, allMax: 3 }, requestsPerClientMax: 2 }, ["127.0.0.1"]);
  const release = holdAnswers();
  const from = (client: string): Caller => call(get("/page", `X-Forwarded-For: 6.6.6.6, ${client}\r\n`));
  const many = Array.from({ length: 4 }, () => from("2001:db8:1:2::7"));
  // In the same /64.
  many.push(from("2001:db8:1:2:ffff::1"));
  const others = ["198.51.100.1", "198.51.100.2", "2001:db8:1:3::7"].map(from);
  await until("three are refused", () => many.filter((one) => one.said().includes("429")).length === 3);
  release();
  for (const one of others) await said(one, /answered/);
  expect(new Set(answered.map(({ client }) => client))).toEqual(
    new Set(["2001:db8:1:2::/64", "198.51.100.1", "198.51.100.2", "2001:db8:1:3::/64"]),
  );
});

test("pipelined requests begin one after another; too many of them, or a broken connection, leave nothing behind", async () => {
  await open({ requestsPerClientMax: 2 });
  const release = holdAnswers();
  const caller = call(get("/1") + get("/2") + get("/3"));
  await until("the first has begun", () => counted.length === 1);
  const flood = call(Array.from({ length: 20 }, () => get("/flood")).join(""));
  await flood.closed;
  release();
  await said(caller, /answered \/1[^]*answered \/2[^]*answered \/3/);
  expect(answered.map(({ path }) => path).filter((path) => path !== "/flood")).toEqual(["/1", "/2", "/3"]);
  await said(call(get("/after") + get("/after")), /answered \/after[^]*answered \/after/);
});

test("a request for an upgrade is a request like any other", async () => {
  await open();
  await said(call(get("/", "Connection: Upgrade\r\nUpgrade: websocket\r\n")), /^HTTP\/1\.1 200 OK/);
});
