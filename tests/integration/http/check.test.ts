/**
 * The connection check against listeners of this machine: what stops it, at which rung, and that nothing is created and no secret leaves
 * before the address has shown to give out tokens.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { CHECK_LIMITS } from "#lib/http/limits.ts";
import { climb, type CheckTarget } from "#lib/service/client/check/climb.ts";
import { startFaultProxy } from "#tests/support/fault-proxy.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { until } from "#tests/support/until.ts";
import { always, closeListeners, listen, pagesOnly, SECRET, stop, target } from "./check-ground.ts";

const TLS_FOLDER = path.join(import.meta.dirname, "../../fixtures/tls");
const pem = (name: string): string => readFileSync(path.join(TLS_FOLDER, `${name}.pem`), "utf8");

const service = await useServiceServer();
const proxy = await startFaultProxy(service.origin);
afterAll(() => proxy.stop());
afterEach(() => {
  proxy.clear();
  closeListeners();
});

describe("the way there", () => {
  test("nothing listens", async () => {
    const port = await findFreePort();
    expect(stop(await climb(target(`http://127.0.0.1:${String(port)}`)))).toMatchObject({
      name: "address",
      got: expect.stringMatching(/nothing listens/),
    });
  });

  test("a name that nobody knows", async () => {
    expect(stop(await climb(target("https://api.portico-test.invalid")))).toMatchObject({
      name: "address",
      got: expect.stringMatching(/^api\.portico-test\.invalid: the host name/),
      cure: expect.stringMatching(/spelling/),
    });
  });

  test.each(["https://127.0.0.1", "https://localhost", "https://[::ffff:127.0.0.1]"])(
    "%s, where only the internet is allowed: nothing connects",
    async (host) => {
      let connections = 0;
      const port = await listen(net.createServer(() => (connections += 1)));
      const found = await climb(target(`${host}:${String(port)}`, { network: "public" }));
      expect(stop(found)).toMatchObject({
        name: "address",
        got: expect.stringMatching(/private network, which this connection does not allow/),
        cure: expect.stringMatching(/allow addresses of this machine/),
      });
      expect(connections).toBe(0);
    },
  );

  test("the sign-in address is looked at as well", async () => {
    const { origin } = await always(200, {}, "");
    const found = await climb(target(origin, { authUrl: "http://iam.portico-test.invalid" }));
    expect(stop(found)).toMatchObject({ name: "address", got: expect.stringMatching(/^iam\./) });
  });
});

describe("the certificate", () => {
  async function secure(name: string): Promise<{ port: number; seen: string[] }> {
    const seen: string[] = [];
    const server = https.createServer(
      { key: pem(`${name}.key`), cert: pem(`${name}.cert`) },
      (request, response) => {
        seen.push(request.url ?? "");
        response
          .writeHead(404, { "content-type": "application/json" })
          .end('{"error":"Realm does not exist"}');
      },
    );
    return { port: await listen(server), seen };
  }
  const before = tls.getCACertificates("default");
  beforeAll(() => {
    tls.setDefaultCACertificates([...before, pem("test-ca.cert")]);
  });
  afterAll(() => {
    tls.setDefaultCACertificates(before);
  });

  test.each([
    ["self-signed", /self-signed/, /NODE_EXTRA_CA_CERTS/],
    ["expired", /has expired.*Portico test authority, valid until 2021-01-01/, /renew/],
    ["other-host", /another host.*issued for api\.other\.example/, /host that the certificate names/],
  ])("%s: stopped at TLS, and no request was sent", async (name, got, cure) => {
    const { port, seen } = await secure(name);
    expect(stop(await climb(target(`https://localhost:${String(port)}`)))).toEqual({
      name: "tls",
      got: expect.stringMatching(got) as string,
      cure: expect.stringMatching(cure) as string,
    });
    expect(seen).toEqual([]);
  });

  test("one of a trusted authority for this host holds; the next rung is asked over it", async () => {
    const { port } = await secure("localhost");
    const found = await climb(target(`https://localhost:${String(port)}`));
    expect(found.rungs[1]).toMatchObject({
      state: "ok",
      got: expect.stringMatching(
        /^TLSv1\.3, certificate for localhost by Portico test authority, valid until 2126/,
      ),
    });
    expect(stop(found)).toMatchObject({ name: "realm", got: "404 Realm does not exist." });
  });

  test("what does not speak TLS, and what closes in the handshake", async () => {
    const { origin } = await always(200, {}, "");
    expect(stop(await climb(target(origin.replace("http:", "https:"))))).toMatchObject({
      name: "tls",
      got: expect.stringMatching(/does not speak TLS/),
    });
    const port = await listen(net.createServer((socket) => socket.once("data", () => socket.destroy())));
    expect(stop(await climb(target(`https://127.0.0.1:${String(port)}`)))).toMatchObject({
      name: "tls",
      got: expect.stringMatching(/closed the connection/),
    });
  });

  test("a handshake that never ends is given up", async () => {
    const port = await listen(net.createServer());
    const found = await climb(
      target(`https://127.0.0.1:${String(port)}`),
      {},
      { ...CHECK_LIMITS, tlsMs: 100 },
    );
    expect(stop(found)).toMatchObject({ name: "tls", got: expect.stringMatching(/within the limit/) });
  });
});

describe("who answers", () => {
  test.each([
    ["a web page", 200, { "content-type": "text/html" }, "<html>", /200 \(text\/html\)/],
    [
      "a redirect",
      302,
      { location: "https://login.example/x?y" },
      "",
      /302, a redirect to https:\/\/login\.example\./,
    ],
    [
      "lies about its compression",
      400,
      { "content-type": "application/json", "content-encoding": "gzip" },
      "{}",
      /400/,
    ],
  ])(
    "%s: stopped at the realm, asked once, and the secret stayed here",
    async (_n, status, headers, body, got) => {
      const { origin, seen } = await always(status, headers, body);
      expect(stop(await climb(target(origin)))).toMatchObject({
        name: "realm",
        got: expect.stringMatching(got),
      });
      expect(seen).toHaveLength(1);
      expect(seen.join()).not.toContain(SECRET);
    },
  );

  test("silence is given up after the limit", async () => {
    const port = await listen(http.createServer(() => undefined));
    const limits = { ...CHECK_LIMITS, firstByteMs: 100 };
    const found = await climb(target(`http://127.0.0.1:${String(port)}`), {}, limits);
    expect(stop(found)).toMatchObject({ name: "realm", got: expect.stringMatching(/no answer began/) });
  });

  test("each rung is told before it is climbed and after; who leaves ends the check, and its call", async () => {
    const sockets: net.Socket[] = [];
    const server = http.createServer(() => undefined);
    server.on("connection", (socket: net.Socket) => sockets.push(socket));
    const asked = new Promise((resolve) => server.once("request", resolve));
    const left = new AbortController();
    const told: unknown[] = [];
    const climbing = climb(target(`http://127.0.0.1:${String(await listen(server))}`), {
      signal: left.signal,
      tell: (step) => told.push("rung" in step ? [step.rung.name, step.rung.state] : step.begins),
    });
    await asked;
    expect(told).toEqual(["address", ["address", "ok"], "tls", ["tls", "warn"], "realm"]);
    left.abort();
    await expect(climbing).rejects.toMatchObject({ code: "CANCELLED" });
    await until("the call has ended", () => sockets.every(({ closed }) => closed));
    expect(told).toHaveLength(5);
  });

  test("an endless answer is cut at the limit", async () => {
    const { origin } = await always(
      400,
      { "content-type": "application/json" },
      `"${"x".repeat(9_000_000)}"`,
    );
    expect(stop(await climb(target(origin)))).toMatchObject({
      name: "realm",
      got: expect.stringMatching(/larger/),
    });
  });
});

describe("the real service", () => {
  const through = (more: Partial<CheckTarget>): CheckTarget => target(`${proxy.origin}/service`, more);

  test("another realm", async () => {
    expect(stop(await climb(through({ realm: "elsewhere" })))).toMatchObject({
      name: "realm",
      got: "404 Realm does not exist.",
    });
  });

  test("an unknown client, and a wrong secret", async () => {
    expect(stop(await climb(through({})))).toMatchObject({
      name: "token",
      got: expect.stringMatching(/^401 invalid_client/),
    });
    const { clientId, secret } = await service.register("ladder-secret");
    expect(stop(await climb(through({ clientId, secret: `${secret} ` })))).toMatchObject({
      name: "token",
      got: expect.stringMatching(/^401 unauthorized_client/),
      cure: expect.stringMatching(/ends with white space/),
    });
  });

  test("an application without any needed right", async () => {
    const application = await service.register("ladder-scopes", ["document:read"]);
    expect(stop(await climb(through(application)))).toMatchObject({
      name: "scopes",
      got: expect.stringMatching(/^Granted: document:read\. None of the six/),
    });
  });

  test("one in order holds every rung, and the check has only read", async () => {
    const application = await service.register("ladder-whole");
    const platform = await pagesOnly(/^\/platform\/cloud\/\d+$/);
    const found = await climb(through({ ...application, platformUrl: `${platform.origin}/platform` }));
    expect(found.stoppedAt).toBeNull();
    // Over plain http on this machine, which is said.
    expect(found.rungs.map(({ state }) => state)).toEqual(["ok", "warn", "ok", "ok", "ok", "ok", "ok", "ok"]);
    expect(found.rungs[6]?.got).toBe("The service lists 0 Clouds of this application.");
    expect(found.rungs[4]?.got).toMatch(/^A Bearer token for \d+ minutes; the clocks agree\.$/);
    const calls = proxy.received.map(({ method, path: where }) => `${method} ${where}`);
    expect(calls.filter((call) => !/^POST .*\/openid-connect\/token$/.test(call))).toEqual([
      "GET /service/cloud",
    ]);
    expect(JSON.stringify(found)).not.toContain(application.secret);
    expect(await service.db.serviceCloud.count()).toBe(0);
    expect(platform.seen).toEqual(["/platform/cloud/1", "/platform/portico-asks-for-no-page"]);
  });

  test("a service of the six endpoints alone holds, with a remark", async () => {
    const application = await service.register("ladder-six");
    proxy.inject("GET", /\/cloud$/, { kind: "answer", status: 405, body: "{}" });
    const found = await climb(through(application));
    expect(found.stoppedAt).toBeNull();
    expect(found.rungs[6]).toMatchObject({
      state: "warn",
      got: expect.stringMatching(/does not list Clouds/),
    });
  });

  test("a service that refuses the token", async () => {
    const application = await service.register("ladder-token");
    proxy.inject("GET", /\/cloud$/, { kind: "answer", status: 401, body: '{"detail":"Unknown issuer"}' });
    expect(stop(await climb(through(application)))).toMatchObject({
      name: "firstRead",
      got: "401, “Unknown issuer”.",
    });
  });
});
