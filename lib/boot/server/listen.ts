/** Where the server listens: on this machine's own addresses, and on the interface that the operator names. */
import type { Server } from "node:http";
import { createServer, type Server as Listener } from "node:net";
import type { Env } from "#lib/core/env.ts";
import { isLoopbackHost } from "#lib/core/network/networks.ts";
import { codeOf } from "#lib/boot/trouble.mjs";

const ALL = ["0.0.0.0", "::"];
const LOOPBACK = "127.0.0.1";

/**
 * The addresses to listen on. Without PORTICO_HOST: only this machine while the portal's address is a localhost one, which nobody else can
 * open; else all. The portal calls itself over 127.0.0.1, so that is always included.
 */
export function listenAddresses({ PORTICO_HOST, origin }: Pick<Env, "PORTICO_HOST" | "origin">): string[] {
  const named = PORTICO_HOST ?? (isLoopbackHost(new URL(origin)) ? "localhost" : "::");
  const host = named === "localhost" ? LOOPBACK : named;
  return ALL.includes(host) || host === LOOPBACK ? [host] : [LOOPBACK, host];
}

/**
 * Listens on every address, all for the same server.
 * @returns stops listening; the server owns the connections
 * @throws the system's error: EADDRINUSE, EADDRNOTAVAIL, EACCES
 */
export async function listen(
  server: Server,
  port: number,
  addresses: readonly string[],
): Promise<() => void> {
  const [first = LOOPBACK, ...others] = addresses;
  await listenOn(server, port, first).catch((error: unknown) => {
    // On a machine without IPv6, 0.0.0.0 covers all addresses.
    if (first === "::" && codeOf(error) === "EAFNOSUPPORT") return listenOn(server, port, "0.0.0.0");
    throw error;
  });
  const listeners = others.map(() =>
    // Node's documented way for a server to answer connections that another one has accepted (http, event "connection").
    createServer({ noDelay: true }, (socket) => server.emit("connection", socket)),
  );
  await Promise.all(listeners.map((listener, at) => listenOn(listener, port, others[at] ?? "")));
  return () => {
    for (const listener of listeners) listener.close();
  };
}

function listenOn(listener: Listener, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once("error", reject);
    listener.listen({ port, host }, () => {
      listener.off("error", reject);
      resolve();
    });
  });
}
