/**
 * Receives request bodies before anybody starts to answer: a slow or silent sender then holds a few bytes here, and neither a turn nor a
 * page. Limits bytes and time per body, bodies per client, and bytes in total; when there is no room, the body that has been arriving
 * longest is dropped, so that a fast body is always received.
 */
import { IncomingMessage, type ServerResponse } from "node:http";

export type IntakeLimits = {
  /** A sender who sends no byte for this long counts as gone. */
  readonly idleMs: number;
  /** Time limit for the whole body. */
  readonly totalMs: number;
  /** How many bodies one client may send at the same time. */
  readonly perClientMax: number;
  /** Memory of all bodies, from their first byte until their request is answered. */
  readonly bytesMax: number;
};

/** Why a body was not received. */
export type IntakeFault = "too large" | "silent" | "too slow" | "crowded out" | "gone";
/** The request with its whole body, readable as if it had just arrived; or the fault. */
export type Taken = { readonly request: IncomingMessage } | { readonly fault: IntakeFault };

/** True when a body follows the head (RFC 9112 section 6.3). */
export function hasBody(request: IncomingMessage): boolean {
  return announcedBytes(request) > 0;
}

/** The length stated in the head; Infinity when only the body's end will tell. */
export function announcedBytes({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? "0") : Infinity;
}

/** Takes in the bodies of a server's requests; those that are arriving, or whose request has no answer yet, share the limits. */
export function openIntake(limits: IntakeLimits) {
  /** Arriving bodies by client; the oldest first. */
  const arriving = new Map<string, Set<ArrivingBody>>();
  /** Memory held now. */
  let bytesHeld = 0;

  function hold(bytes: number): void {
    bytesHeld += bytes;
    if (bytesHeld <= limits.bytesMax) return;
    // The client holding most makes room; a body among many small ones is never the first to go.
    const heldBy = (bodies: Set<ArrivingBody>): number =>
      [...bodies].reduce((sum, body) => sum + body.countHeld(), 0);
    const [most] = [...arriving.values()].toSorted((a, b) => heldBy(b) - heldBy(a));
    if (most !== undefined) crowdOut(most);
  }

  /** Receives the body of `request`. Its memory counts until `response` is closed. */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { client, bytesMax, awaitsContinue }: { client: string; bytesMax: number; awaitsContinue: boolean },
  ): Promise<Taken> => {
    const announced = announcedBytes(request);
    if (announced !== Infinity && announced > bytesMax) return { fault: "too large" };
    // RFC 9110 section 10.1.1: the client waits for this before sending its body.
    if (awaitsContinue) response.writeContinue();
    const body = beginArrival(request, { ...limits, bytesMax }, hold);
    response.once("close", () => {
      bytesHeld -= body.release();
    });
    const bodies = arriving.get(client) ?? new Set();
    arriving.set(client, bodies.add(body));
    if (bodies.size > limits.perClientMax) crowdOut(bodies);
    const fault = await body.over;
    bodies.delete(body);
    if (bodies.size === 0) arriving.delete(client);
    if (fault === null) return { request: body.replay() };
    bytesHeld -= body.release();
    return { fault };
  };
}

/** Drops the oldest of them. */
function crowdOut(bodies: Set<ArrivingBody>): void {
  const [oldest] = bodies;
  if (oldest === undefined) return;
  bodies.delete(oldest);
  oldest.end("crowded out");
}

/** Initial buffer of a body; doubles as needed, so that many small pieces cost no more than a few large ones. */
const FIRST_BYTES = 4096;

type ArrivingBody = ReturnType<typeof beginArrival>;

/** Takes in the body of `request`. @param hold called with the bytes by which its memory grows */
function beginArrival(
  request: IncomingMessage,
  { idleMs, totalMs, bytesMax }: { idleMs: number; totalMs: number; bytesMax: number },
  hold: (more: number) => void,
) {
  const { promise: over, resolve } = Promise.withResolvers<IntakeFault | null>();
  let isOver = false;
  let bytes = Buffer.alloc(0);
  let size = 0;
  const idle = setTimeout(end, idleMs, "silent");
  const total = setTimeout(end, totalMs, "too slow");
  request.on("data", add).once("end", finish).once("close", finish);

  function add(piece: Buffer): void {
    idle.refresh();
    const sizeNow = size + piece.length;
    if (sizeNow > bytesMax) {
      end("too large");
      return;
    }
    if (sizeNow > bytes.length) grow(sizeNow);
    piece.copy(bytes, size);
    size = sizeNow;
  }

  function grow(sizeNow: number): void {
    const before = bytes;
    const length = Math.max(sizeNow, Math.min(bytesMax, Math.max(FIRST_BYTES, before.length * 2)));
    bytes = Buffer.allocUnsafeSlow(length);
    before.copy(bytes);
    hold(length - before.length);
  }

  function finish(): void {
    end(request.complete ? null : "gone");
  }

  /** Ends the intake; the first reason counts. The caller reads or ignores further data. */
  function end(fault: IntakeFault | null): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(idle);
    clearTimeout(total);
    request.off("data", add).off("end", finish).off("close", finish);
    resolve(fault);
  }

  return {
    /** Null when the body is complete. */
    over,
    end,
    countHeld: (): number => bytes.length,
    /** Frees the bytes; returns how many were held. */
    release: (): number => {
      const held = bytes.length;
      bytes = Buffer.alloc(0);
      return held;
    },
    /** The same request again, with its body unread. */
    replay: (): IncomingMessage => {
      const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
      const again = new IncomingMessage(request.socket);
      Object.assign(again, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
      again.headers = headers;
      again.complete = true;
      if (size > 0) again.push(bytes.subarray(0, size));
      again.push(null);
      return again;
    },
  };
}
