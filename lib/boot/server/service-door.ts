/**
 * Where the embedded service stands ready to answer: what starts it (server.ts, inside Next's bundle) leaves its listener here, and
 * our own HTTP server (serve.ts, outside of it) hands it what comes under /service. Next itself never sees those requests.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

type ServiceListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

const door = oncePerProcess("service door", () => ({ listener: null as ServiceListener | null }));

/** Opens the door; opened again (a development server that loaded its code anew), the new listener answers from then on. */
export function openServiceDoor(listener: ServiceListener): void {
  door.listener = listener;
}

/** What answers requests to the service; null before the start is complete, and where the embedded service is switched off. */
export function findServiceDoor(): ServiceListener | null {
  return door.listener;
}
