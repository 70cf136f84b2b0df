/**
 * One HTTP exchange over node:http or node:https, with its phases recorded and its limits kept. It never follows a
 * redirect, never repeats a request, never decompresses, and never relaxes the certificate check.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { withinLimit } from "#lib/core/process/within-limit.ts";
import http from "node:http";
import https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { iterateBody } from "./body.ts";
import { connectWords, errorCode, HttpFailure, type HttpFailureKind, type Phases } from "./failure.ts";
import type { HttpLimits } from "./limits.ts";
import { literalRefusal, LOOKUPS, type Reach } from "./reach.ts";

export type HttpRequest = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  /** A byte array, or pieces that are pulled at the pace of the network. */
  body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  limits: HttpLimits;
  /**
   * True for calls that must not be repeated: they use a new socket, because an idle one that the other side has just closed could lose the
   * request.
   */
  freshSocket: boolean;
  /**
   * Resolves the host instead of the system; the connection goes to its result. Not called when the host is an IP address. Only with a
   * fresh socket: pooled sockets may have been resolved differently.
   */
  lookup?: LookupFunction;
  /** Which networks the host may be in; by default anywhere except addresses that are never called (reach.ts). */
  reach?: Reach;
  signal?: AbortSignal | undefined;
};

export type HttpAnswer = {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: AsyncIterable<Uint8Array>;
  /** Updated while the body is read. */
  phases: Phases;
  /** Frees the socket when the body is not wanted. */
  discard: () => void;
};

/** One for each reach: a socket is shared only by calls that may all go where it leads. */
const POOLS = { anywhere: makePools("anywhere"), public: makePools("public"), inside: makePools("inside") };

function makePools(reach: Reach) {
  const lookup = LOOKUPS[reach];
  const options = { keepAlive: true, maxSockets: 64, timeout: 20_000, lookup };
  return { "http:": new http.Agent(options), "https:": new https.Agent(options) };
}

/**
 * Sends one request and resolves when the answer's status and headers have arrived.
 * @throws HttpFailure; its phases say how far the request got.
 */
