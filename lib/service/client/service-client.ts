/**
 * The typed client of a building-model service: the six operations that every service has and the neighbouring ones that some services
 * answer. It uses HTTP only, like any other client; the layers above decide about the permissions of staff.
 */
import { fileCalls } from "./calls/files.ts";
import { recordCalls } from "./calls/records.ts";
import type { ServiceConnection } from "./connection.ts";

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** A client for one connection. Cheap: tokens and sockets are shared between clients of the same connection. */
export function createServiceClient(connection: ServiceConnection) {
  return { ...recordCalls(connection), ...fileCalls(connection) };
}
