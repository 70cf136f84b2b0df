/**
 * Which models of a project were made from the same bytes, as far as they were uploaded through Portico: an upload's hash is stored before
 * its end is sent, so that an upload with an unknown outcome counts as well.
 */
import { createHash } from "node:crypto";
import type { Actor } from "#lib/auth/actor.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb, type OperationState } from "#lib/db/client.ts";
import { resultSchema } from "#lib/features/operations/rules/schema.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";
import { tryShowModels } from "../queries.ts";
import type { SameContent, SameQuestion, SameUpload } from "../schema.ts";

/** Operations in these states may have uploaded their file. */
const MAYBE_THERE: OperationState[] = [
  "SENDING",
  "UNKNOWN",
  "DONE",
  "DONE_ID_LOST",
  "RESOLVED_DONE",
  "DUPLICATE_FOUND",
];

const SHOWN_MAX = 5;
/** Rows examined per question; those of models deleted since are left out. */
const LOOKED_AT_MAX = 200;

/**
 * Passes the file on as it arrives. Its end, without which no service accepts it, is sent only after its hash was stored for the operation.
 */
export async function* noteContent(
  content: AsyncIterable<Uint8Array>,
  of: { operationId: string; projectId: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  const known = { projectId: of.projectId, bytes: BigInt(bytes), sha256: hash.digest("hex") };
  const { operationId } = of;
  try {
    await getDb().uploadContent.upsert({
      where: { operationId },
      create: { operationId, ...known },
      update: known,
    });
  } catch (thrown) {
    // The upload matters more than the hash.
    log.error("the hash of an upload could not be recorded", thrown, { operationId });
  }
}

/**
 * Uploads of the same bytes that are, or may be, in the project. Without a hash, only says whether a file of that size needs one.
 * @throws AppError NOT_FOUND
 */
export async function findSameContent(
  actor: Actor,
  projectId: string,
  { bytes, sha256 }: SameQuestion,
  butOf?: string,
): Promise<SameContent> {
  const { id } = await getProjectModel(projectId);
  const rows = await getDb().uploadContent.findMany({
    where: {
      projectId: id,
      bytes: BigInt(bytes),
      ...(sha256 === undefined ? {} : { sha256 }),
      operation: { state: { in: MAYBE_THERE }, ...(butOf === undefined ? {} : { id: { not: butOf } }) },
    },
    include: { operation: true },
    orderBy: { operation: { createdAt: "desc" } },
    take: sha256 === undefined ? 1 : LOOKED_AT_MAX,
  });
  if (sha256 === undefined || rows.length === 0) return { needsHash: rows.length > 0, same: [] };
  const names = await namesOf(actor, id);
  const same = rows.flatMap(({ operation }): SameUpload[] => {
    const modelId = resultSchema.nullable().parse(operation.result)?.modelId ?? null;
    const name = modelId === null || names === null ? operation.title : names.get(modelId);
    // Deleted since.
    if (name === undefined) return [];
    return [
      {
        modelId,
        name,
        by: operation.actorName,
        at: operation.createdAt.toISOString(),
        href: `/operations/${operation.id}`,
      },
    ];
  });
  return { needsHash: true, same: same.slice(0, SHOWN_MAX) };
}

/** The names of existing models, older versions too; null where unknown. */
async function namesOf(actor: Actor, projectId: string): Promise<ReadonlyMap<number, string> | null> {
  const shown = await tryShowModels(actor, projectId);
  // A remembered list may lack newer models.
  if (shown === null || shown.trouble !== null) return null;
  const versions = shown.older.flatMap((series) => series.versions);
  return new Map([
    ...versions.map(({ modelId, fileName }): [number, string] => [modelId, fileName]),
    ...shown.models.map(({ modelId, name }): [number, string] => [modelId, name]),
  ]);
}
