/** Which kind of service a connection leads to; pure, and used by pages and browser code alike. */
import type { ConnectionKind, ConnectionStage } from "#lib/db/client.ts";

/** builtin: rehearsals on this server · test: a live service used for tests · live: a real service, or not marked otherwise */
export type ConnectionWorld = "builtin" | "test" | "live";

/** The world of a connection, from its kind and label. */
export function worldOf(connection: {
  kind: ConnectionKind;
  stage: ConnectionStage | null;
}): ConnectionWorld {
  if (connection.kind === "BUILTIN") return "builtin";
  return connection.stage === "TEST" ? "test" : "live";
}
