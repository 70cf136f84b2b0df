/** Finds the models that have a property by its name, or by that of its set, in what Portico has read. */
import { pathOf } from "#lib/core/language/dotted.ts";
import { getDb } from "#lib/db/client.ts";
import { namedColumnId, type PropertyName } from "#lib/elements/query/address/named-column.ts";
import { DEFAULT_VIEW, writeView } from "#lib/elements/query/address/view-address.ts";
import { RELATIONS_SET } from "#lib/elements/relations/relation-columns.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { escapePattern, toPattern } from "../patterns.ts";
import { hrefOfTable, READ_TABLES, type TableRow } from "./read-tables.ts";
import type { FoundProperty, Looked } from "./schema.ts";

const FOUND_MAX = 8;

type Hit = Omit<TableRow, "id" | "stored_bytes"> & {
  set: string | null;
  set_instance: number;
  property: string;
  property_instance: number;
  filled: number;
  classes: number;
  total: number;
};

/**
 * At most 8, one for each property and model. One of the words has to be in the property's name or its set's, the others there or in the
 * names of class, model, project and Cloud. First the property that is named whole, then different ones before more models of the same.
 * @param words in lower case, at least one
 * @param relations by relation: what else it is called, in lower case
 */
export async function findProperties(words: readonly string[], relations: ReadonlyMap<string, string>) {
  const patterns = words.map(toPattern);
  const [stored, called] = [[...relations.keys()], [...relations.values()].map(subjectName)];
  const last = words.at(-1) ?? "";
  const [hits, [looked]] = await Promise.all([
    getDb().$queryRaw<Hit[]>`
      WITH ${READ_TABLES},
      hits AS (
        SELECT t.*, c.set, c.set_instance, c.property, c.property_instance, c.filled, lower(c.property) AS own,
          coalesce(w.called, '') AS called,
          row_number() OVER (of_model ORDER BY c.filled DESC, t.rows DESC, t.ifc_class) AS class_rank,
          count(*) OVER (of_model)::int AS classes
        FROM tables t JOIN snapshot_property c ON c.snapshot_id = t.id
        LEFT JOIN unnest(${stored}::text[], ${called}::text[]) AS w (relation, called)
          ON c.set = ${RELATIONS_SET} AND c.set_instance = 1 AND c.property = w.relation
        WHERE concat_ws(' ', c.search_name, w.called) LIKE ANY(${patterns}::text[])
          AND concat_ws(' ', c.search_name, w.called, t.sort_name) LIKE ALL(${patterns}::text[])
        WINDOW of_model AS (
          PARTITION BY t.project_id, t.model_service_id, c.set, c.set_instance, c.property, c.property_instance))
      SELECT project_id, model_service_id, ifc_class, rows, model, project, cloud_id, cloud,
        set, set_instance, property, property_instance, filled, classes, (count(*) OVER ())::int AS total
      FROM hits WHERE class_rank = 1
      ORDER BY (own = ${last} OR called LIKE ${`% ${escapePattern(last)}`}) DESC,
        row_number() OVER (
          PARTITION BY set, set_instance, property, property_instance ORDER BY used DESC, model_service_id),
        own LIKE ${`${escapePattern(last)}%`} DESC, own LIKE ANY(${patterns}::text[]) DESC,
        used DESC, set NULLS FIRST, property, set_instance, property_instance, model_service_id
      LIMIT ${FOUND_MAX}`,
    getDb().$queryRaw<Omit<Looked, "unread">[]>`
      WITH ${READ_TABLES},
      known AS (
        SELECT t.*, EXISTS (SELECT 1 FROM snapshot_property c WHERE c.snapshot_id = t.id) AS is_known FROM tables t)
      SELECT count(DISTINCT (project_id, model_service_id)) FILTER (WHERE is_known)::int AS models,
        count(*) FILTER (WHERE is_known)::int AS classes,
        coalesce(max(total), 0)::int - count(*) FILTER (WHERE is_known)::int AS left
      FROM known`,
  ]);
  return {
    properties: hits.map(toFound),
    total: hits[0]?.total ?? 0,
    looked: looked ?? { models: 0, classes: 0, left: 0 },
  };
}

function toFound(hit: Hit): FoundProperty {
  const name: PropertyName = {
    ...(hit.set !== null && { set: hit.set }),
    ...(hit.set_instance > 1 && { setInstance: hit.set_instance }),
    property: hit.property,
    ...(hit.property_instance > 1 && { propertyInstance: hit.property_instance }),
  };
  // Beside the name of each element, in front of all other columns.
  const pinned = [...new Set([namedColumnId({ property: "Name" }), namedColumnId(name)])];
  const view = { ...DEFAULT_VIEW, pinned, hidesEmpty: hit.filled > 0 };
  return {
    name,
    model: hit.model,
    where: pathOf(hit.cloud, hit.project),
    ifcClass: hit.ifc_class,
    moreClasses: hit.classes - 1,
    rows: hit.rows,
    filled: hit.filled,
    href: hrefOfTable(hit, writeView(view)),
  };
}
