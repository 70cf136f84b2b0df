/**
 * Reads the audit grouped by act: one line for each decision, with its rows inside. Stored rows stay unchanged; the file contains all of
 * them. Never writes.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { getDb, Prisma, type AuditOutcome } from "#lib/db/client.ts";
import { numbersBetween, toRow, type AuditRow } from "./queries.ts";
import { PORTICO_ACTOR, REFUSAL_ACTIONS, type AuditFilter, type AuditQuery } from "./schema.ts";

const LIMIT_MAX = 100;
/** A list of thousands shows its rows only when opened by its reference. */
const STEPS_MAX = 20;
/** Rows read at a time. */
const PIECE_MIN = 200;
const PIECE_MAX = 10_000;

/** All acts of the audit, newest first, for administrators; `next` is null at the end. @throws AppError FORBIDDEN */
export async function listAuditActs(actor: Actor, query: AuditQuery = {}) {
  requirePermission(actor, "audit:read");
  return readActs(query, () => Prisma.sql`true`);
}

/** The newest acts, for all staff, without refusals. After very large lists they lag by some seconds. */
export async function listNewActs(actor: Actor, limit: number) {
  requirePermission(actor, "portal:read");
  return keepFigure(
    `audit news ${String(limit)}`,
    async () => (await readActs({ limit }, notRefused)).acts,
    (acts) => acts.reduce((sum, { rowCount }) => sum + rowCount, 0),
  );
}

/** Aliases of the table `audit` within one query. */
const ALIASES = { a: Prisma.sql`a`, b: Prisma.sql`b`, c: Prisma.sql`c`, o: Prisma.sql`o` } as const;
type Alias = keyof typeof ALIASES;
type Condition = (alias: Alias) => Prisma.Sql;
/** An act by its reference, with its newest row that matches. */
type Head = { key: string; seq: bigint };

async function readActs(query: AuditQuery, further: Condition) {
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const before = /^\d{1,18}$/.test(query.before ?? "") ? BigInt(query.before ?? "") : null;
  const seq = await numbersBetween(query.from, query.to);
  const fits: Condition = (alias) =>
    Prisma.join([...conditionsOf(query, seq, alias), further(alias)], " AND ");
  const heads = await findHeads(fits, before, limit + 1);
  const { rows, next } = pageOf(heads, limit, ({ seq }) => seq.toString());
  return { acts: await toActs(rows), next };
}

/**
 * The acts of the rows before `before`, each by its newest row. Reads rows in growing pieces, so that the cost of a page depends only on
 * how many rows its acts have.
 */
async function findHeads(fits: Condition, before: bigint | null, count: number): Promise<Head[]> {
  const heads = new Map<string, Head>();
  const passed = new Set<string>();
  let place = before;
  for (let piece = PIECE_MIN; heads.size < count; piece = Math.min(piece * 4, PIECE_MAX)) {
    const rows = await getDb().$queryRaw<Head[]>`
      SELECT a.seq, ${keyOf("a")} AS key FROM audit a
      WHERE ${fits("a")} AND ${place === null ? Prisma.sql`true` : Prisma.sql`a.seq < ${place}`}
      ORDER BY a.seq DESC LIMIT ${piece}`;
    const young = new Map<string, Head>();
    for (const row of rows)
      if (!heads.has(row.key) && !passed.has(row.key) && !young.has(row.key)) young.set(row.key, row);
    if (before !== null) {
      for (const key of await findPassed([...young.keys()], fits, before)) {
        passed.add(key);
        young.delete(key);
      }
    }
    for (const [key, head] of young) heads.set(key, head);
    if (rows.length < piece) break;
    place = rows.at(-1)?.seq ?? place;
  }
  return [...heads.values()].slice(0, count);
}

/** Those of these acts that have a newer matching row: an earlier page showed them. */
async function findPassed(keys: readonly string[], fits: Condition, before: bigint): Promise<string[]> {
  const found = await getDb().$queryRaw<{ key: string }[]>`
    SELECT k.key FROM unnest(${[...keys]}::text[]) k(key)
    WHERE EXISTS (SELECT 1 FROM audit b WHERE b.request_id = k.key AND b.seq >= ${before} AND ${fits("b")})
      OR EXISTS (SELECT 1 FROM audit o JOIN audit b ON b.operation_id = o.operation_id WHERE o.request_id = k.key
        AND NOT ${isDecision("o")} AND NOT ${isDecision("b")} AND b.seq >= ${before} AND ${fits("b")})`;
  return found.map(({ key }) => key);
}

/** A person's decision about an existing operation is an act of its own. All other rows of an operation belong to the act that began it. */
function isDecision(alias: Alias): Prisma.Sql {
  const row = ALIASES[alias];
  return Prisma.sql`(${row}.actor_id IS NOT NULL AND ${row}.action LIKE 'operation.%')`;
}

/** The reference of the act that a row belongs to: for an operation, the reference of its first row. */
function keyOf(alias: Alias): Prisma.Sql {
  const row = ALIASES[alias];
  return Prisma.sql`CASE WHEN ${row}.operation_id IS NULL OR ${isDecision(alias)} THEN ${row}.request_id
    ELSE (SELECT f.request_id FROM audit f WHERE f.operation_id = ${row}.operation_id ORDER BY f.seq LIMIT 1) END`;
}

