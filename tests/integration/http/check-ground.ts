/** Listeners of this machine for calls and for the connection check, and what is checked there. */
import http from "node:http";
import type { Server, Socket } from "node:net";
import { expect } from "vitest";
import type { CheckTarget, Climb } from "#lib/service/client/check/climb.ts";
import { listen as listenHere } from "#tests/support/listen.ts";

export const SECRET = "a-secret-that-must-not-leave";

const open: (() => void)[] = [];

/** Ends every listener, after each test. */
export function closeListeners(): void {
  for (const close of open.splice(0)) close();
}

/** Lets it listen on a free port of this machine, which is answered. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  for (const event of ["connection", "secureConnection"])
    server.on(event, (socket: Socket) => sockets.add(socket));
  open.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listenHere(server);
}

/** A server that answers everything the same, and what it was sent. */
export async function always(
  status: number,
  headers: Record<string, string>,
  body: string,
): Promise<{ origin: string; seen: string[] }> {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    let text = `${request.method ?? ""} ${request.url ?? ""} `;
    request.on("data", (piece: Buffer) => (text += piece.toString()));
    request.on("end", () => {
      seen.push(text);
      response.writeHead(status, headers).end(body);
    });
  });
  return { origin: `http://127.0.0.1:${String(await listen(server))}`, seen };
}

/** A site that has pages at these paths alone, and what it was asked for. */
export async function pagesOnly(paths: RegExp): Promise<{ origin: string; seen: string[] }> {
  const seen: string[] = [];
  const server = http.createServer(({ url = "" }, response) => {
    seen.push(url);
    response.writeHead(paths.test(url) ? 200 : 404, { "content-type": "text/html" }).end("<p>");
  });
  return { origin: `http://127.0.0.1:${String(await listen(server))}`, seen };
}

/** What is checked, all at one address unless `more` says otherwise. */
export function target(address: string, more: Partial<CheckTarget> = {}): CheckTarget {
  return {
    baseUrl: address,
    authUrl: address,
    realm: "portico",
    clientId: "nobody",
    secret: SECRET,
    platformUrl: "http://127.0.0.1:9/platform",
    network: "private",
    known: null,
    ...more,
  };
}

/** Where it stopped and what was said there. */
export function stop(found: Climb): { name: string; got: string; cure: string | null } | null {
  const rung = found.stoppedAt === null ? undefined : found.rungs[found.stoppedAt - 1];
  if (rung === undefined) return null;
  const after = found.rungs.slice(found.stoppedAt ?? 0, -1);
  expect(after.every(({ state }) => state === "notTried")).toBe(true);
  return { name: rung.name, got: rung.got, cure: rung.cure };
}
