/**
 * Sees every row that is written while a test looks: triggers note table, row before and row after. What an answer says of an action is
 * compared with it.
 */
import type { PrismaClient } from "#lib/db/client.ts";

type Row = Record<string, unknown>;
/** One row that was written; `before` is null for a new one, `after` for a deleted one. */
export type Change = { table: string; before: Row | null; after: Row | null };

export type ChangeWatch = {
  /** What was written since the last question. */
  take: () => Promise<Change[]>;
  /** Takes the triggers away. */
  end: () => Promise<void>;
};

/** What is written beside any test: heartbeats, a session that is used, and the readings of invitations in the background. */
const BY_ITSELF = new Set(["instance", "request_record"]);
const TIMES_BY_ITSELF = new Set([
  ...["last_seen_at", "last_used_at"],
  ...["invitations_read_at", "invitations_tried_at"],
]);

/** Notes what is written to any table of the portal and its service, by whomever. */
export async function watchChanges(db: PrismaClient): Promise<ChangeWatch> {
  // One table after the other, each let go before the next: nothing that is written meanwhile waits in a circle.
  const end = async (): Promise<void> => {
    await db.$executeRaw`
      DO $$ DECLARE t regclass; BEGIN
        FOR t IN SELECT tgrelid::regclass FROM pg_trigger WHERE tgname = 'change_watch' LOOP
          EXECUTE format('DROP TRIGGER change_watch ON %s', t);
          COMMIT;
        END LOOP;
      END $$`;
    await db.$executeRaw`DROP SCHEMA IF EXISTS change_watch CASCADE`;
  };
  await end();
  await db.$executeRaw`CREATE SCHEMA change_watch`;
  await db.$executeRaw`
    CREATE TABLE change_watch.change (n bigserial PRIMARY KEY, relation text NOT NULL, before jsonb, after jsonb)`;
  await db.$executeRaw`
    CREATE FUNCTION change_watch.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      INSERT INTO change_watch.change (relation, before, after) VALUES (TG_TABLE_NAME,
        CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
      RETURN NULL;
    END $$`;
  await db.$executeRaw`
    DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname !~ '^_prisma' LOOP
        EXECUTE format('CREATE TRIGGER change_watch AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION change_watch.note()', t);
        COMMIT;
      END LOOP;
    END $$`;
  return {
    end,
    take: async () => {
      const rows = await db.$queryRaw<{ relation: string; before: Row | null; after: Row | null }[]>`
        DELETE FROM change_watch.change RETURNING relation, before, after`;
      return rows
        .map(({ relation, before, after }) => ({ table: relation, before, after }))
        .filter((change) => !BY_ITSELF.has(change.table) && columnsOf(change).length > 0);
    },
  };
}

/** The columns of a change that say something else than before; all of a new or deleted row. */
export function columnsOf({ before, after }: Change): string[] {
  const names = Object.keys(after ?? before ?? {});
  if (before === null || after === null) return names;
  return names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && !TIMES_BY_ITSELF.has(name),
  );
}

/** The changes that mention one of the words: what others write at the same time is not asked about. */
export function mention(changes: readonly Change[], words: readonly string[]): Change[] {
  return changes.filter((change) => {
    const text = JSON.stringify(change);
    return words.some((word) => text.includes(word));
  });
}
