/** How the HTTP server ends its connections: idle ones at once, the others after their last answer. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Call this before `server` listens.
 * @returns how to close it: takes no more connections, and resolves when the last one has ended
 */
export function prepareClosing(server: Server): () => Promise<void> {
  let isClosing = false;
  /** Answers that run or, pipelined, wait for their turn, by connection. */
  const open = new WeakMap<Socket, number>();
  // Node closes only what is idle when it is asked to: later answers would leave their connections alive.
  const endAfterLast = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (open.get(socket) ?? 1) - 1;
      open.set(socket, left);
      if (isClosing && left === 0) socket.end();
    });
  };
  for (const event of ["request", "checkContinue"] as const) server.on(event, endAfterLast);
  return () =>
    new Promise((resolve) => {
      isClosing = true;
      server.close(() => resolve());
      server.closeIdleConnections();
    });
}
