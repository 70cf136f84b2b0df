/** A person's own access tokens, as their page shows them. Nobody sees those of others, and nobody sees a token itself again. */
import { t } from "#lib/core/texts.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { getDb, type PersonalTokenModel } from "#lib/db/client.ts";
import { listViews } from "#lib/features/views/queries.ts";
import type { TokenState } from "./schema.ts";

const LISTED_MAX = 200;

/** The actor's tokens: live ones first, newest first. */
export async function listTokens(actor: Actor): Promise<TokenView[]> {
  requirePermission(actor, "portal:read");
  const rows = await getDb().personalToken.findMany({
    where: { staffId: actor.staffId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: LISTED_MAX,
  });
  const views = new Map((await listViews(actor)).map(({ id, name }) => [id, name]));
  const tokens = rows.map((row) => toTokenView(row, views));
  return [
    ...tokens.filter(({ state }) => state === "live"),
    ...tokens.filter(({ state }) => state !== "live"),
  ];
}

function toTokenView(row: PersonalTokenModel, views: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    name: row.name,
    /** The last four characters. */
    hint: row.hint,
    scope: row.scope,
    /** What it may read: the name of a view, or null for everything. */
    viewName: row.viewId === null ? null : (views.get(row.viewId) ?? t("a deleted view")),
    state: stateOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    /** Why it was revoked; null where no reason was recorded. */
    revokedFor: row.revokedFor,
    /** To the hour; null: never. */
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

export type TokenView = ReturnType<typeof toTokenView>;

function stateOf({ revokedAt, expiresAt }: PersonalTokenModel): TokenState {
  if (revokedAt !== null) return "revoked";
  return expiresAt.getTime() > now().getTime() ? "live" : "expired";
}
