/**
 * The ancestors of projects, found in one statement. A service's parents need not form a tree: a ring ends where it would repeat, and a
 * parent missing from the registry ends the chain.
 */
import { getDb } from "#lib/db/client.ts";
import type { ParentProject } from "./schema.ts";

/** Deeper than anything people build by hand. */
const DEPTH_MAX = 50;

/** For each of these projects (numbers at the service, of one Cloud) its ancestors, from the top down. */
export async function listParents(
  cloudId: string,
  serviceIds: readonly number[],
): Promise<Map<number, ParentProject[]>> {
  if (serviceIds.length === 0) return new Map();
  const rows = await getDb().$queryRaw<{ start: bigint; id: string; service_id: bigint; name: string }[]>`
    WITH RECURSIVE above AS (
      SELECT p.service_id AS start, p.parent_service_id AS next, ARRAY[p.service_id] AS seen, 0 AS depth
        FROM project p
       WHERE p.cloud_id = ${cloudId}::uuid AND p.service_id = ANY(${serviceIds.map(BigInt)}::bigint[])
      UNION ALL
      SELECT a.start, p.parent_service_id, a.seen || p.service_id, a.depth + 1
        FROM above a
        JOIN project p ON p.cloud_id = ${cloudId}::uuid AND p.service_id = a.next
       WHERE NOT p.service_id = ANY(a.seen) AND a.depth < ${DEPTH_MAX}
    )
    SELECT a.start, p.id::text AS id, p.service_id, p.name
      FROM above a
      JOIN project p ON p.cloud_id = ${cloudId}::uuid AND p.service_id = a.seen[cardinality(a.seen)]
     WHERE a.depth > 0
     ORDER BY a.start, a.depth DESC`;
  const found = Map.groupBy(rows, ({ start }) => Number(start));
  const toParent = ({ id, service_id, name }: (typeof rows)[number]): ParentProject => ({
    id,
    serviceId: Number(service_id),
    name,
  });
  return new Map([...found].map(([start, above]) => [start, above.map(toParent)]));
}
