/**
 * Finds Clouds, projects and models by what a person typed. Reads only the registry: an answer while somebody types must not wait for
 * services. Models are those of the lists read last.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { dotted, pathOf } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type ConnectionKind, type ConnectionStage } from "#lib/db/client.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { escapePattern, TYPED_LENGTH_MAX, toPattern, WORDS_MAX } from "./patterns.ts";
import type { Place } from "./schema.ts";

const SHOWN_MAX = 8;
/** A word of at least this length may have one wrong letter; shorter ones would match too much. */
const NEAR_LENGTH_MIN = 5;
const NEAR_LENGTH_MAX = 24;
/** Model lists searched, newest first: limits the cost of a keystroke. */
export const MODEL_LISTS_MAX = 2_000;

type World = { kind: ConnectionKind; stage: ConnectionStage | null };
type CloudHit = World & { id: string; name: string; service_id: bigint; connection: string };
type ProjectHit = World & { id: string; name: string; cloud_id: string; cloud: string };
type ModelHit = ProjectHit & { model_id: bigint; model: string };

/**
 * At most 8 of each kind, Clouds first; names that begin with the typed text come before those that contain it. Each word has to occur in
 * the name or in the name above it, in any order; a whole number also matches the number at the service. Empty input finds nothing. If
 * nothing matches, one word may have one letter too many, missing, wrong, or swapped with its neighbour.
 */
export async function findPlaces(actor: Actor, typed: string): Promise<Place[]> {
  requirePermission(actor, "portal:read");
  const asked = readTyped(typed);
  if (asked === null) return [];
  const exact = await findAsked(asked);
  if (exact.length > 0) return exact;
  for (const near of nearOf(asked)) {
    const found = await findAsked(near);
    if (found.length > 0) return found;
  }
  return [];
}

async function findAsked(asked: Asked): Promise<Place[]> {
  const [clouds, projects, models] = await Promise.all([
    findClouds(asked),
    findProjects(asked),
    findModels(asked),
  ]);
  return [...clouds, ...projects, ...models];
}

/** Patterns for LIKE: all of `patterns` must match, and one of `near`. */
type Asked = { words: string[]; patterns: string[]; near: string[]; prefix: string; number: bigint };

/** The same query with one of its words misspelt, for each word that is long enough. */
function nearOf(asked: Asked): Asked[] {
  const { words } = asked;
  return words.flatMap((word, at) => {
    if (word.length < NEAR_LENGTH_MIN || word.length > NEAR_LENGTH_MAX) return [];
    const others = words.filter((_, other) => other !== at);
    return { ...asked, patterns: others.map(toPattern), near: nearPatterns(word) };
  });
}

/** Patterns for a misspelt word: one letter different, missing, too many, or swapped with the next. */
function nearPatterns(word: string): string[] {
  const letters = [...word];
  const cut = (from: number, to?: number): string => escapePattern(letters.slice(from, to).join(""));
  const patterns = letters.flatMap((letter, at) => [
    `%${cut(0, at)}_${cut(at + 1)}%`,
    `%${cut(0, at)}${cut(at + 1)}%`,
    `%${cut(0, at)}_${cut(at)}%`,
    `%${cut(0, at)}${escapePattern(letters[at + 1] ?? "")}${escapePattern(letter)}${cut(at + 2)}%`,
  ]);
  return [...new Set(patterns)];
}

function readTyped(typed: string): Asked | null {
  const text = subjectName(typed.replaceAll("\0", "")).slice(0, TYPED_LENGTH_MAX);
  const words = text.split(" ").filter((word) => word !== "");
  if (words.length === 0) return null;
  const kept = words.slice(0, WORDS_MAX);
  return {
    words: kept,
    patterns: kept.map(toPattern),
    near: [ANYTHING],
    prefix: `${escapePattern(text)}%`,
    // No number at a service is 0, so 0 finds nothing.
    number: /^[1-9]\d{0,15}$/.test(text) ? BigInt(text) : 0n,
  };
}

const ANYTHING = "%";

/** At least one word must be in the place's own name, not only in a name above it. */
function ownOf(patterns: readonly string[], near: readonly string[]): string[] {
  return [...patterns, ...near].filter((pattern) => pattern !== ANYTHING);
}

