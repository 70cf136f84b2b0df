/**
 * Model rows as the wire's records (docs/service "Model"), and the condition under which an application sees one.
 */
import type { Db, Prisma } from "#lib/db/client.ts";
import { MODEL_SOURCES, MODEL_TYPES, type ModelRecord } from "#lib/service/contract/records.ts";
import { documentInclude, documentsWhere, toDocumentRecord } from "./document.ts";
import { orNotFound } from "../http/errors.ts";
import type { ModelCall } from "../http/route.ts";

export const modelInclude = { document: { include: documentInclude } } satisfies Prisma.ServiceModelInclude;

export type ModelRow = Prisma.ServiceModelGetPayload<{ include: typeof modelInclude }>;

/** Has every mandatory array. This service makes no geometry, so all its files are null. */
export function toModelRecord(row: ModelRow): ModelRecord {
  return {
    id: row.id,
    name: row.name,
    type: MODEL_TYPES.find((type) => type === row.type) ?? "IFC",
    creator: null,
    status: row.status,
    source: MODEL_SOURCES.find((source) => source === row.source) ?? "UPLOAD",
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    document_id: row.documentId,
    project_id: row.projectId,
    document: row.document === null ? null : toDocumentRecord(row.document),
    structure_file: null,
    systems_file: null,
    map_file: null,
    gltf_file: null,
    preview_file: null,
    viewer_360_file: null,
    xkt_file: null,
    binary_2d_file: null,
    xkt_files: [],
    world_position: null,
    size_ratio: null,
    errors: sentences(row.errors),
    warnings: sentences(row.warnings),
    archived: row.archived,
    version: row.version,
    north_vector: null,
    recommanded_2d_angle: null,
    parent_id: null,
    page_number: null,
    children: [],
    ...progressOf(row),
  };
}

function sentences(json: Prisma.JsonValue): string[] {
  return Array.isArray(json) ? json.filter((item) => typeof item === "string") : [];
}

/** Only while the model is being read: clients of other services do not know the key and skip it. */
function progressOf({ status, progress }: ModelRow): Pick<ModelRecord, "progress"> {
  if (status !== "I" || typeof progress !== "object" || progress === null || Array.isArray(progress))
    return {};
  const { phase, done, total } = progress;
  if (typeof phase !== "string" || typeof done !== "number" || typeof total !== "number") return {};
  return { progress: { phase, done, total } };
}

/** @throws WireError 404 when the model is absent, elsewhere, or another application's. */
export async function getVisibleModel(call: ModelCall, db: Db = call.db): Promise<ModelRow> {
  const where = { id: call.params.modelId, ...documentsWhere(call) };
  return orNotFound(await db.serviceModel.findFirst({ where, include: modelInclude }));
}
