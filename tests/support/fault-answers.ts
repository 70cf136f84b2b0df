/** Answers in the service's place, for the fault proxy. */
import type { Fault } from "./fault-delivery.ts";

export const JSON_TYPE = { "content-type": "application/json" };

/** The service does not see the request. */
export function answer(
  status: number,
  body: string | Uint8Array = "",
  headers: Record<string, string> = JSON_TYPE,
): Fault {
  return { kind: "answer", status, body, headers };
}

/** The service has carried the request out. */
export function carried(status: number, body: string, headers: Record<string, string> = JSON_TYPE): Fault {
  return { kind: "answer", status, body, headers, carriedOut: true };
}
