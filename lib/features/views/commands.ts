/**
 * Saves, changes, duplicates, deletes and restores views. Each change and its audit row are one transaction; a change based on an older
 * version is refused with the reason, and nothing is overwritten.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import {
  AppError,
  conflict,
  forbidden,
  notFound,
  validation,
  parseInput,
  rateLimited,
} from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { type Db, inTransaction } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { CONTENT_VERSION, type ViewContent } from "./content.ts";
import { readViewFile } from "./file.ts";
import { canChangeView, findRow, findSummary, getView, WITH_OWNER, type ViewRow } from "./queries.ts";
import {
  changeViewSchema,
  CONTENT_LENGTH_MAX,
  createViewSchema,
  VIEW_NAME_LENGTH_MAX,
  VIEWS_PER_PERSON_MAX,
  type ChangeView,
  type CreateView,
  type ViewSummary,
} from "./schema.ts";

/** How long a deleted view can be restored. */
const RESTORABLE_MS = 24 * 3_600_000;

/**
 * Saves a new view.
 * @throws AppError VALIDATION, CONFLICT (another of the person's views has the name), FORBIDDEN (sharing), RATE_LIMITED (too many views)
 */
export async function createView(actor: Actor, input: CreateView): Promise<ViewSummary> {
  requirePermission(actor, "portal:read");
  const { name, isShared, content } = parseInput(createViewSchema, input);
  if (isShared) requirePermission(actor, "view:share");
  return writing(name, () =>
    inTransaction(async (tx) => {
      await requireRoom(tx, actor.staffId);
      const at = now();
      const row = await tx.view.create({
        data: {
          id: newId(),
          ownerId: actor.staffId,
          name,
          nameKey: nameKey(actor.staffId, name),
          isShared,
          content: stored(content),
          createdAt: at,
          updatedAt: at,
        },
        include: WITH_OWNER,
      });
      await audit(tx, actor, "view.create", null, row);
      return toSummary(actor, row);
    }),
  );
}

/**
 * Renames, updates or shares a view as seen in `version`.
 * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION, CONFLICT (changed meanwhile, or the name is taken)
 */
export async function changeView(actor: Actor, input: ChangeView): Promise<ViewSummary> {
  requirePermission(actor, "portal:read");
  const { viewId, version, name, isShared, content } = parseInput(changeViewSchema, input);
  return writing(name ?? "", () =>
    inTransaction(async (tx) => {
      const before = await requireChangeable(tx, actor, viewId);
      if (isShared === true && !before.isShared) requirePermission(actor, "view:share");
      const [changed] = await tx.view.updateManyAndReturn({
        where: { id: viewId, version, deletedAt: null },
        data: {
          ...(name !== undefined && { name, nameKey: nameKey(before.ownerId, name) }),
          ...(isShared !== undefined && { isShared }),
          ...(content !== undefined && { content: stored(content) }),
          version: { increment: 1 },
          updatedAt: now(),
        },
      });
      if (changed === undefined) throw changedMeanwhile(before.name);
      const row = { ...changed, owner: before.owner };
      await audit(tx, actor, "view.change", before, row);
      return toSummary(actor, row);
    }),
  );
}

/** A private copy of any visible view. @throws AppError NOT_FOUND, RATE_LIMITED */
export async function duplicateView(actor: Actor, viewId: string): Promise<ViewSummary> {
  const { name, content } = await getView(actor, viewId);
  return createUnderFreeName(actor, name, content);
}

/**
 * Saves the view from a file as a private one.
 * @throws AppError VALIDATION with every problem of the file, RATE_LIMITED
 */
export async function importView(actor: Actor, text: string): Promise<ViewSummary> {
  requirePermission(actor, "portal:read");
  const read = readViewFile(text);
  if (!read.ok) throw validation({ file: read.problems }, say("This file is not a view. Nothing was saved."));
  return createUnderFreeName(actor, read.view.name, read.view.content);
}

/**
 * Deletes a view; it can be restored for a day.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (changed meanwhile)
 */
export async function deleteView(actor: Actor, input: { viewId: string; version: number }): Promise<void> {
  requirePermission(actor, "portal:read");
  await inTransaction(async (tx) => {
    const before = await requireChangeable(tx, actor, input.viewId);
    const { count } = await tx.view.updateMany({
      where: { id: input.viewId, version: input.version, deletedAt: null },
      data: { deletedAt: now(), nameKey: null, version: { increment: 1 } },
    });
    if (count === 0) throw changedMeanwhile(before.name);
    // Views that can no longer be restored.
    await tx.view.deleteMany({ where: { deletedAt: { lt: after(-RESTORABLE_MS) } } });
    await audit(tx, actor, "view.delete", before, null);
  });
}

