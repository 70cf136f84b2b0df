/**
 * Which world a connection is: pure, and used by pages and browser code alike.
 */
import type { ConnectionKind, ConnectionStage } from "#lib/db/client.ts";

/** builtin: rehearsals on this server · test: a live service that is used for tests · live: the real thing, or nobody said otherwise */
export type ConnectionWorld = "builtin" | "test" | "live";

/** The world of a connection, by kind and label. */
export function worldOf(connection: {
  kind: ConnectionKind;
  stage: ConnectionStage | null;
}): ConnectionWorld {
  if (connection.kind === "BUILTIN") return "builtin";
  return connection.stage === "TEST" ? "test" : "live";
}
