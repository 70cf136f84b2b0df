/**
 * The path of every request until somebody starts to answer it: normalises its address, determines its client, refuses what the head alone
 * forbids, and receives its body. Only a complete request goes on. Uploads go on at once and are watched: a client that neither sends nor
 * reads is disconnected.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkKeys } from "#lib/core/network/network-key.ts";
import { answerAtEdge, LINGER_MS } from "./answer-at-edge.ts";
import { announcedBytes, openIntake, hasBody, type IntakeFault, type IntakeLimits } from "./body-intake.ts";
import { bodyLimit, type BodyLimit } from "./body-limits.ts";
import { believableAddress, type IsProxy, dropUnbelievable } from "./incoming.ts";
import { boundConnections, type ConnectionLimits } from "./connection-bounds.ts";
import { originForm, pathOf, type EdgeAnswer } from "./addresses.ts";

export type DoorLimits = {
  readonly connections: ConnectionLimits;
  readonly bodies: IntakeLimits;
  /** Requests of one client that may wait for their answer at the same time. */
  readonly requestsPerClientMax: number;
  /** Requests on one connection sent before the current one is answered. */
  readonly pipelinedMax: number;
  /** How long a connection may make no progress in either direction before it is closed; 0: forever. */
  readonly stallMs: number;
  readonly lingerMs: number;
};

const MIB = 1024 * 1024;

export const DOOR_LIMITS: DoorLimits = {
  connections: { perClientMax: 256, allMax: 8192 },
  bodies: { idleMs: 30_000, totalMs: 300_000, perClientMax: 64, bytesMax: 192 * MIB },
  requestsPerClientMax: 256,
  pipelinedMax: 32,
  stallMs: 90_000,
  lingerMs: LINGER_MS,
};

/** A request with what was found out about it. */
export type Visit = {
  /** Without query. */
  readonly path: string;
  /** The client's network, for counting. */
  readonly client: string;
};

/** Why a permitted request does not go on. */
export type Hindrance =
  | {
      readonly kind: "body";
      readonly fault: Exclude<IntakeFault, "gone">;
      readonly bytesMax: number;
      readonly idleMs: number;
    }
  | { readonly kind: "requests" };

/** The server behind the door. `V`: its own type of visit. */
export type House<V extends Visit> = {
  readonly isProxy: IsProxy;
  /** Called first, for every request; everything else about it happens within `enter`. */
  receive(request: IncomingMessage, response: ServerResponse, visit: Visit): V;
  enter(request: IncomingMessage, run: () => void): void;
  /** The refusal of a forbidden request, by its head alone. */
  judge(request: IncomingMessage, visit: V): EdgeAnswer | null;
  /** Whether a larger body may be taken. */
  showsSession(request: IncomingMessage): Promise<boolean>;
  hinder(request: IncomingMessage, visit: V, hindrance: Hindrance): EdgeAnswer;
  /** Called once for each request that is answered, by anybody, or that breaks off. */
  count(response: ServerResponse, visit: V): void;
  /** Answers a complete request, or an upload. */
  answer(request: IncomingMessage, response: ServerResponse, visit: V): void;
};

/** The edge, Next and the embedded service each listen for the end of an answer; Node warns from the eleventh listener on. */
const CLOSE_LISTENERS_MAX = 30;

