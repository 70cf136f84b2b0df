/**
 * A project's logo, which a service stores as one text: an image as a data address (RFC 2397), or an address elsewhere. Pages show the
 * image from Portico itself and never load it from elsewhere, because that would tell strangers who looks at which project.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";

/** Types that browsers show as plain images; SVG is excluded because it can contain scripts. */
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
const IMAGE = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/]+={0,2})$/;

/** `other`: cannot be shown on a page. */
export type LogoView = { kind: "image" } | { kind: "address"; href: string } | { kind: "other" };

/** What pages get of a logo: not its bytes, which may be a quarter of a megabyte. */
function toLogoView(logo: string | null): LogoView | null {
  if (logo === null || logo === "") return null;
  if (IMAGE.test(logo)) return { kind: "image" };
  return /^https?:/.test(logo) && URL.canParse(logo) ? { kind: "address", href: logo } : { kind: "other" };
}

/** Longer than any address that somebody means. */
const HREF_LENGTH_MAX = 8_192;

/** What pages know of the logos of these projects, by project. Of each only the beginning is read, which says what it is. */
export async function listLogoViews(projectIds: readonly string[]): Promise<Map<string, LogoView | null>> {
  if (projectIds.length === 0) return new Map();
  const rows = await getDb().$queryRaw<{ id: string; start: string }[]>`
    SELECT id::text AS id, left(logo, ${HREF_LENGTH_MAX + 1}::int) AS start
      FROM project
     WHERE id = ANY(${projectIds}::uuid[]) AND logo IS NOT NULL`;
  return new Map(
    rows.map(({ id, start }) => {
      const view = toLogoView(start);
      const isCut = view?.kind === "address" && start.length > HREF_LENGTH_MAX;
      return [id, isCut ? { kind: "other" } : view];
    }),
  );
}

/** The image itself. @throws AppError NOT_FOUND where there is none */
export async function getLogoImage(
  actor: Actor,
  { cloudId, projectId }: { cloudId: string; projectId: string },
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  requirePermission(actor, "portal:read");
  const row =
    isId(cloudId) && isId(projectId)
      ? await getDb().project.findFirst({ where: { id: projectId, cloudId }, select: { logo: true } })
      : null;
  const [, type, base64] = IMAGE.exec(row?.logo ?? "") ?? [];
  if (type === undefined || base64 === undefined) throw notFound(say("This logo"));
  return { type, bytes: Uint8Array.from(Buffer.from(base64, "base64")) };
}
