/** How the HTTP server ends its connections: idle ones at once, the others after the answer that is running. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Call this before `server` listens.
 * @returns how to close it: takes no more connections, and resolves when the last one has ended
 */
export function prepareClosing(server: Server): () => Promise<void> {
  let isClosing = false;
  // Node closes only what is idle when it is asked to: later answers would leave their connections alive.
  const endAfter = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    response.once("close", () => {
      if (isClosing) socket.end();
    });
  };
  for (const event of ["request", "checkContinue"] as const) server.on(event, endAfter);
  return () =>
    new Promise((resolve) => {
      isClosing = true;
      server.close(() => resolve());
      server.closeIdleConnections();
    });
}