/**
 * Restores a deleted view, under another name if its own is taken by now.
 * @throws AppError NOT_FOUND when it does not exist, is not deleted, or was deleted too long ago; FORBIDDEN; RATE_LIMITED
 */
export async function restoreView(actor: Actor, viewId: string): Promise<ViewSummary> {
  requirePermission(actor, "portal:read");
  return withFreeName((suffixed) =>
    inTransaction(async (tx) => {
      const row = await requireChangeable(tx, actor, viewId, { gte: after(-RESTORABLE_MS) });
      await requireRoom(tx, row.ownerId);
      const name = suffixed(row.name);
      const [restored] = await tx.view.updateManyAndReturn({
        where: { id: viewId, deletedAt: { not: null } },
        data: {
          name,
          nameKey: nameKey(row.ownerId, name),
          deletedAt: null,
          version: { increment: 1 },
          updatedAt: now(),
        },
      });
      if (restored === undefined) throw notFound(say("This view"));
      const back = { ...restored, owner: row.owner };
      await audit(tx, actor, "view.restore", null, back);
      return toSummary(actor, back);
    }),
  );
}

const FREE_NAME_TRIES = 100;

function createUnderFreeName(actor: Actor, name: string, content: ViewContent): Promise<ViewSummary> {
  return withFreeName((suffixed) => createView(actor, { name: suffixed(name), isShared: false, content }));
}

/** Tries "Doors", "Doors 2", "Doors 3" … until a name is free. */
async function withFreeName<T>(work: (suffixed: (name: string) => string) => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : ` ${String(n)}`;
    try {
      return await work(
        (name) => `${name.slice(0, VIEW_NAME_LENGTH_MAX - suffix.length).toWellFormed()}${suffix}`,
      );
    } catch (thrown) {
      const isTaken = isUniqueViolation(thrown) || (thrown instanceof AppError && thrown.code === "CONFLICT");
      if (!isTaken || n >= FREE_NAME_TRIES) throw thrown;
    }
  }
}

/** Makes names unique per person, ignoring case. */
function nameKey(ownerId: string, name: string): string {
  return `${ownerId}|${name.toLowerCase()}`;
}

function stored(content: ViewContent): { version: number; content: ViewContent } {
  const value = { version: CONTENT_VERSION, content };
  if (JSON.stringify(value).length <= CONTENT_LENGTH_MAX) return value;
  throw validation({
    content: [t("This view is too large. Choose fewer columns or filters.")],
  });
}

/** Locks the owner's row, so that simultaneous requests cannot exceed the limit together. */
async function requireRoom(tx: Db, ownerId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM staff WHERE id = ${ownerId}::uuid FOR UPDATE`;
  const count = await tx.view.count({ where: { ownerId, deletedAt: null } });
  if (count < VIEWS_PER_PERSON_MAX) return;
  throw rateLimited(
    say("This person has {count} views, the maximum. Nothing was saved. Delete a view first.", { count }),
  );
}

async function requireChangeable(
  tx: Db,
  actor: Actor,
  viewId: string,
  deletedAt: { gte: Date } | null = null,
): Promise<ViewRow> {
  const row = await findRow(tx, actor, viewId, deletedAt);
  if (row === null) throw notFound(say("This view"));
  if (canChangeView(actor, row)) return row;
  throw forbidden(
    say("“{name}” belongs to somebody else. Nothing was changed. Duplicate the view to get your own.", {
      name: row.name,
    }),
  );
}

function changedMeanwhile(name: string): AppError {
  return conflict(
    say(
      "“{name}” was changed meanwhile, by somebody else or in another window. Nothing was overwritten. Open the list of views again and check the view first.",
      { name },
    ),
  );
}

async function writing<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
    throw conflict(
      say("A view “{name}” already exists. Choose another name, or update that view.", { name }),
      {
        cause: thrown,
      },
    );
  }
}

async function audit(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  before: ViewRow | null,
  afterwards: ViewRow | null,
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action,
    objectType: "view",
    objectId: (afterwards ?? before)?.id ?? "",
    ...(before !== null && { before: describe(before) }),
    ...(afterwards !== null && { after: describe(afterwards) }),
  });
}

function describe({ name, isShared, version }: ViewRow) {
  return { name, isShared, version };
}

function toSummary(actor: Actor, row: ViewRow): ViewSummary {
  const summary = findSummary(actor, row);
  if (summary === null) throw new Error("a view that was just written cannot be read");
  return summary;
}
