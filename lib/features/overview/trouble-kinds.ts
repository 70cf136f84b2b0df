/**
 * Whether there is anything of a kind that needs attention: one query, so that a portal without trouble asks for none of the lists. Each
 * condition is at least as wide as the list's own, which decides.
 */
import { after } from "#lib/core/clock.ts";
import { LATELY_MS } from "#lib/core/attention.ts";
import { type Db, Prisma } from "#lib/db/client.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";
import { BATCH_KINDS } from "#lib/features/work/batch-kinds.ts";

/** By kind, the rows that one of its lists may show. */
function troubledRows() {
  const { sql } = Prisma;
  const lately = after(-LATELY_MS);
  const open = [...UNCERTAIN_STATES, "HELD", "NOT_SENT"];
  const batches = BATCH_KINDS.map(
    (kind) => sql`SELECT 1 FROM ${kind.sql.batches}
      WHERE state NOT IN ('DRAFT', 'RUNNING') AND (state <> 'ENDED' OR state_since > ${lately})`,
  );
  return {
    operations: sql`SELECT 1 FROM operation WHERE state = ANY(${open}::"OperationState"[])
      UNION ALL SELECT 1 FROM operation WHERE state IN ('DUPLICATE_FOUND', 'REFUSED') AND state_since > ${lately}`,
    exports: sql`SELECT 1 FROM export_run WHERE state = 'FAILED' AND created_at > ${lately}`,
    batches: Prisma.join(batches, " UNION ALL "),
    rehearsals: sql`SELECT 1 FROM rehearsal WHERE state = 'FAILED' AND started_at > ${lately}`,
    checks: sql`SELECT 1 FROM connection_check WHERE stopped_at IS NOT NULL`,
    projectInvitations: sql`SELECT 1 FROM project_invitation WHERE state = 'WAITING'`,
    mail: sql`SELECT 1 FROM outbox_mail WHERE delivered_at IS NULL AND attempts > 0`,
    missing: sql`SELECT 1 FROM cloud WHERE missing_since IS NOT NULL
      UNION ALL SELECT 1 FROM project WHERE missing_since IS NOT NULL`,
  };
}

export type TroubleKind = keyof ReturnType<typeof troubledRows>;

/** The kinds of trouble there may be now. */
export async function findTroubleKinds(db: Db): Promise<ReadonlySet<TroubleKind>> {
  const asked = Object.entries(troubledRows()).map(([kind, rows]) => Prisma.sql`(${kind}, EXISTS (${rows}))`);
  const found = await db.$queryRaw<{ kind: TroubleKind }[]>`
    SELECT k.kind FROM (VALUES ${Prisma.join(asked)}) k(kind, is_there) WHERE is_there`;
  return new Set(found.map(({ kind }) => kind));
}
