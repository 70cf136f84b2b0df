/**
 * Who uploaded models that replaced none. A series records this of later versions; whether a first upload begins a series is not known when
 * it is made, so the journal is asked.
 */
import { getDb } from "#lib/db/client.ts";
import { isThere } from "#lib/features/operations/rules/kinds.ts";
import { resultSchema } from "#lib/features/operations/rules/schema.ts";
import { uploadSubject } from "./operation.ts";
import type { ModelSource } from "./source.ts";

/** Uploads of these names that are examined, newest first: a name is uploaded many times only where its models were deleted in between. */
const UPLOADS_MAX = 200;

/** By model, the names of the people who uploaded it with Portico; others are left out. */
export async function findUploaders(
  { connection, projectServiceId }: ModelSource,
  models: readonly { modelId: number; fileName: string }[],
): Promise<ReadonlyMap<number, string>> {
  if (models.length === 0) return new Map();
  const subjects = models.map(({ fileName }) => uploadSubject(projectServiceId, fileName));
  const uploads = await getDb().operation.findMany({
    where: { connectionId: connection.id, subjectKey: { in: subjects } },
    orderBy: { createdAt: "desc" },
    take: UPLOADS_MAX,
    select: { state: true, result: true, actorName: true },
  });
  return new Map(
    uploads.flatMap(({ state, result, actorName }): [number, string][] => {
      const modelId = isThere(state) ? resultSchema.safeParse(result).data?.modelId : null;
      return typeof modelId === "number" ? [[modelId, actorName]] : [];
    }),
  );
}
