/**
 * Drafts of any kind: stored once per form however often the form is sent, and changed. A draft sends nothing and reserves nothing.
 */
import { type Actor, requireSameRoleNow } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, validation } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db, type PlanModel, inTransaction } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import type { Batch, BatchKind } from "./kind.ts";

const WRITE_MS_MAX = 30_000;
const FILE_NAME_LENGTH_MAX = 200;

/** What every kind stores of a new draft. */
export type DraftHead = Pick<
  PlanModel,
  "id" | "key" | "stateSince" | "fileName" | "actorId" | "actorName" | "reference" | "createdAt"
> & { state: "DRAFT" };

/** The id of the draft that this form has already made, or null. @throws AppError CONFLICT when somebody else's form had this key */
export async function findDraft<B extends Batch>(
  kind: BatchKind<B>,
  actor: Actor,
  key: string,
): Promise<string | null> {
  const batch = await kind.batches(getDb()).findFirst({ where: { key } });
  if (batch === null) return null;
  if (batch.actorId === actor.staffId) return batch.id;
  throw conflict(say("This form was already used. Nothing was sent. Reload the page."));
}

/**
 * Stores a draft; `insert` writes its row and the rows of its content. Returns its id, or the id of the draft that the same form made at
 * the same moment. @throws AppError CONFLICT; UNAUTHENTICATED or FORBIDDEN when the actor has lost the role meanwhile
 */
export async function keepDraft<B extends Batch>(
  kind: BatchKind<B>,
  actor: Actor,
  form: { key: string; fileName: string | null },
  insert: (tx: Db, head: DraftHead) => Promise<void>,
): Promise<string> {
  const id = newId();
  const at = now();
  try {
    await inTransaction(async (tx) => {
      await requireSameRoleNow(tx, actor);
      await insert(tx, {
        id,
        key: form.key,
        state: "DRAFT",
        stateSince: at,
        fileName: form.fileName?.slice(0, FILE_NAME_LENGTH_MAX) ?? null,
        actorId: actor.staffId,
        actorName: actor.name,
        reference: actor.requestId,
        createdAt: at,
      });
    }, WRITE_MS_MAX);
    return id;
  } catch (thrown) {
    const rival = isUniqueViolation(thrown) ? await findDraft(kind, actor, form.key) : null;
    if (rival === null) throw thrown;
    return rival;
  }
}

/**
 * Changes a draft in one transaction, in which nobody can start it.
 * @throws AppError CONFLICT when it is no longer a draft; UNAUTHENTICATED or FORBIDDEN when the actor has lost the role meanwhile
 */
export function editDraft<B extends Batch, Result>(
  kind: BatchKind<B>,
  actor: Actor,
  id: string,
  edit: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(async (tx) => {
    await requireSameRoleNow(tx, actor);
    const locked = await kind
      .batches(tx)
      .updateMany({ where: { id, state: "DRAFT" }, data: { state: "DRAFT" } });
    if (locked.count === 0) throw conflict(kind.words.isStarted);
    return edit(tx);
  }, WRITE_MS_MAX);
}

/** The rows that a person means: those of the ids, all of a verdict, or all. @throws AppError VALIDATION where there is none */
export function rowsMeant<Row extends { id: string; verdict: string }>(
  rows: readonly Row[],
  { rows: which, rowIds }: { rows: string; rowIds: readonly string[] },
): Row[] {
  const wanted = new Set(rowIds);
  const found = rows.filter(({ id, verdict }) =>
    which === "selected" ? wanted.has(id) : which === "all" || verdict === which,
  );
  if (found.length === 0) throw validation({ rows: [t("Select at least one row.")] });
  return found;
}
