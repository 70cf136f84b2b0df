/**
 * Views as pages and programs see them: one's own, shared ones, and ready-made ones. Another person's private view does not exist for
 * anybody else, whatever the role.
 */
import { isAllowed, requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { say, t } from "#lib/core/texts.ts";
import { type Db, getDb, type Prisma } from "#lib/db/client.ts";
import { storedContentSchema } from "./content.ts";
import { writeViewFile } from "./file.ts";
import type { ViewSummary } from "./schema.ts";
import { STANDARD_VIEWS, type StandardView } from "./standard.ts";

export const WITH_OWNER = { owner: { select: { name: true } } } satisfies Prisma.ViewInclude;
export type ViewRow = Prisma.ViewGetPayload<{ include: typeof WITH_OWNER }>;

const LISTED_MAX = 1_000;

/** Which views somebody may use. */
const visibleTo = ({ staffId }: Actor, deletedAt: { gte: Date } | null = null): Prisma.ViewWhereInput => ({
  deletedAt,
  OR: [{ ownerId: staffId }, { isShared: true }],
});

/** A view that somebody may use; with `deletedAt`, one deleted since then. */
export async function findRow(
  db: Db,
  actor: Actor,
  viewId: string,
  deletedAt?: { gte: Date } | null,
): Promise<ViewRow | null> {
  if (!isId(viewId)) return null;
  return db.view.findFirst({ where: { id: viewId, ...visibleTo(actor, deletedAt) }, include: WITH_OWNER });
}

/** Its owner, and administrators if it is shared. */
export function canChangeView(actor: Actor, view: ViewRow): boolean {
  return view.ownerId === actor.staffId || (view.isShared && isAllowed(actor, "view:manage"));
}

/** Ready-made ones, then all others by name. */
export async function listViews(actor: Actor): Promise<ViewSummary[]> {
  requirePermission(actor, "portal:read");
  const rows = await getDb().view.findMany({
    where: visibleTo(actor),
    include: WITH_OWNER,
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: LISTED_MAX,
  });
  const views = rows.flatMap((row) => findSummary(actor, row) ?? []);
  const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  views.sort((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
  return [...STANDARD_VIEWS.map(summariseStandard), ...views];
}

/** @param viewId a row's id or the name of a ready-made view. @throws AppError NOT_FOUND, also for another person's private view */
export async function getView(actor: Actor, viewId: string): Promise<ViewSummary> {
  requirePermission(actor, "portal:read");
  const standard = STANDARD_VIEWS.find(({ id }) => id === viewId);
  if (standard !== undefined) return summariseStandard(standard);
  const row = await findRow(getDb(), actor, viewId);
  const view = row === null ? null : findSummary(actor, row);
  if (view === null) throw notFound(say("This view"));
  return view;
}

/** The view as a file. @throws AppError NOT_FOUND */
export async function getViewFile(actor: Actor, viewId: string): Promise<{ name: string; text: string }> {
  const { name, content } = await getView(actor, viewId);
  return { name, text: writeViewFile({ name, content }) };
}

/** null for a row that only a later version of Portico can read. */
export function findSummary(actor: Actor, row: ViewRow): ViewSummary | null {
  const content = storedContentSchema.safeParse(row.content);
  if (!content.success) {
    log.warn("a stored view cannot be read by this version", { viewId: row.id });
    return null;
  }
  return {
    id: row.id,
    name: row.name,
    kind: row.ownerId === actor.staffId ? "own" : "shared",
    isShared: row.isShared,
    ownerName: row.owner.name,
    version: row.version,
    content: content.data,
    canChange: canChangeView(actor, row),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function summariseStandard(view: StandardView): ViewSummary {
  return {
    ...view,
    name: t(view.name),
    kind: "standard",
    isShared: true,
    ownerName: null,
    version: 1,
    canChange: false,
    updatedAt: null,
  };
}
