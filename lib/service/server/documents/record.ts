/**
 * Document rows as the wire's records (wire-facts.md "Document"), and the condition under which an application sees one.
 */
import { getEnv } from "#lib/core/env.ts";
import type { Db, Prisma } from "#lib/db/client.ts";
import { documentFilePath } from "#lib/service/contract/paths.ts";
import type { DocumentRecord } from "#lib/service/contract/records.ts";
import { MODEL_TYPES } from "#lib/service/contract/records.ts";
import { wireNotFound } from "../http/errors.ts";
import { idParam } from "../http/route.ts";
import type { RouteContext } from "../http/route.ts";
import { projectsWhere } from "../projects/record.ts";

export const documentInclude = {
  model: { select: { id: true, type: true } },
  project: { select: { cloudId: true } },
  _count: { select: { older: true } },
} satisfies Prisma.ServiceDocumentInclude;

export type DocumentRow = Prisma.ServiceDocumentGetPayload<{ include: typeof documentInclude }>;

/** Documents of one project, provided the application sees its cloud. */
export function documentsWhere(context: RouteContext): {
  projectId: number;
  project: Prisma.ServiceProjectWhereInput;
} {
  return {
    projectId: idParam(context, "projectId"),
    project: projectsWhere(idParam(context, "cloudId"), context.application.id),
  };
}

/** created_by is null because only applications upload here. */
export function toDocumentRecord(row: DocumentRow): DocumentRecord {
  return {
    id: row.id,
    name: row.name,
    file_name: row.fileName,
    description: row.description,
    file: `${getEnv().origin}/service${documentFilePath(row.project.cloudId, row.projectId, row.id)}`,
    file_type: row.fileType === "" ? null : row.fileType,
    size: Number(row.size),
    parent_id: row.parentId,
    project: row.projectId,
    created_by: null,
    tags: [],
    visas: [],
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    model_id: row.model?.id ?? null,
    ifc_id: row.model?.id ?? null,
    model_type: MODEL_TYPES.find((type) => type === row.model?.type) ?? null,
    head_id: row.headId,
    is_head_version: row.headId === null,
    history_count: row._count.older,
  };
}

/** @throws WireError 404 when the document is absent, elsewhere, or another application's. */
export async function getVisibleDocument(context: RouteContext, db: Db = context.db): Promise<DocumentRow> {
  const row = await db.serviceDocument.findFirst({
    where: { id: idParam(context, "documentId"), ...documentsWhere(context) },
    include: documentInclude,
  });
  if (row === null) throw wireNotFound();
  return row;
}
