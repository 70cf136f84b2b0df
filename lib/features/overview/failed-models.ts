/**
 * Models that their service could not read, from the lists that it gave last: the overview asks no service, so a model that failed since
 * nobody looked at its project is not among them.
 */
import { after } from "#lib/core/clock.ts";
import { getDb } from "#lib/db/client.ts";

/** Lists that are looked through, newest first. */
const LISTS_MAX = 2_000;

export type FailedModel = {
  modelId: number;
  name: string;
  /** What the service says went wrong, its first sentence. */
  error: string | null;
  since: Date;
  projectId: string;
  project: string;
  cloudId: string;
  cloud: string;
};

type Row = Omit<FailedModel, "modelId" | "since"> & {
  modelId: bigint;
  updatedAt: string | null;
  readAt: Date;
};

/** Those that failed within `latelyMs`, newest first. */
export async function listFailedModels(latelyMs: number, max: number): Promise<FailedModel[]> {
  const rows = await getDb().$queryRaw<Row[]>`
    SELECT (m.value ->> 'modelId')::bigint AS "modelId", m.value ->> 'name' AS name,
      m.value -> 'errors' ->> 0 AS error, m.value ->> 'updatedAt' AS "updatedAt", l.read_at AS "readAt",
      p.id AS "projectId", p.name AS project, c.id AS "cloudId", c.name AS cloud
    FROM (SELECT project_id, content, read_at FROM model_list
        WHERE read_at > ${after(-latelyMs)} ORDER BY read_at DESC LIMIT ${LISTS_MAX}) l
      JOIN project p ON p.id = l.project_id JOIN cloud c ON c.id = p.cloud_id
      JOIN connection n ON n.id = c.connection_id
      CROSS JOIN LATERAL jsonb_array_elements(l.content -> 'models') m
    WHERE m.value ->> 'state' IN ('failed', 'wontFix') AND NOT (m.value ->> 'isArchived')::boolean
      AND p.archived_at IS NULL AND p.deleted_at IS NULL
      AND c.archived_at IS NULL AND c.deleted_at IS NULL AND n.archived_at IS NULL
    ORDER BY m.value ->> 'updatedAt' DESC NULLS LAST LIMIT 50`;
  return rows
    .map(({ updatedAt, readAt, modelId, ...row }) => {
      const since = new Date(updatedAt ?? readAt);
      return { ...row, modelId: Number(modelId), since: Number.isNaN(since.getTime()) ? readAt : since };
    })
    .filter(({ since }) => since > after(-latelyMs))
    .slice(0, max);
}
