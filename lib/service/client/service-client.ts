/**
 * The typed client of a building-model service: the six operations that every service has and the neighbouring ones that some services
 * answer. It uses HTTP only, like any other client; the layers above decide about the permissions of staff.
 */
import { callingOf } from "./calls/calling.ts";
import { cloudCalls } from "./calls/clouds.ts";
import { modelCalls } from "./calls/models.ts";
import { peopleCalls } from "./calls/people.ts";
import type { ServiceConnection } from "./connection.ts";

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** A client for one connection. Cheap: tokens and sockets are shared between clients of the same connection. */
export function createServiceClient(connection: ServiceConnection) {
  const calling = callingOf(connection);
  return { ...cloudCalls(calling), ...modelCalls(calling), ...peopleCalls(calling) };
}
