/**
 * The tables that a search looks through: of each class that Portico has read, the newest reading, of models that lead their series and are
 * still there. Models are those of the lists that were read last; no service is asked.
 */
import { getDb, Prisma } from "#lib/db/client.ts";
import { MODEL_LISTS_MAX } from "../find.ts";

/** Tables that are looked through, those used last first: it bounds what one question costs. */
export const TABLES_MAX = 1_000;

/** A row of `tables`, as far as results need it. */
export type TableRow = {
  id: string;
  project_id: string;
  model_service_id: bigint;
  ifc_class: string;
  rows: number;
  stored_bytes: bigint;
  model: string;
  project: string;
  cloud_id: string;
  cloud: string;
};

/**
 * WITH expressions `places` (projects in view), `listed` (models of their lists) and `tables` (rows as above, `sort_name`: the names of
 * class, model, project and Cloud as they are searched, `used`: when it was last used, `total`: how many there are beyond the limit).
 */
export const READ_TABLES = Prisma.sql`
  places AS (
    SELECT p.id, p.name, c.id AS cloud_id, c.name AS cloud, p.sort_name || ' ' || c.sort_name AS sort_name
    FROM project p JOIN cloud c ON c.id = p.cloud_id JOIN connection n ON n.id = c.connection_id
    WHERE p.archived_at IS NULL AND p.deleted_at IS NULL
      AND c.archived_at IS NULL AND c.deleted_at IS NULL AND n.archived_at IS NULL),
  listed AS MATERIALIZED (
    SELECT l.project_id, (m.value ->> 'modelId')::bigint AS model_id, m.value ->> 'name' AS name,
      coalesce((m.value -> 'version' ->> 'leads')::boolean, true) AS leads,
      (m.value ->> 'isQueryable')::boolean AS is_queryable
    FROM (SELECT project_id, content FROM model_list ORDER BY read_at DESC LIMIT ${MODEL_LISTS_MAX}) l
      CROSS JOIN LATERAL jsonb_array_elements(l.content -> 'models') m),
  tables AS MATERIALIZED (
    SELECT s.id, s.project_id, s.model_service_id, s.ifc_class, s.rows, s.stored_bytes, s.last_used_at AS used,
      coalesce(m.name, s.model_name) AS model, p.name AS project, p.cloud_id, p.cloud,
      lower(s.ifc_class || ' ' || coalesce(m.name, s.model_name)) || ' ' || p.sort_name AS sort_name, count(*) OVER () AS total
    FROM (
        SELECT DISTINCT ON (project_id, model_service_id, ifc_class) *
        FROM snapshot WHERE state = 'READY'
        ORDER BY project_id, model_service_id, ifc_class, read_at DESC) s
      JOIN places p ON p.id = s.project_id
      LEFT JOIN model_list l ON l.project_id = s.project_id
      LEFT JOIN listed m ON m.project_id = s.project_id AND m.model_id = s.model_service_id
    -- A model that its list does not have is gone, unless it came after the list.
    WHERE s.rows > 0 AND (m.leads OR m.model_id IS NULL AND (l.read_at IS NULL OR l.read_at < s.read_at))
    ORDER BY s.last_used_at DESC, s.id LIMIT ${TABLES_MAX})`;

/** Newest versions of models that could be read, and of which nothing was. */
export async function countUnread(): Promise<number> {
  const [found] = await getDb().$queryRaw<{ unread: number }[]>`
    WITH ${READ_TABLES}
    SELECT count(*)::int AS unread FROM listed m JOIN places p ON p.id = m.project_id
    WHERE m.leads AND m.is_queryable AND NOT EXISTS (
      SELECT 1 FROM snapshot s
      WHERE s.project_id = m.project_id AND s.model_service_id = m.model_id AND s.state = 'READY')`;
  return found?.unread ?? 0;
}

/** The address of a table. @param params what to show of it */
export function hrefOfTable(
  table: Pick<TableRow, "cloud_id" | "project_id" | "model_service_id" | "ifc_class">,
  params: URLSearchParams,
): string {
  const query = new URLSearchParams([["type", table.ifc_class], ...params]);
  const model = `/clouds/${table.cloud_id}/projects/${table.project_id}/models/${String(table.model_service_id)}`;
  return `${model}?${query.toString()}`;
}
