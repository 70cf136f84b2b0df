/**
 * A proxy in front of PostgreSQL that knows where messages end (frontend/backend protocol 3.0): a request is everything up to a Sync or a
 * simple query, an answer everything up to ReadyForQuery. So one can be broken as a whole, also between a COMMIT and its answer.
 */
import { createConnection, createServer, type Socket } from "node:net";
import { listen } from "./listen.ts";
import type { Judge, Way } from "./fault-counter.ts";

export type PostgresProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Resets every open connection. */
  cutAll(): void;
  stop(): Promise<void>;
};

const LENGTH_BYTES = 4;

/** Starts a proxy on a free port of this machine in front of the database at this address. */
export async function startPostgresProxy(databaseUrl: string, judge: Judge): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const backend = createConnection({ host: target.hostname, port: Number(target.port) });
    join(client, backend, judge);
    for (const socket of [client, backend]) {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    }
  });
  const url = new URL(databaseUrl);
  url.port = String(await listen(server));
  const cutAll = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    cutAll,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        cutAll();
      }),
  };
}

function join(client: Socket, backend: Socket, judge: Judge): void {
  let isSilent = false;
  const sever = (): void => {
    client.resetAndDestroy();
    backend.resetAndDestroy();
  };
  const relay = (from: Socket, to: Socket, way: Way): void => {
    // A client's first message has no type: it opens the session.
    const messages = createSplitter(way === "request");
    let held: Buffer[] = [];
    from.on("data", (piece: Buffer) => {
      for (const { type, bytes } of messages(piece)) {
        held.push(bytes);
        const end = endOf(way, type);
        if (end === "none") continue;
        const judgement = isSilent || end === "part" ? "pass" : judge("database", way);
        if (judgement === "cut") {
          sever();
          return;
        }
        isSilent ||= judgement === "swallow";
        if (!isSilent && !to.destroyed) to.write(Buffer.concat(held));
        held = [];
      }
    });
    // Broken connections are what is tested; the other side notices by itself.
    from.on("error", sever);
    from.on("close", () => {
      if (!isSilent || way === "request") to.destroy();
    });
  };
  relay(client, backend, "request");
  relay(backend, client, "answer");
}

/**
 * Whether a message ends a request or an answer ("whole"), must be passed on at once ("part"), or waits for the following ones ("none").
 */
function endOf(way: Way, type: string): "whole" | "part" | "none" {
  if (way === "request")
    return ["startup", "Q", "S"].includes(type) ? "whole" : type === "p" || type === "X" ? "part" : "none";
  return type === "Z" ? "whole" : type === "R" || type === "E" ? "part" : "none";
}

type Split = { type: string; bytes: Buffer };

/** Splits a stream into whole protocol messages; the rest waits for the next piece. */
function createSplitter(beginsUntyped: boolean): (piece: Buffer) => Split[] {
  let rest: Buffer = Buffer.alloc(0);
  let isUntyped = beginsUntyped;
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const found: Split[] = [];
    for (;;) {
      const typeBytes = isUntyped ? 0 : 1;
      if (rest.length < typeBytes + LENGTH_BYTES) return found;
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return found;
      const type = isUntyped ? "startup" : rest.toString("latin1", 0, 1);
      found.push({ type, bytes: rest.subarray(0, end) });
      rest = rest.subarray(end);
      isUntyped = false;
    }
  };
}
