/**
 * Who uploaded models that replaced none. A series records this of later versions; whether a first upload begins a series is not known when
 * it is made, so the journal is asked.
 */
import { getDb } from "#lib/db/client.ts";
import { THERE_STATES } from "#lib/features/operations/rules/kinds.ts";
import { uploadSubject } from "./operation.ts";
import type { ModelSource } from "./source.ts";

/**
 * By model, the names of the people who uploaded it with Portico. Others are left out; so are models that the service has renamed since, as
 * the journal finds an upload by its file's name.
 */
export async function findUploaders(
  { connection, projectId, projectServiceId }: ModelSource,
  models: readonly { modelId: number; fileName: string }[],
): Promise<ReadonlyMap<number, string>> {
  if (models.length === 0) return new Map();
  const subjects = models.map(({ fileName }) => uploadSubject(projectServiceId, fileName));
  const uploads = await getDb().$queryRaw<{ modelId: number; name: string }[]>`
    SELECT (result ->> 'modelId')::float8 AS "modelId", actor_name AS name FROM operation
    WHERE connection_id = ${connection.id}::uuid AND subject_key = ANY(${subjects})
      AND state = ANY(${[...THERE_STATES]}::"OperationState"[]) AND context ->> 'projectId' = ${projectId}
      AND (result ->> 'modelId')::float8 = ANY(${models.map(({ modelId }) => modelId)}::float8[])`;
  return new Map(uploads.map(({ modelId, name }) => [modelId, name]));
}
