/**
 * The list of a project's models (docs/service "List models"), which clients poll while they wait: its text is cached until the version of
 * any of its rows changes. Every call checks that in the database, together with the application's access to the project, in one prepared
 * statement.
 */
import { LRUCache } from "lru-cache";
import { Prisma, type PrismaClient } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";
import { documentsWhere } from "../records/document.ts";
import { orNotFound } from "../http/errors.ts";
import type { Call } from "../http/route.ts";
import { modelInclude, toModelRecord } from "../records/model.ts";

/** The most bytes of all cached lists and their keys together. */
const KEPT_MAX = 16 * 1024 * 1024;

type Json = Uint8Array<ArrayBuffer>;

// Keyed by client, so that tests with several databases in one process do not share lists.
const kept = new WeakMap<PrismaClient, LRUCache<string, Json>>();

/** The list as JSON. @throws WireError 404 when the project is absent or another application's. */
export async function listModelsJson(call: Call<"listModels">): Promise<Json> {
  const versions = await findVersions(call);
  const key = `${String(call.params.projectId)} ${JSON.stringify(call.query)} ${versions}`;
  const lists = keptOf(call.db);
  const known = lists.get(key);
  if (known !== undefined) return known;
  const rows = await call.db.serviceModel.findMany({
    where: {
      ...documentsWhere(call),
      ...chosen(call.query),
      OR: [{ documentId: null }, { document: { headId: null } }],
    },
    include: modelInclude,
    orderBy: { id: "asc" },
  });
  const json = new TextEncoder().encode(JSON.stringify(rows.map(toModelRecord)));
  lists.set(key, json);
  return json;
}

function keptOf(db: PrismaClient): LRUCache<string, Json> {
  const lists =
    kept.get(db) ??
    new LRUCache<string, Json>({
      maxSize: KEPT_MAX,
      maxEntrySize: KEPT_MAX / 4,
      sizeCalculation: (json, key) => key.length + json.length,
    });
  kept.set(db, lists);
  return lists;
}

/** Filters by any of the requested values; none: all models. */
function chosen({ status, type, source }: Call<"listModels">["query"]): Prisma.ServiceModelWhereInput {
  return {
    ...(status.length > 0 ? { status: { in: status } } : {}),
    ...(type.length > 0 ? { type: { in: type } } : {}),
    ...(source.length > 0 ? { source: { in: source } } : {}),
  };
}

/**
 * The versions of the rows that make up the list: PostgreSQL gives every committed change of a row another xmin. If a row changes between
 * this check and the reading of the rows, the list is newer than its key, which nobody requests again.
 */
async function findVersions({ params, application, db }: Call<"listModels">): Promise<string> {
  const statement = Prisma.sql`
    SELECT coalesce(string_agg(m.id || '.' || m.xmin || '.' || coalesce(d.xmin::text, ''), ' ' ORDER BY m.id), '') AS versions
    FROM service_project p
    JOIN service_cloud_application a ON a.cloud_id = p.cloud_id AND a.application_id = ${application.id}
    LEFT JOIN service_model m ON m.project_id = p.id
    LEFT JOIN service_document d ON d.id = m.document_id
    WHERE p.id = ${params.projectId} AND p.cloud_id = ${params.cloudId}
    GROUP BY p.id`;
  const [row] = await queryPrepared<{ versions: string }>(db, "service-model-versions", statement);
  return orNotFound(row ?? null).versions;
}
