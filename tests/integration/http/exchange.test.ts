import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import path from "node:path";
import { setImmediate as tick } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { readWhole } from "#lib/http/whole-answer.ts";
import { exchange, type HttpRequest } from "#lib/http/exchange.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { RECORD_LIMITS } from "#lib/http/limits.ts";
import { until } from "#tests/support/until.ts";
import { closeListeners, listen } from "./check-ground.ts";

afterEach(closeListeners);

function serve(handler: http.RequestListener): Promise<number> {
  return listen(http.createServer(handler));
}

/** A server that sends exactly this and then does what `then` does. */
function raw(text: string, then: (socket: net.Socket) => void = (socket) => socket.end()): Promise<number> {
  return listen(
    net.createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(text, () => {
          then(socket);
        });
      });
    }),
  );
}

function get(port: number, more: Partial<HttpRequest> = {}, scheme = "http"): ReturnType<typeof exchange> {
  return exchange({
    method: "GET",
    url: new URL(`${scheme}://127.0.0.1:${String(port)}/x`),
    headers: {},
    limits: RECORD_LIMITS,
    freshSocket: true,
    ...more,
  });
}

async function failure(call: Promise<unknown>): Promise<HttpFailure> {
  const thrown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(HttpFailure);
  return thrown as HttpFailure;
}

async function bodyFailure(port: number, more: Partial<HttpRequest> = {}): Promise<HttpFailure | undefined> {
  return (await readWhole((await get(port, more)).body)).failure;
}

