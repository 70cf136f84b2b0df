/**
 * Limits connections per client and in total. When there is no room, a connection without a request being answered is closed for the new
 * one: first the oldest that has not sent its request yet, then the longest unused. So neither many clients behind one address nor a flood
 * of half-sent requests can keep a new client out.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkKeys } from "#lib/core/network/network-key.ts";

export type ConnectionLimits = {
  /** Per client: an IPv4 address or an IPv6 /64. */
  readonly perClientMax: number;
  readonly allMax: number;
};

const NO_ROOM =
  "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n";

/** The connections of one client, or of all. */
class Group {
  size = 0;
  /** Without a complete request so far; the oldest first. */
  readonly unheard = new Set<Socket>();
  /** Without a request; the longest unused first. */
  readonly idle = new Set<Socket>();

  /** The connection to close for `newcomer`, which is already included. */
  findLeaving(newcomer: Socket): Socket {
    const [first, second] = this.unheard;
    const [idle] = this.idle;
    return (first === newcomer ? second : first) ?? idle ?? newcomer;
  }
}

type Entry = { readonly key: string; readonly groups: readonly Group[]; answering: number };

/**
 * Limits the connections of `server` from now on.
 * @param isExempt for the operator's own proxies, whose connections serve many clients
 */
export function boundConnections(
  server: Server,
  { perClientMax, allMax }: ConnectionLimits,
  isExempt: (address: string) => boolean,
) {
  const all = new Group();
  const clients = new Map<string, Group>();
  const entries = new Map<Socket, Entry>();

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (!isExempt(address)) enter(socket, networkKeys(address).near);
  });

  function enter(socket: Socket, key: string): void {
    const own = clients.get(key) ?? new Group();
    clients.set(key, own);
    const groups = [own, all];
    entries.set(socket, { key, groups, answering: 0 });
    for (const group of groups) {
      group.size += 1;
      group.unheard.add(socket);
    }
    socket.once("close", () => {
      leave(socket);
    });
    makeRoom(own, perClientMax, socket);
    makeRoom(all, allMax, socket);
  }

  function makeRoom(group: Group, sizeMax: number, newcomer: Socket): void {
    if (group.size <= sizeMax || !entries.has(newcomer)) return;
    const leaving = group.findLeaving(newcomer);
    leave(leaving);
    if (leaving === newcomer) leaving.end(NO_ROOM, () => leaving.destroy());
    else leaving.destroy();
  }

  function leave(socket: Socket): void {
    const entry = entries.get(socket);
    if (entry === undefined) return;
    entries.delete(socket);
    for (const group of entry.groups) {
      group.size -= 1;
      group.unheard.delete(socket);
      group.idle.delete(socket);
    }
    const [own] = entry.groups;
    if (own?.size === 0) clients.delete(entry.key);
  }

  return {
    /** The head of a request has arrived; its body may follow. */
    hear: (socket: Socket): void => {
      const entry = entries.get(socket);
      if (entry === undefined || entry.answering > 0) return;
      for (const { unheard, idle } of entry.groups) {
        idle.delete(socket);
        unheard.add(socket);
      }
    },
    /** A request is being answered: the connection is not closed before `end`. */
    begin: (socket: Socket): void => {
      const entry = entries.get(socket);
      if (entry === undefined) return;
      entry.answering += 1;
      for (const { unheard, idle } of entry.groups) {
        unheard.delete(socket);
        idle.delete(socket);
      }
    },
    /** The request was answered. */
    end: (socket: Socket): void => {
      const entry = entries.get(socket);
      if (entry === undefined) return;
      entry.answering -= 1;
      if (entry.answering === 0) for (const { idle } of entry.groups) idle.add(socket);
    },
  };
}
