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

/** All bodies of a server that are arriving, or whose request has no answer yet. */
export class BodyIntake {
  readonly #limits: IntakeLimits;
  /** Arriving bodies by client; the oldest first. */
  readonly #arriving = new Map<string, Set<ArrivingBody>>();
  #bytesHeld = 0;

  constructor(limits: IntakeLimits) {
    this.#limits = limits;
  }

  /** Number of bodies arriving now. */
  get arriving(): number {
    return [...this.#arriving.values()].reduce((sum, bodies) => sum + bodies.size, 0);
  }

  /** Memory held now, in bytes. */
  get bytesHeld(): number {
    return this.#bytesHeld;
  }

  /** Receives the body of `request`. Its memory counts until `response` is closed. */
  async take(
    request: IncomingMessage,
    response: ServerResponse,
    { client, bytesMax, awaitsContinue }: { client: string; bytesMax: number; awaitsContinue: boolean },
  ): Promise<Taken> {
    const announced = announcedBytes(request);
    if (announced !== Infinity && announced > bytesMax) return { fault: "too large" };
    // RFC 9110 section 10.1.1: the client waits for this before sending its body.
    if (awaitsContinue) response.writeContinue();
    const body = new ArrivingBody(request, { ...this.#limits, bytesMax }, (more) => {
      this.#hold(more);
    });
    response.once("close", () => {
      this.#bytesHeld -= body.release();
    });
    const bodies = this.#arriving.get(client) ?? new Set();
    this.#arriving.set(client, bodies.add(body));
    if (bodies.size > this.#limits.perClientMax) crowdOut(bodies);
    const fault = await body.over;
    bodies.delete(body);
    if (bodies.size === 0) this.#arriving.delete(client);
    if (fault === null) return { request: body.replay() };
    this.#bytesHeld -= body.release();
    return { fault };
  }

  #hold(bytes: number): void {
    this.#bytesHeld += bytes;
    if (this.#bytesHeld <= this.#limits.bytesMax) return;
    // The client holding most makes room; a body among many small ones is never the first to go.
    const held = (bodies: Set<ArrivingBody>): number =>
      [...bodies].reduce((sum, body) => sum + body.bytesHeld, 0);
    const [most] = [...this.#arriving.values()].toSorted((a, b) => held(b) - held(a));
    if (most !== undefined) crowdOut(most);
  }
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

class ArrivingBody {
  /** Null when the body is complete. */
  readonly over: Promise<IntakeFault | null>;
  isOver = false;
  readonly #request: IncomingMessage;
  readonly #resolve: (fault: IntakeFault | null) => void;
  readonly #hold: (more: number) => void;
  readonly #bytesMax: number;
  readonly #idle: NodeJS.Timeout;
  readonly #total: NodeJS.Timeout;
  #bytes = Buffer.alloc(0);
  #size = 0;

  constructor(
    request: IncomingMessage,
    { idleMs, totalMs, bytesMax }: { idleMs: number; totalMs: number; bytesMax: number },
    hold: (more: number) => void,
  ) {
    const { promise, resolve } = Promise.withResolvers<IntakeFault | null>();
    this.over = promise;
    this.#request = request;
    this.#resolve = resolve;
    this.#hold = hold;
    this.#bytesMax = bytesMax;
    this.#idle = setTimeout(() => {
      this.end("silent");
    }, idleMs);
    this.#total = setTimeout(() => {
      this.end("too slow");
    }, totalMs);
    request.on("data", this.#add).once("end", this.#finish).once("close", this.#finish);
  }

  get bytesHeld(): number {
    return this.#bytes.length;
  }

  readonly #add = (piece: Buffer): void => {
    this.#idle.refresh();
    const size = this.#size + piece.length;
    if (size > this.#bytesMax) {
      this.end("too large");
      return;
    }
    if (size > this.#bytes.length) this.#grow(size);
    piece.copy(this.#bytes, this.#size);
    this.#size = size;
  };

  #grow(size: number): void {
    const before = this.#bytes;
    const length = Math.max(size, Math.min(this.#bytesMax, Math.max(FIRST_BYTES, before.length * 2)));
    this.#bytes = Buffer.allocUnsafeSlow(length);
    before.copy(this.#bytes);
    this.#hold(length - before.length);
  }

  readonly #finish = (): void => {
    this.end(this.#request.complete ? null : "gone");
  };

  /** Ends the intake; the first reason counts. The caller reads or ignores further data. */
  end(fault: IntakeFault | null): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
    this.#request.off("data", this.#add).off("end", this.#finish).off("close", this.#finish);
    this.#resolve(fault);
  }

  /** Frees the bytes; returns how many were held. */
  release(): number {
    const held = this.#bytes.length;
    this.#bytes = Buffer.alloc(0);
    return held;
  }

  /** The same request again, with its body unread. */
  replay(): IncomingMessage {
    const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } =
      this.#request;
    const again = new IncomingMessage(this.#request.socket);
    Object.assign(again, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
    again.headers = headers;
    again.complete = true;
    if (this.#size > 0) again.push(this.#bytes.subarray(0, this.#size));
    again.push(null);
    return again;
  }
}
