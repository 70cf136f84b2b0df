import { pick } from "#app/_server/pick.ts";
import type { World } from "#app/_ui/frame/world.tsx";
import type { CloudRow } from "#lib/features/clouds/queries.ts";
import { worldOf } from "#lib/features/connections/world.ts";

const SHOWN = [
  "id",
  "name",
  "serviceId",
  "createdByName",
  "projectCount",
  "people",
  "createdAt",
  "archivedAt",
  "deletedAt",
  "missingSince",
  "unverifiedSince",
] as const satisfies readonly (keyof CloudRow)[];

export type CloudItem = Pick<CloudRow, (typeof SHOWN)[number]> & { world: World; connectionName: string };

/** A row of the list of Clouds for the browser. */
export function toCloudItem(cloud: CloudRow): CloudItem {
  const { connection } = cloud;
  return { ...pick(cloud, SHOWN), world: worldOf(connection), connectionName: connection.name };
}
