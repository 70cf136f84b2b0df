/**
 * Where the embedded service stands ready to answer: what starts it (server.ts, inside Next's bundle) leaves its listener here, and
 * our own HTTP server (serve.ts, outside of it) hands it what comes under /service. Next itself never sees those requests.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

type ServiceListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

// Next bundles modules apart from the process that serves them: the door has to be seen by both.
const shared = globalThis as typeof globalThis & { porticoServiceDoor?: ServiceListener };

/** Opens the door; opened again (a development server that loaded its code anew), the new listener answers from then on. */
export function openServiceDoor(listener: ServiceListener): void {
  shared.porticoServiceDoor = listener;
}

/** What answers requests to the service; null before the start is complete, and where the embedded service is switched off. */
export function findServiceDoor(): ServiceListener | null {
  return shared.porticoServiceDoor ?? null;
}
