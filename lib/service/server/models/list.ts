/**
 * The list of a project's models (interface.md endpoint 4), which clients ask again and again while they wait: its text is kept for as
 * long as no row of it has another version. Whether that is so is asked of the database at every call, together with whether the
 * application sees the project, in one prepared statement.
 */
import { Prisma } from "#lib/db/client.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";
import { documentsWhere } from "../documents/record.ts";
import { wireNotFound } from "../http/errors.ts";
import { idParam } from "../http/route.ts";
import type { RouteContext } from "../http/route.ts";
import { parseModelFilter } from "./input.ts";
import { modelInclude, toModelRecord } from "./record.ts";

/** Bytes of all kept lists and their keys together. */
const KEPT_MAX = 16 * 1024 * 1024;

type Json = Uint8Array<ArrayBuffer>;
type Kept = { lists: Map<string, Json>; size: number };

// Keyed by client, so that tests with several databases in one process do not share lists.
const kept = new WeakMap<PrismaClient, Kept>();

/**
 * The list as JSON.
 * @throws WireError 400 for filters that do not exist, 404 when the project is absent or another application's.
 */
export async function listModelsJson(context: RouteContext): Promise<Json> {
  const filter = parseModelFilter(context.query);
  const versions = await findVersions(context);
  const key = `${context.params["projectId"] ?? ""} ${JSON.stringify(filter)} ${versions}`;
  const store = kept.get(context.db) ?? { lists: new Map<string, Json>(), size: 0 };
  kept.set(context.db, store);
  const known = store.lists.get(key);
  if (known !== undefined) {
    // Asked for last, dropped last.
    store.lists.delete(key);
    store.lists.set(key, known);
    return known;
  }
  const rows = await context.db.serviceModel.findMany({
    where: {
      ...documentsWhere(context),
      ...filter,
      OR: [{ documentId: null }, { document: { headId: null } }],
    },
    include: modelInclude,
    orderBy: { id: "asc" },
  });
  const json = new TextEncoder().encode(JSON.stringify(rows.map(toModelRecord)));
  keep(store, key, json);
  return json;
}

/**
 * Which version of which rows the list is made of: PostgreSQL gives every committed change of a row another xmin. A row that changes
 * between this and the reading of the rows only makes a list newer than its key, which nobody asks for again.
 */
async function findVersions(context: RouteContext): Promise<string> {
  const statement = Prisma.sql`
    SELECT coalesce(string_agg(m.id || '.' || m.xmin || '.' || coalesce(d.xmin::text, ''), ' ' ORDER BY m.id), '') AS versions
    FROM service_project p
    JOIN service_cloud_application a ON a.cloud_id = p.cloud_id AND a.application_id = ${context.application.id}
    LEFT JOIN service_model m ON m.project_id = p.id
    LEFT JOIN service_document d ON d.id = m.document_id
    WHERE p.id = ${idParam(context, "projectId")} AND p.cloud_id = ${idParam(context, "cloudId")}
    GROUP BY p.id`;
  const [row] = await queryPrepared<{ versions: string }>(context.db, "service-model-versions", statement);
  if (row === undefined) throw wireNotFound();
  return row.versions;
}

function keep(store: Kept, key: string, json: Json): void {
  const size = key.length + json.length;
  if (size > KEPT_MAX / 4) return;
  store.lists.set(key, json);
  store.size += size;
  for (const [oldest, list] of store.lists) {
    if (store.size <= KEPT_MAX) return;
    store.lists.delete(oldest);
    store.size -= oldest.length + list.length;
  }
}