/** What a row tells about: its operation, else what is done to which object. The intent and its outcome are two rows about one thing. */
function thingOf(alias: Alias): Prisma.Sql {
  const row = ALIASES[alias];
  return Prisma.sql`coalesce(${row}.operation_id::text, concat_ws(' ', ${row}.action, ${row}.object_type, ${row}.object_id))`;
}

function notRefused(alias: Alias): Prisma.Sql {
  const row = ALIASES[alias];
  return Prisma.sql`NOT (${row}.outcome = 'REFUSED' AND ${row}.action = ANY(${[...REFUSAL_ACTIONS]}))`;
}

/** The same conditions in SQL that a list of rows uses. */
function conditionsOf(filter: AuditFilter, seq: Prisma.BigIntFilter, alias: Alias): Prisma.Sql[] {
  const { objectType, objectId, actorId, action, outcome, from, to } = filter;
  const row = ALIASES[alias];
  const byActor = (id: string): Prisma.Sql =>
    id === PORTICO_ACTOR ? Prisma.sql`${row}.actor_id IS NULL` : Prisma.sql`${row}.actor_id = ${id}::uuid`;
  return [
    ...(objectType === undefined ? [] : [Prisma.sql`${row}.object_type = ${objectType}`]),
    ...(objectId === undefined ? [] : [Prisma.sql`${row}.object_id = ${objectId}`]),
    ...(actorId === undefined ? [] : [byActor(actorId)]),
    ...(action === undefined ? [] : [Prisma.sql`${row}.action = ${action}`]),
    ...(outcome === undefined ? [] : [Prisma.sql`${row}.outcome = ${outcome}::"AuditOutcome"`]),
    ...(from === undefined ? [] : [Prisma.sql`${row}.at >= ${from}`]),
    ...(to === undefined ? [] : [Prisma.sql`${row}.at < ${to}`]),
    ...(seq.gte === undefined ? [] : [Prisma.sql`${row}.seq >= ${seq.gte}`]),
    ...(seq.lte === undefined ? [] : [Prisma.sql`${row}.seq <= ${seq.lte}`]),
  ];
}

type Member = {
  key: string;
  rowCount: number;
  things: number;
  alike: number;
  outcome: AuditOutcome;
  steps: bigint[];
};

/** From the mildest to the worst outcome. */
const WORSE = ["DONE", "INTENDED", "REFUSED", "FAILED", "UNKNOWN"] as const satisfies readonly AuditOutcome[];

async function toActs(heads: readonly Head[]) {
  if (heads.length === 0) return [];
  const keys = heads.map(({ key }) => key);
  const found = await getDb().$queryRaw<Member[]>`
    WITH part AS (
      SELECT k.key, c.seq, c.outcome, ${thingOf("c")} AS thing FROM unnest(${keys}::text[]) k(key)
        JOIN audit c ON c.request_id = k.key
      UNION
      SELECT o.request_id, c.seq, c.outcome, ${thingOf("c")} AS thing FROM audit o JOIN audit c ON c.operation_id = o.operation_id
        WHERE o.request_id = ANY(${keys}) AND NOT ${isDecision("o")} AND NOT ${isDecision("c")}
    ), placed AS (
      SELECT *, row_number() OVER (PARTITION BY key ORDER BY seq) AS nth,
        row_number() OVER (PARTITION BY key, thing ORDER BY seq DESC) = 1 AS "isLast",
        array_position(${[...WORSE]}::text[], outcome::text) AS badness
      FROM part
    ), worst AS (SELECT key, max(badness) AS badness FROM placed WHERE "isLast" GROUP BY key)
    SELECT key, count(*)::int AS "rowCount", count(*) FILTER (WHERE "isLast")::int AS things,
      count(*) FILTER (WHERE "isLast" AND placed.badness = worst.badness)::int AS alike,
      (${[...WORSE]}::text[])[max(worst.badness)] AS outcome,
      array_agg(seq ORDER BY seq) FILTER (WHERE nth <= ${STEPS_MAX}) AS steps
    FROM placed JOIN worst USING (key) GROUP BY key`;
  const rows = await readRows([...heads.map(({ seq }) => seq), ...found.flatMap(({ steps }) => steps)]);
  const members = new Map(found.map((member) => [member.key, member]));
  return heads.flatMap(({ seq, key }) => {
    const [newest, member] = [rows.get(seq), members.get(key)];
    const steps = member?.steps.flatMap((each) => rows.get(each) ?? []) ?? [];
    const [row] = steps;
    if (row === undefined || newest === undefined || member === undefined) return [];
    const { rowCount, things, alike, outcome } = member;
    return {
      /** The first row, which says what was decided. */
      row,
      /** When the newest matching row was written. */
      at: newest.at,
      /** The reference that all its rows are found by. */
      reference: key,
      /** The worst outcome among the things it did. */
      outcome,
      /** How many things it did, and how many of these ended with its outcome. */
      things,
      alike,
      /** How many rows it has; `steps` holds the first of them, oldest first. */
      rowCount,
      steps,
    };
  });
}

/** The rows of one decision: the first row, the overall outcome, and the steps. */
export type AuditAct = Awaited<ReturnType<typeof toActs>>[number];

async function readRows(seqs: readonly bigint[]): Promise<Map<bigint, AuditRow>> {
  const rows = await getDb().audit.findMany({ where: { seq: { in: [...seqs] } } });
  return new Map(rows.map((row) => [row.seq, toRow(row)]));
}