async function findClouds({ patterns, near, prefix, number }: Asked): Promise<Place[]> {
  const hits = await getDb().$queryRaw<CloudHit[]>`
    SELECT c.id, c.name, c.service_id, n.name AS connection, n.kind, n.stage
    FROM cloud c JOIN connection n ON n.id = c.connection_id
    WHERE c.archived_at IS NULL AND c.deleted_at IS NULL AND n.archived_at IS NULL
      AND (c.sort_name LIKE ALL(${patterns}::text[]) AND c.sort_name LIKE ANY(${near}::text[]) OR c.service_id = ${number})
    ORDER BY c.service_id = ${number} DESC, c.sort_name LIKE ${prefix} DESC, c.sort_name, c.id
    LIMIT ${SHOWN_MAX}`;
  return hits.map((hit) => ({
    kind: "cloud",
    id: hit.id,
    name: hit.name,
    detail: dotted(t("Cloud {serviceId}", { serviceId: String(hit.service_id) }), hit.connection),
    href: `/clouds/${hit.id}`,
    world: worldOf(hit),
  }));
}

async function findProjects({ patterns, near, prefix, number }: Asked): Promise<Place[]> {
  const hits = await getDb().$queryRaw<ProjectHit[]>`
    SELECT p.id, p.name, c.id AS cloud_id, c.name AS cloud, n.kind, n.stage
    FROM project p JOIN cloud c ON c.id = p.cloud_id JOIN connection n ON n.id = c.connection_id
    WHERE p.archived_at IS NULL AND p.deleted_at IS NULL
      AND c.archived_at IS NULL AND c.deleted_at IS NULL AND n.archived_at IS NULL
      AND (p.service_id = ${number} OR p.sort_name LIKE ANY(${ownOf(patterns, near)}::text[])
        AND p.sort_name || ' ' || c.sort_name LIKE ALL(${patterns}::text[])
        AND p.sort_name || ' ' || c.sort_name LIKE ANY(${near}::text[]))
    ORDER BY p.service_id = ${number} DESC, p.sort_name LIKE ${prefix} DESC, p.sort_name, p.id
    LIMIT ${SHOWN_MAX}`;
  return hits.map((hit) => ({
    kind: "project",
    id: hit.id,
    name: hit.name,
    detail: hit.cloud,
    href: `/clouds/${hit.cloud_id}/projects/${hit.id}`,
    world: worldOf(hit),
  }));
}

async function findModels({ patterns, near, prefix, number }: Asked): Promise<Place[]> {
  const hits = await getDb().$queryRaw<ModelHit[]>`
    SELECT p.id, p.name, c.id AS cloud_id, c.name AS cloud, n.kind, n.stage,
      (m.value ->> 'modelId')::bigint AS model_id, m.value ->> 'name' AS model
    FROM (SELECT project_id, content FROM model_list ORDER BY read_at DESC LIMIT ${MODEL_LISTS_MAX}) l
      JOIN project p ON p.id = l.project_id JOIN cloud c ON c.id = p.cloud_id
      JOIN connection n ON n.id = c.connection_id
      CROSS JOIN LATERAL jsonb_array_elements(l.content -> 'models') m
    WHERE p.archived_at IS NULL AND p.deleted_at IS NULL
      AND c.archived_at IS NULL AND c.deleted_at IS NULL AND n.archived_at IS NULL
      AND ((m.value ->> 'modelId')::bigint = ${number} OR lower(m.value ->> 'name') LIKE ANY(${ownOf(patterns, near)}::text[])
        AND lower(m.value ->> 'name') || ' ' || p.sort_name || ' ' || c.sort_name LIKE ALL(${patterns}::text[])
        AND lower(m.value ->> 'name') || ' ' || p.sort_name || ' ' || c.sort_name LIKE ANY(${near}::text[]))
    ORDER BY (m.value ->> 'modelId')::bigint = ${number} DESC, lower(m.value ->> 'name') LIKE ${prefix} DESC,
      lower(m.value ->> 'name'), model_id
    LIMIT ${SHOWN_MAX}`;
  return hits.map((hit) => ({
    kind: "model",
    id: `${hit.id}/${String(hit.model_id)}`,
    name: hit.model,
    detail: pathOf(hit.cloud, hit.name),
    href: `/clouds/${hit.cloud_id}/projects/${hit.id}/models/${String(hit.model_id)}`,
    world: worldOf(hit),
  }));
}