/** Makes `server` answer from now on. */
export function openFrontDoor<V extends Visit>(server: Server, house: House<V>, limits: DoorLimits): void {
  const connections = boundConnections(server, limits.connections, house.isProxy);
  const takeBody = openIntake(limits.bodies);
  /** Requests being answered, by client. */
  const open = new Map<string, number>();

  function admit(request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void {
    const { socket, headers } = request;
    response.setMaxListeners(CLOSE_LISTENERS_MAX);
    request.url = originForm(request.url ?? "/");
    const address = believableAddress(headers["x-forwarded-for"], socket.remoteAddress, house.isProxy);
    headers["x-forwarded-for"] = address;
    dropUnbelievable(headers, house.isProxy(socket.remoteAddress ?? ""));
    const client = networkKeys(address).near;
    const visit = house.receive(request, response, { path: pathOf(request.url), client });
    connections.hear(socket);
    if (limits.stallMs > 0) closeWhenStalled(request, response, limits.stallMs);
    house.enter(request, () => {
      const refused = house.judge(request, visit);
      if (refused === null) goOn(request, response, visit, awaitsContinue);
      else refuse(refused, request, response, visit);
    });
  }

  function goOn(request: IncomingMessage, response: ServerResponse, visit: V, awaitsContinue: boolean): void {
    const limit = bodyLimit(request.method ?? "", visit.path);
    if (!hasBody(request) || limit.bytesMax === Infinity) {
      if (awaitsContinue) response.writeContinue();
      begin(request, response, visit);
      return;
    }
    void findBytesMax(request, limit).then(async (bytesMax) => {
      const taken = await takeBody(request, response, { client: visit.client, bytesMax, awaitsContinue });
      if ("request" in taken && !response.destroyed) begin(taken.request, response, visit);
      else if ("request" in taken || taken.fault === "gone") house.count(response, visit);
      else {
        const { fault } = taken;
        const hindrance = { kind: "body", fault, bytesMax, idleMs: limits.bodies.idleMs } as const;
        refuse(house.hinder(request, visit, hindrance), request, response, visit);
      }
    });
  }

  /** The session is checked only where it makes a difference. */
  async function findBytesMax(
    request: IncomingMessage,
    { bytesMax, strangerBytesMax }: BodyLimit,
  ): Promise<number> {
    const isSmall = announcedBytes(request) <= strangerBytesMax;
    if (bytesMax === strangerBytesMax || isSmall) return strangerBytesMax;
    return (await house.showsSession(request)) ? bytesMax : strangerBytesMax;
  }

  function begin(request: IncomingMessage, response: ServerResponse, visit: V): void {
    const { client } = visit;
    const running = (open.get(client) ?? 0) + 1;
    // A proxy that does not name its clients sends the requests of many.
    if (running > limits.requestsPerClientMax && !house.isProxy(client)) {
      refuse(house.hinder(request, visit, { kind: "requests" }), request, response, visit);
      return;
    }
    open.set(client, running);
    connections.begin(request.socket);
    response.once("close", () => {
      connections.end(request.socket);
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
    house.count(response, visit);
    house.answer(request, response, visit);
  }

  function refuse(answer: EdgeAnswer, request: IncomingMessage, response: ServerResponse, visit: V): void {
    house.count(response, visit);
    answerAtEdge(answer, request, response, limits.lingerMs);
  }

  server.timeout = limits.stallMs;
  const inOrder = createOrder(limits.pipelinedMax);
  for (const event of ["request", "checkContinue"] as const) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      inOrder(request, response, () => {
        admit(request, response, event === "checkContinue");
      });
    });
  }
}

/**
 * Pipelined requests (RFC 9112 section 9.3.2) start one after the other: a connection never causes more than one request's work, and a
 * broken one leaves nothing behind. Node tells a waiting answer only when its turn comes.
 */
function createOrder(pipelinedMax: number) {
  const queued = new WeakMap<Socket, number>();
  return ({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void => {
    if (response.socket !== null) {
      begin();
      return;
    }
    const count = (queued.get(socket) ?? 0) + 1;
    queued.set(socket, count);
    if (count > pipelinedMax) socket.destroy();
    response.once("socket", () => {
      queued.set(socket, (queued.get(socket) ?? 1) - 1);
      begin();
    });
  };
}

/**
 * After `stallMs` without a byte in either direction: the client is silent if it leaves bytes of the answer unread, or if its request is
 * incomplete and no received bytes wait to be read here.
 */
function closeWhenStalled(request: IncomingMessage, response: ServerResponse, stallMs: number): void {
  response.on("timeout", (socket: Socket) => {
    const isSilent = !request.complete && request.readableLength === 0;
    if (isSilent || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(stallMs);
  });
}