describe("phases", () => {
  test("a whole exchange passes all of them in order", async () => {
    const port = await serve((_request, response) => response.end("hello"));
    const answer = await get(port);
    const { bytes, failure: broken } = await readWhole(answer.body);
    expect(broken).toBeUndefined();
    expect(Buffer.from(bytes).toString()).toBe("hello");
    const { connectedMs = -1, requestSentMs = -1, headersMs = -1, completeMs = -1 } = answer.phases;
    expect([connectedMs, requestSentMs, headersMs, completeMs]).toEqual(
      [connectedMs, requestSentMs, headersMs, completeMs].toSorted((a, b) => a - b),
    );
    expect(connectedMs).toBeGreaterThanOrEqual(0);
  });

  test("connection refused: never connected", async () => {
    const refused = await failure(get(await findFreePort()));
    expect(refused).toMatchObject({ kind: "connect", code: "ECONNREFUSED" });
    expect(refused.phases.connectedMs).toBeUndefined();
  });

  test("a certificate that nobody trusts: never connected, whatever the environment says", async () => {
    const folder = path.join(import.meta.dirname, "../../fixtures/tls");
    const seen: string[] = [];
    const server = https.createServer(
      {
        key: readFileSync(path.join(folder, "self-signed.key.pem")),
        cert: readFileSync(path.join(folder, "self-signed.cert.pem")),
      },
      (request, response) => {
        seen.push(request.url ?? "");
        response.end();
      },
    );
    const port = await listen(server);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      const untrusted = await failure(get(port, {}, "https"));
      expect(untrusted).toMatchObject({ kind: "connect", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
      expect(untrusted.message).toContain("self-signed");
      expect(untrusted.phases.connectedMs).toBeUndefined();
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
    expect(seen).toEqual([]);
  });

  test("plain HTTP where TLS is expected, and a handshake that never ends: never connected", async () => {
    const plain = await serve((_request, response) => response.end());
    expect((await failure(get(plain, {}, "https"))).phases.connectedMs).toBeUndefined();
    const silent = await listen(net.createServer(() => undefined));
    const limits = { ...RECORD_LIMITS, tlsMs: 50 };
    expect(await failure(get(silent, { limits }, "https"))).toMatchObject({
      kind: "connect",
      code: "TLS_LIMIT",
    });
  });

  test("a reset before the answer: connected, so it may have been read", async () => {
    const port = await listen(
      net.createServer((socket) => {
        socket.once("data", () => socket.resetAndDestroy());
      }),
    );
    const reset = await failure(get(port));
    expect(reset.kind).toBe("reset");
    expect(reset.phases.connectedMs).toBeGreaterThanOrEqual(0);
  });

  test.each([
    "",
    "garbage\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
  ])("the answer %j is a failure after connecting", async (text) => {
    const broken = await failure(get(await raw(text)));
    expect(["reset", "protocol"]).toContain(broken.kind);
    expect(broken.phases.connectedMs).toBeGreaterThanOrEqual(0);
  });
});

describe("limits", () => {
  test("no first byte", async () => {
    const port = await serve(() => undefined);
    const limits = { ...RECORD_LIMITS, firstByteMs: 50 };
    expect(await failure(get(port, { limits }))).toMatchObject({ kind: "timeout", code: "FIRST_BYTE_LIMIT" });
  });

  test("a stall in the middle of the body", async () => {
    const port = await raw("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", () => undefined);
    const limits = { ...RECORD_LIMITS, idleMs: 50 };
    expect(await bodyFailure(port, { limits })).toMatchObject({ kind: "timeout", code: "IDLE_LIMIT" });
  });

  test("a body that drips for ever ends at the total limit", async () => {
    const port = await serve((_request, response) => {
      response.flushHeaders();
      const drip = setInterval(() => response.write("."), 5);
      response.on("close", () => {
        clearInterval(drip);
      });
    });
    const limits = { ...RECORD_LIMITS, idleMs: 1_000, totalMs: 150 };
    // A busy machine may need all of this time for the headers: then there is no answer to read.
    const ended: unknown = await bodyFailure(port, { limits }).catch((thrown: unknown) => thrown);
    expect(ended).toBeInstanceOf(HttpFailure);
    expect(ended).toMatchObject({ kind: "timeout", code: "TOTAL_LIMIT" });
  });

  test("a body larger than allowed", async () => {
    const port = await serve((_request, response) => response.end("x".repeat(2_000)));
    const limits = { ...RECORD_LIMITS, bodyBytesMax: 1_000 };
    expect(await bodyFailure(port, { limits })).toMatchObject({ kind: "tooLarge", code: "BODY_LIMIT" });
  });

  test("an upload that the other side does not take", async () => {
    const port = await listen(net.createServer((socket) => socket.pause()));
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        yield Buffer.alloc(1024 * 1024);
        await tick();
      }
    }
    const limits = { ...RECORD_LIMITS, idleMs: 100 };
    const stuck = await failure(get(port, { method: "POST", body: endless(), limits }));
    expect(stuck).toMatchObject({ kind: "timeout", code: "IDLE_LIMIT" });
    expect(stuck.phases.requestSentMs).toBeUndefined();
  });

  test.each([
    ["length", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc"],
    ["chunked", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"],
  ])("a body cut short (%s) is a failure, and what came is kept", async (_framing, text) => {
    const answer = await get(await raw(text));
    const { bytes, failure: broken } = await readWhole(answer.body);
    expect(broken?.kind).toBe("reset");
    expect(Buffer.from(bytes).toString()).toBe("abc");
    expect(answer.phases.completeMs).toBeUndefined();
  });
});

describe("manners", () => {
  test("redirects are not followed, and nothing is asked to be compressed", async () => {
    const seen: http.IncomingMessage[] = [];
    const port = await serve((request, response) => {
      seen.push(request);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    const answer = await get(port, { headers: { authorization: "Bearer x" } });
    answer.discard();
    expect(answer.status).toBe(302);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers["accept-encoding"]).toBe("identity");
  });

  test("an idle socket that the other side closes cannot swallow a call on a fresh one", async () => {
    const sockets = new Set<net.Socket>();
    const port = await serve((request, response) => {
      sockets.add(request.socket);
      response.end("ok");
    });
    await readWhole((await get(port, { freshSocket: false })).body);
    await readWhole((await get(port, { freshSocket: false })).body);
    expect(sockets.size).toBe(1);
    await readWhole((await get(port)).body);
    expect(sockets.size).toBe(2);
  });

  test("a slow reader holds the sender back", async () => {
    let sent = 0;
    const port = await serve((_request, response) => {
      const push = (): void => {
        while (sent < 200 * 1024 * 1024) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) {
            response.once("drain", push);
            return;
          }
        }
        response.end();
      };
      push();
    });
    const answer = await get(port, { limits: { ...RECORD_LIMITS, bodyBytesMax: null } });
    const reader = answer.body[Symbol.asyncIterator]();
    await reader.next();
    let last = -1;
    await until("the sender stands still", async () => {
      const isStill = sent === last;
      last = sent;
      for (let n = 0; n < 50; n += 1) await tick();
      return isStill;
    });
    expect(sent).toBeLessThan(32 * 1024 * 1024);
    await reader.return?.();
  });

  test("leaving the body early frees the socket", async () => {
    let isClosed = false;
    const port = await serve((request, response) => {
      request.socket.once("close", () => {
        isClosed = true;
      });
      response.write("x".repeat(100_000));
    });
    const answer = await get(port);
    for await (const piece of answer.body) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await until("the socket is closed", () => isClosed);
  });

  test("cancelled before, while waiting, and during the body", async () => {
    const port = await serve((_request, response) => response.write("x"));
    expect(await failure(get(port, { signal: AbortSignal.abort() }))).toMatchObject({ kind: "aborted" });
    const silent = await serve(() => undefined);
    const waiting = new AbortController();
    const call = failure(get(silent, { signal: waiting.signal }));
    await tick();
    waiting.abort();
    expect((await call).kind).toBe("aborted");
    const during = new AbortController();
    const answer = await get(port, { signal: during.signal });
    const whole = readWhole(answer.body);
    during.abort();
    expect((await whole).failure).toMatchObject({ kind: "aborted" });
  });

  test("a file that cannot be read ends the call as the source's fault", async () => {
    const port = await serve((request, response) => {
      request.resume();
      request.on("end", () => response.end());
    });
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from("a"));
      throw new Error("disk");
    }
    expect(await failure(get(port, { method: "POST", body: broken() }))).toMatchObject({ kind: "source" });
  });

  test("an early refusal of an upload is an answer, not a broken connection", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(413, { connection: "close" }).end("large");
    });
    async function* long(): AsyncGenerator<Uint8Array> {
      for (let n = 0; n < 1000; n += 1) {
        yield Buffer.alloc(1000);
        await tick();
      }
    }
    const answer = await get(port, { method: "POST", body: long() });
    expect(answer.status).toBe(413);
    expect(Buffer.from((await readWhole(answer.body)).bytes).toString()).toBe("large");
  });

  test("a change of protocol in the middle of an upload, which nobody asked for, ends the call", async () => {
    const text = "HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n";
    const port = await raw(text, () => undefined);
    const end = Promise.withResolvers<undefined>();
    async function* waiting(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1000);
      await end.promise;
    }
    let ended: HttpFailure | undefined;
    void failure(get(port, { method: "POST", body: waiting() })).then((thrown) => (ended = thrown));
    expect(await until("the call has ended", () => ended, 20_000)).toMatchObject({ kind: "reset" });
    end.resolve(undefined);
  });
});
