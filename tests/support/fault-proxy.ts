/**
 * A proxy between the portal and a service that does to single exchanges what networks and gateways do: it breaks them before or
 * after they were carried out, delays, cuts, redirects, answers for somebody else. It counts what reached the service, so a test
 * can tell "asked for" from "carried out".
 */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Fault =
  /** Connection reset before the request was read. */
  | { kind: "resetBefore" }
  /** The service carries it out; then the connection is reset, closed, or stays silent. */
  | { kind: "resetAfter" }
  | { kind: "swallow" }
  /** The service carries it out; its real answer goes on when this resolves. */
  | { kind: "hold"; until: Promise<unknown> }
  /** The service's real answer, cut after this many bytes of the body, in one of the three framings of HTTP/1.1. */
  | { kind: "truncate"; framing: "length" | "chunked" | "close"; bytes: number }
  /** The service's real answer, stopped after this many bytes; the connection stays. */
  | { kind: "stall"; bytes: number }
  /** This answer instead; `carriedOut` says whether the service got the call first. */
  | {
      kind: "answer";
      status: number;
      headers?: Record<string, string>;
      body?: string | Uint8Array;
      carriedOut?: boolean;
    };

export type Seen = { method: string; path: string; socket: number; bytes: number };

type Rule = { matches: (request: IncomingMessage) => boolean; fault: Fault; left: number };

export type FaultProxy = {
  origin: string;
  /** Every request that came in, in order. */
  received: Seen[];
  /** Every request that the service answered. */
  carriedOut: Seen[];
  /** Applies a fault to the next `times` matching requests; earlier rules go first. */
  inject(method: string, path: RegExp, fault: Fault, times?: number): void;
  clear(): void;
  stop(): Promise<void>;
};

/** Starts a proxy before the given origin on a free port of this machine. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: Rule[] = [];
  const received: Seen[] = [];
  const carriedOut: Seen[] = [];
  const sockets = new WeakMap<object, number>();
  let socketCount = 0;

  const server = http.createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
    const rule = rules.find((candidate) => candidate.left > 0 && candidate.matches(request));
    if (rule !== undefined) rule.left -= 1;
    const seen: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      socket: sockets.get(request.socket) ?? 0,
      bytes: 0,
    };
    received.push(seen);
    // A test that ends while an answer is on its way tears the connection down: that is not a fault of the proxy.
    handle(request, response, rule?.fault, seen).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    socketCount += 1;
    sockets.set(socket, socketCount);
  });

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
    seen: Seen,
  ): Promise<void> {
    if (fault?.kind === "resetBefore") {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === "answer" && fault.carriedOut !== true) {
      await readAll(request);
      respond(response, fault);
      return;
    }
    const body = await readAll(request);
    seen.bytes = body.length;
    const answer = await forward(target, request, body);
    carriedOut.push(seen);
    await deliver(request, response, answer, fault);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received,
    carriedOut,
    inject: (method, path, fault, times = 1) => {
      rules.push({
        matches: (request) => request.method === method && path.test(request.url ?? ""),
        fault,
        left: times,
      });
    },
    clear: () => {
      rules.length = 0;
      received.length = 0;
      carriedOut.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case "resetAfter":
      request.socket.resetAndDestroy();
      return;
    case "swallow":
      return;
    case "answer":
      respond(response, fault);
      return;
    case "truncate":
      truncate(request, answer, fault);
      return;
    case "stall":
      response.writeHead(answer.status, answer.headers);
      response.write(answer.body.subarray(0, fault.bytes));
      return;
    case "hold":
      await fault.until;
      break;
    default:
      break;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

function respond(response: ServerResponse, fault: Extract<Fault, { kind: "answer" }>): void {
  response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
  response.end(fault.body);
}

/** Written on the bare socket, so that each framing is exactly what a broken gateway sends. */
function truncate(
  request: IncomingMessage,
  answer: Answer,
  fault: Extract<Fault, { kind: "truncate" }>,
): void {
  const { socket } = request;
  const part = answer.body.subarray(0, fault.bytes);
  const head = (extra: string): string =>
    `HTTP/1.1 ${String(answer.status)} Whatever\r\ncontent-type: application/json\r\n${extra}\r\n`;
  if (fault.framing === "length") {
    socket.write(head(`content-length: ${String(answer.body.length)}\r\n`));
    socket.write(part);
  } else if (fault.framing === "chunked") {
    socket.write(head("transfer-encoding: chunked\r\n"));
    socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    socket.write("\r\n");
  } else {
    socket.write(head("connection: close\r\n"));
    socket.write(part);
  }
  socket.end();
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

function forward(target: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = http.request(
      new URL(request.url ?? "/", target),
      { method: request.method, headers: { ...request.headers, connection: "close" }, agent: false },
      (answer) => {
        readAll(answer).then((bytes) => {
          const headers: Record<string, string> = {};
          for (const [name, value] of Object.entries(answer.headers)) {
            if (["connection", "keep-alive", "transfer-encoding", "content-length"].includes(name)) continue;
            headers[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
          }
          headers["content-length"] = String(bytes.length);
          resolve({ status: answer.statusCode ?? 0, headers, body: bytes });
        }, reject);
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}