export function exchange(request: HttpRequest): Promise<HttpAnswer> {
  const { url, limits } = request;
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`Only http and https addresses can be called, not ${url.protocol}`);
  }
  const isTls = url.protocol === "https:";
  const beganAt = performance.now();
  const phases: Phases = { startedAt: new Date().toISOString() };
  const elapsedMs = (): number => Math.round(performance.now() - beganAt);
  const reach = request.reach ?? "anywhere";
  const refusal = literalRefusal(url, reach);
  if (refusal !== null) {
    return Promise.reject(new HttpFailure("connect", refusal, connectWords(refusal), phases));
  }
  const lookup = request.lookup ?? LOOKUPS[reach];

  return new Promise((resolve, reject) => {
    let ended: HttpFailure | undefined;
    const timers = new Set<NodeJS.Timeout>();
    const limit = (kind: HttpFailureKind, code: string, delayMs: number, words: string): NodeJS.Timeout => {
      const timer = setTimeout(() => {
        end(new HttpFailure(kind, code, words, phases));
      }, delayMs);
      timers.add(timer);
      return timer;
    };
    const disarm = (timer: NodeJS.Timeout | undefined): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timers.delete(timer);
    };
    const call = (isTls ? https : http).request(url, {
      method: request.method,
      headers: { "accept-encoding": "identity", ...request.headers },
      agent: request.freshSocket ? false : POOLS[reach][isTls ? "https:" : "http:"],
      rejectUnauthorized: true,
      maxHeaderSize: 32 * 1024,
      lookup,
    });
    const onAbort = (): void => {
      end(new HttpFailure("aborted", "ABORTED", kept("the call was cancelled here"), phases));
    };
    const release = (): void => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      request.signal?.removeEventListener("abort", onAbort);
    };
    const end = (failure?: HttpFailure): void => {
      release();
      if (failure === undefined) return;
      ended ??= failure;
      call.destroy(failure);
      reject(ended);
    };

    if (limits.totalMs !== null) {
      limit("timeout", "TOTAL_LIMIT", limits.totalMs, kept("the exchange did not end within the limit"));
    }
    const connected = (): void => {
      phases.connectedMs = elapsedMs();
    };
    call.on("socket", (socket: Socket) => {
      if (!socket.connecting && call.reusedSocket) {
        connected();
        return;
      }
      // Measured from here, not from the start: a call may have waited for a free socket in the pool.
      const connecting = limit("connect", "CONNECT_LIMIT", limits.connectMs, connectWords("CONNECT_LIMIT"));
      let handshake: NodeJS.Timeout | undefined;
      socket.once("connect", () => {
        disarm(connecting);
        if (isTls) handshake = limit("connect", "TLS_LIMIT", limits.tlsMs, connectWords("TLS_LIMIT"));
        else connected();
      });
      socket.once("secureConnect", () => {
        disarm(handshake);
        connected();
      });
    });
    let waiting: NodeJS.Timeout | undefined;
    call.on("finish", () => {
      phases.requestSentMs = elapsedMs();
      if (phases.headersMs !== undefined) return;
      const words = kept("no answer began within {seconds} s", { seconds: limits.firstByteMs / 1000 });
      waiting = limit("timeout", "FIRST_BYTE_LIMIT", limits.firstByteMs, words);
    });
    call.on("response", (answer) => {
      phases.headersMs = elapsedMs();
      disarm(waiting);
      const context = { limits, phases, elapsedMs, ended: () => ended, end };
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        phases,
        body: iterateBody(answer, context),
        discard: () => {
          release();
          call.destroy();
        },
      });
    });
    call.on("error", (thrown) => {
      if (ended !== undefined) return;
      const code = errorCode(thrown);
      const isConnect = phases.connectedMs === undefined;
      const kind = isConnect ? "connect" : code.startsWith("HPE_") ? "protocol" : "reset";
      const words = isConnect ? connectWords(code) : kept("the connection broke before an answer came");
      end(new HttpFailure(kind, code, words, phases, thrown));
    });
    // For instance after 101, which nobody here has asked for: Node then gives the call up without a word.
    call.on("close", () => {
      if (ended !== undefined || phases.headersMs !== undefined) return;
      end(new HttpFailure("reset", "CLOSED", kept("the connection broke before an answer came"), phases));
    });
    request.signal?.addEventListener("abort", onAbort, { once: true });
    if (request.signal?.aborted === true) onAbort();
    else void sendBody(call, request, phases, end);
  });
}

/** Writes the request's body at the network's pace; a source that fails ends the exchange. */
async function sendBody(
  call: http.ClientRequest,
  request: HttpRequest,
  phases: Phases,
  end: (failure: HttpFailure) => void,
): Promise<void> {
  const { body } = request;
  if (body === undefined || body instanceof Uint8Array) {
    call.end(body);
    return;
  }
  try {
    for await (const piece of body) {
      if (call.destroyed || phases.headersMs !== undefined) return;
      if (!call.write(piece)) await drained(call, request.limits.idleMs, phases);
    }
    call.end();
  } catch (thrown) {
    const failure =
      thrown instanceof HttpFailure
        ? thrown
        : new HttpFailure(
            "source",
            errorCode(thrown),
            kept("the file could not be read to its end"),
            phases,
            thrown,
          );
    end(failure);
  }
}

/** Waits until the socket accepts more, the call is over, or nothing moved for the idle limit. */
async function drained(call: http.ClientRequest, idleMs: number, phases: Phases): Promise<void> {
  const moved = Promise.withResolvers<true>();
  const go = (): void => moved.resolve(true);
  const events = ["drain", "close", "response"];
  for (const event of events) call.on(event, go);
  const isMoving = await withinLimit(moved.promise, idleMs, false);
  for (const event of events) call.off(event, go);
  if (isMoving) return;
  const words = kept("no byte was accepted for {seconds} s", { seconds: idleMs / 1000 });
  throw new HttpFailure("timeout", "IDLE_LIMIT", words, phases);
}
