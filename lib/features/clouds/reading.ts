/**
 * Updates the registry from the service's own list of Clouds, where it has one: adopts Clouds created outside Portico by this application,
 * updates names, and marks what is gone. Never removes a row.
 */
import type { ConnectionModel } from "#lib/db/client.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { adopt } from "./list-adoption.ts";
import type { ReadState } from "./schema.ts";
import { listOptions, sharedReading, type Asked } from "./shared-reading.ts";

const readShared = sharedReading({}, true);

/** Reads the list of Clouds, once for all who ask at the same time. Never throws for the service's failures. */
export function readClouds(connection: ConnectionModel, asked: Asked = {}): Promise<ReadState> {
  const { id, cloudsReadAt: readAt } = connection;
  return readShared({ id, connection, readAt }, asked, async (startedAt) => {
    const list = await tryCapability(id, "listClouds", () => clientFor(connection).listClouds(listOptions()));
    if (!list.isAnswered) return null;
    await adopt(id, list.value, startedAt);
    return {};
  });
}
