/** Records every row written during a test: triggers note table, row before and row after. An action's answer is compared with it. */
import type { PrismaClient } from "#lib/db/client.ts";

type Row = Record<string, unknown>;
/** One written row; `before` is null for a new one, `after` for a deleted one. */
export type Change = { table: string; before: Row | null; after: Row | null };

export type ChangeWatch = {
  /** What was written since the last call. */
  take: () => Promise<Change[]>;
  /** Removes the triggers. */
  end: () => Promise<void>;
};

/** Written alongside any test: heartbeats, a session that is used, and background readings of invitations. */
const BY_ITSELF = new Set(["instance", "request_record"]);
const TIMES_BY_ITSELF = new Set([
  ...["last_seen_at", "last_used_at"],
  ...["invitations_read_at", "invitations_tried_at"],
]);

/** Records writes to any table of the portal and its service, by anybody. */
export async function watchChanges(db: PrismaClient): Promise<ChangeWatch> {
  // One table after the other, each released before the next, so that concurrent writers never deadlock.
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

/** The columns that a change modified; all columns of a new or deleted row. */
export function columnsOf({ before, after }: Change): string[] {
  const names = Object.keys(after ?? before ?? {});
  if (before === null || after === null) return names;
  return names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && !TIMES_BY_ITSELF.has(name),
  );
}

/** The changes that contain one of the words: other concurrent writes do not matter. */
export function mention(changes: readonly Change[], words: readonly string[]): Change[] {
  return changes.filter((change) => {
    const text = JSON.stringify(change);
    return words.some((word) => text.includes(word));
  });
}
