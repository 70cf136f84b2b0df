/**
 * Models that their service could not process, from its last lists: the overview asks no service, so models that failed since their list
 * was read are not included. Neither are dismissed ones, until they fail again.
 */
import { getDb, Prisma } from "#lib/db/client.ts";

/** Lists examined, newest first. */
const LISTS_MAX = 2_000;

type Row = {
  modelId: bigint;
  name: string;
  /** The first sentence of the service's error. */
  error: string | null;
  updatedAt: string | null;
  readAt: Date;
  projectId: string;
  project: string;
  cloudId: string;
  cloud: string;
  total: number;
};

/**
 * The models of all visible lists, as the end of a query: `m.value` is a model as stored by lib/features/models/remembered.ts, in the
 * project `p` of the Cloud `c`, on the list `l`; `d` is the mark of a model whose current failure was dismissed.
 */
export function listedModels(): Prisma.Sql {
  return Prisma.sql`
    FROM (SELECT project_id, content, read_at FROM model_list ORDER BY read_at DESC LIMIT ${LISTS_MAX}) l
      JOIN project p ON p.id = l.project_id JOIN cloud c ON c.id = p.cloud_id
      JOIN connection n ON n.id = c.connection_id
      CROSS JOIN LATERAL jsonb_array_elements(l.content -> 'models') m
      LEFT JOIN model_dismissal d ON d.project_id = l.project_id
        AND d.model_service_id = (m.value ->> 'modelId')::bigint
        AND d.failed_at IS NOT DISTINCT FROM m.value ->> 'updatedAt'
        AND d.error IS NOT DISTINCT FROM m.value -> 'errors' ->> 0
    WHERE p.archived_at IS NULL AND p.deleted_at IS NULL
      AND c.archived_at IS NULL AND c.deleted_at IS NULL AND n.archived_at IS NULL`;
}

/** Whether a listed model has failed and needs attention. */
export const WAITS = Prisma.sql`(m.value ->> 'state' IN ('failed', 'wontFix')
  AND NOT (m.value ->> 'isArchived')::boolean AND d.project_id IS NULL)`;

/** The newest `max` of the failed models, and the number of all. */
export async function listFailedModels(max: number) {
  const rows = await getDb().$queryRaw<Row[]>`
    SELECT (m.value ->> 'modelId')::bigint AS "modelId", m.value ->> 'name' AS name,
      m.value -> 'errors' ->> 0 AS error, m.value ->> 'updatedAt' AS "updatedAt", l.read_at AS "readAt",
      p.id AS "projectId", p.name AS project, c.id AS "cloudId", c.name AS cloud, count(*) OVER ()::int AS total
    ${listedModels()} AND ${WAITS}
    ORDER BY m.value ->> 'updatedAt' DESC NULLS LAST LIMIT ${max}`;
  const models = rows.map(({ updatedAt, readAt, ...row }) => {
    const since = new Date(updatedAt ?? readAt);
    return { ...row, modelId: Number(row.modelId), since: Number.isNaN(since.getTime()) ? readAt : since };
  });
  return { models, total: rows[0]?.total ?? 0 };
}
