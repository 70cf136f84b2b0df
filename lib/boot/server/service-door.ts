/**
 * Connects the embedded service with the HTTP server: the service's start (server.ts, inside Next's bundle) registers its listener here,
 * and Portico's own HTTP server (serve.ts, outside of it) passes it requests under /service. Next itself never sees those requests.
 */
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import type { NodeListener } from "#lib/service/server/http/node/listener.ts";

const door = oncePerProcess("service door", () => ({ listener: null as NodeListener | null }));

/** Registers the listener; registered again (by a development server that reloaded its code), the new one answers from then on. */
export function openServiceDoor(listener: NodeListener): void {
  door.listener = listener;
}

/** The listener for requests to the service; null before the start is complete, and where the embedded service is switched off. */
export function findServiceDoor(): NodeListener | null {
  return door.listener;
}
