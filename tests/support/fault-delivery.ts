/** The effect of a fault on one exchange: the ways in which networks and gateways break, delay or falsify an answer. */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export type Fault =
  /** Connection reset before the request was read; `close` ends it in order. */
  | { kind: "resetBefore" }
  | { kind: "closeBefore" }
  /** The service carries out the request; then the connection is reset, closed, or stays silent. */
  | { kind: "resetAfter" }
  | { kind: "closeAfter" }
  | { kind: "swallow" }
  /** The service carries out the request; its real answer is passed on when this resolves. */
  | { kind: "hold"; until: Promise<unknown> }
  /** The service's real answer, cut after this many bytes of the body, in one of the three framings of HTTP/1.1. */
  | { kind: "truncate"; framing: "length" | "chunked" | "close"; bytes: number }
  /** The service's real answer, stopped after this many bytes; the connection stays open. */
  | { kind: "stall"; bytes: number }
  /** The service's real answer in another form. */
  | { kind: "rewrite"; body: (real: string) => string }
  /** The service's real answer, this many bytes every few milliseconds. */
  | { kind: "drip"; bytes: number; everyMs: number }
  /** This answer instead; `carriedOut` says whether the service got the request first. */
  | {
      kind: "answer";
      status: number;
      headers?: Record<string, string>;
      body?: string | Uint8Array;
      carriedOut?: boolean;
    };

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** Sends the service's answer as the fault requires. */
export async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case "resetAfter":
      request.socket.resetAndDestroy();
      return;
    case "closeAfter":
      request.socket.end();
      return;
    case "swallow":
      return;
    case "rewrite":
      respond(response, { kind: "answer", status: answer.status, body: fault.body(answer.body.toString()) });
      return;
    case "drip":
      response.writeHead(answer.status, answer.headers);
      for (let at = 0; at < answer.body.length && !response.destroyed; at += fault.bytes) {
        response.write(answer.body.subarray(at, at + fault.bytes));
        await wait(fault.everyMs);
      }
      response.end();
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

/** Answers in the service's place. */
export function respond(response: ServerResponse, fault: Extract<Fault, { kind: "answer" }>): void {
  response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
  response.end(fault.body);
}

/** Written to the raw socket, so that each framing is exactly what a broken gateway sends. */
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

export async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream));
}

/** Passes the request to the service. */
export function forward(target: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
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
