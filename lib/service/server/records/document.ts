/**
 * Document rows as the wire's records (docs/service "Document"), and the condition under which an application sees one.
 */
import type { Db, Prisma } from "#lib/db/client.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import { MODEL_TYPES, type DocumentRecord } from "#lib/service/contract/records.ts";
import { orNotFound } from "../http/errors.ts";
import type { CallTo, ProjectCall } from "../http/route.ts";
import { serviceUrl } from "../oauth/issuer.ts";
import { projectsWhere } from "./project.ts";

export const documentInclude = {
  model: { select: { id: true, type: true } },
  project: { select: { cloudId: true } },
  _count: { select: { older: true } },
} satisfies Prisma.ServiceDocumentInclude;

export type DocumentRow = Prisma.ServiceDocumentGetPayload<{ include: typeof documentInclude }>;

export type DocumentCall = CallTo<{ cloudId: number; projectId: number; documentId: number }>;

/** Documents of one project, if the application sees its Cloud. */
export function documentsWhere(call: ProjectCall) {
  return { projectId: call.params.projectId, project: projectsWhere(call) };
}

/** created_by is null because only applications upload here. */
export function toDocumentRecord(row: DocumentRow): DocumentRecord {
  return {
    id: row.id,
    name: row.name,
    file_name: row.fileName,
    description: row.description,
    file: `${serviceUrl()}${addressOf("downloadDocument", {
      cloudId: row.project.cloudId,
      projectId: row.projectId,
      documentId: row.id,
    })}`,
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
export async function getVisibleDocument(call: DocumentCall, db: Db = call.db): Promise<DocumentRow> {
  const where = { id: call.params.documentId, ...documentsWhere(call) };
  return orNotFound(await db.serviceDocument.findFirst({ where, include: documentInclude }));
}
