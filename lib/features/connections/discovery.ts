/**
 * Finds out by reading which neighbouring operations a service offers (docs/service "Neighbouring operations"), with numbers just taken
 * from its own lists, so that 404 means "not offered". Operations that change something are learned at their first use only.
 */
import { log } from "#lib/core/log/logger.ts";
import type { ConnectionModel } from "#lib/db/client.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { rememberCapability, tryCapability } from "./capabilities.ts";
import { clientFor } from "./queries.ts";
import type { CapabilityName } from "./schema.ts";

const TOTAL_MS_MAX = 8_000;
const ONCE = { tries: 1, baseMs: 0, delayMsMax: 0, retryAfterMsMax: 0 };

/** Never throws for the service's failures: what could not be found out keeps its last value. */
export async function discoverCapabilities(row: ConnectionModel): Promise<void> {
  const client = clientFor(row);
  const options = { retries: ONCE, signal: AbortSignal.timeout(TOTAL_MS_MAX) };
  /** The answer, or null when the service does not offer the operation or refuses it to this application. */
  const find = async <T>(operation: CapabilityName, call: () => Promise<T>): Promise<T | null> => {
    try {
      const value = await call();
      await rememberCapability(row.id, operation, true);
      return value;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (thrown.kind === "forbidden") return null;
      if (thrown.kind !== "notFound" && thrown.kind !== "notAnswered") throw thrown;
      await rememberCapability(row.id, operation, false);
      return null;
    }
  };
  try {
    const clouds = await tryCapability(row.id, "listClouds", () => client.listClouds(options));
    const cloudId = clouds.isAnswered ? clouds.value[0]?.id : undefined;
    if (cloudId === undefined) return;
    await find("getCloud", () => client.getCloud(cloudId, options));
    await find("listInvitations", () => client.listInvitations(cloudId, options));
    await find("listCloudUsers", () => client.listCloudUsers(cloudId, options));
    const projects = await find("listProjects", () => client.listProjects(cloudId, options));
    const projectId = projects?.[0]?.id;
    if (projectId === undefined) return;
    await find("getProject", () => client.getProject(cloudId, projectId, options));
    await find("listProjectUsers", () => client.listProjectUsers(cloudId, projectId, options));
    const [model] = await client.listModels(cloudId, projectId, options);
    if (model === undefined) return;
    await find("getModel", () => client.getModel(cloudId, projectId, model.id, options));
    await find("listClasses", () => client.listClasses(cloudId, projectId, model.id, options));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    log.info("capabilities were not all found out", { connectionId: row.id, reason: thrown.message });
  }
}
