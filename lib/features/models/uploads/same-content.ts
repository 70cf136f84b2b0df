/**
 * Which models of a project were made of the same bytes. Known of what went through Portico: an upload's hash is written down before its
 * end leaves, so that one whose outcome is unknown counts as well.
 */
import { createHash } from "node:crypto";
import type { Actor } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb, type OperationState } from "#lib/db/client.ts";
import { resultSchema } from "#lib/features/operations/rules/schema.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";
import { showModels } from "../queries.ts";
import type { SameContent, SameQuestion, SameUpload } from "../schema.ts";

/** What such an operation has sent may be there. */
const MAYBE_THERE: OperationState[] = [
  "SENDING",
  "UNKNOWN",
  "DONE",
  "DONE_ID_LOST",
  "RESOLVED_DONE",
  "DUPLICATE_FOUND",
];

const SHOWN_MAX = 5;
/** Rows that are looked at for one question: those of models that were deleted since are left out. */
const LOOKED_AT_MAX = 200;

/** Hands the file on as it comes. Its end, without which no service takes it, comes only after its hash was written down for the operation. */
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
    // The file is worth more than the notice.
    log.error("the hash of an upload could not be written down", thrown, { operationId });
  }
}

/**
 * Uploads of the same bytes that are in the project, or may be. Without a hash it only says whether a file of that size needs one.
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

/** The models that are there, older versions too; null where nobody can say. */
async function namesOf(actor: Actor, projectId: string): Promise<ReadonlyMap<number, string> | null> {
  try {
    const { models, older, trouble } = await showModels(actor, projectId);
    // A list of before may lack what came since.
    if (trouble !== null) return null;
    const versions = older.flatMap((series) => series.versions);
    return new Map([
      ...versions.map(({ modelId, fileName }): [number, string] => [modelId, fileName]),
      ...models.map(({ modelId, name }): [number, string] => [modelId, name]),
    ]);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.expected) return null;
    throw thrown;
  }
}
