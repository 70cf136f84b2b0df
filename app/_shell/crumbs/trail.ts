import type { Crumb } from "#app/_ui/frame/crumbs.tsx";
import { msg, t } from "#lib/core/texts.ts";

/** What only the server knows about an address: the names of the things in it. */
export type Names = Partial<Record<"cloud" | "project" | "model" | "connection" | "other", string>> & {
  /** The project's ancestors, from the top. */
  above?: readonly { id: string; name: string }[];
};

type Named = { name: keyof Omit<Names, "above"> };

/** Every page of the portal by its address (`*` for an id), with its name in the breadcrumb. */
export const TRAIL: Readonly<Record<string, string | Named>> = {
  "/": msg("Overview"),
  "/applications": msg("Applications"),
  "/applications/*": { name: "other" },
  "/applications/new": msg("Register application"),
  "/applications/people": msg("People with an account"),
  "/applications/webhooks": msg("Webhook deliveries"),
  "/audit": msg("Audit"),
  "/clouds": msg("Clouds"),
  "/clouds/*": { name: "cloud" },
  "/clouds/*/invitations": msg("Invitations"),
  "/clouds/*/invitations/lists/*": msg("List"),
  "/clouds/*/invitations/lists/new": msg("Invite many people"),
  "/clouds/*/invitations/new": msg("Invite people"),
  "/clouds/*/people": msg("People"),
  "/clouds/*/projects/*": { name: "project" },
  "/clouds/*/projects/*/models/*": { name: "model" },
  "/clouds/*/projects/*/models/*/passport": msg("Property overview"),
  "/clouds/*/projects/*/models/*/sums": msg("Sums"),
  "/clouds/*/projects/*/people": msg("People"),
  "/clouds/*/projects/*/people/new": msg("Invite people"),
  "/clouds/*/projects/*/requests": msg("Requests"),
  "/clouds/*/projects/*/settings": msg("Settings"),
  "/clouds/*/projects/adopt": msg("Add by number"),
  "/clouds/*/projects/lists/*": msg("List of projects"),
  "/clouds/*/projects/lists/new": msg("Create several projects"),
  "/clouds/*/projects/new": msg("Create project"),
  "/clouds/*/settings": msg("Settings"),
  "/clouds/adopt": msg("Add by number"),
  "/clouds/new": msg("Create Cloud"),
  "/connections": msg("Connections"),
  "/connections/*": { name: "connection" },
  "/connections/*/edit": msg("Edit"),
  "/connections/new": msg("Add connection"),
  "/exports": msg("Exports"),
  "/exports/bulk": msg("Bulk exports"),
  "/help": msg("Help"),
  "/invitations": msg("Invitations"),
  "/mailbox": msg("Mailbox"),
  "/mailbox/*": { name: "other" },
  "/not-allowed": msg("Not allowed"),
  "/operations": msg("Operations"),
  "/operations/*": { name: "other" },
  "/people": msg("People"),
  "/people/removals/*": msg("Removal"),
  "/people/removals/new": msg("Remove from all Clouds"),
  "/plans": msg("Plans"),
  "/plans/*": { name: "other" },
  "/plans/new": msg("Create plan"),
  "/settings/security": msg("Sign-in and security"),
  "/settings/tokens": msg("Access tokens"),
  "/staff": msg("Staff"),
  "/start": msg("First steps"),
};

/**
 * The breadcrumb of an address: a crumb for each page above it, and its own. Without `names` (while the page is loading), named crumbs are
 * left out; with them, an address with an unknown name does not exist.
 */
export function trailOf(path: string, names?: Names): Crumb[] {
  const crumbs = waysTo(path).flatMap((way) => crumbsAt(way, names ?? {}));
  const here = `/${segmentsOf(path).join("/")}`;
  if (names !== undefined && crumbs.at(-1)?.href !== here) return [{ label: t("Page not found") }];
  return crumbs.map((crumb) => (crumb.href === here ? { ...crumb, href: undefined } : crumb));
}

/** Whether the content of an address may belong to one connection. */
export function mayBeOfOne(path: string): boolean {
  return path === "/clouds" || waysTo(path).some((way) => typeof entryAt(way) === "object");
}

function crumbsAt(way: readonly string[], names: Names): Crumb[] {
  const said = entryAt(way);
  if (said === undefined) return [];
  const href = `/${way.join("/")}`;
  if (typeof said === "string") return [{ label: t(said), href }];
  const label = names[said.name];
  if (label === undefined) return [];
  const above = said.name === "project" ? (names.above ?? []) : [];
  return [
    ...above.map(({ id, name }) => ({ label: name, href: `/clouds/${way[1] ?? ""}/projects/${id}` })),
    { label, href },
  ];
}

function entryAt(way: readonly string[]): string | Named | undefined {
  return TRAIL[patternAt(way) ?? ""];
}

/** The addresses of TRAIL as segments, those with fewer ids first. */
const PATTERNS = Object.keys(TRAIL)
  .map((pattern) => ({ pattern, parts: segmentsOf(pattern) }))
  .toSorted((a, b) => countIds(a.parts) - countIds(b.parts));

function countIds(parts: readonly string[]): number {
  return parts.filter((part) => part === "*").length;
}

/** The address of TRAIL that these segments match: a page's fixed word takes precedence over an id. */
export function patternAt(way: readonly string[]): string | undefined {
  const fits = ({ parts }: (typeof PATTERNS)[number]): boolean =>
    parts.length === way.length && parts.every((part, index) => part === "*" || part === way[index]);
  return PATTERNS.find(fits)?.pattern;
}

/** An address and all addresses above it, as segments. */
function waysTo(path: string): string[][] {
  const segments = segmentsOf(path);
  return segments.length === 0 ? [[]] : segments.map((_, index) => segments.slice(0, index + 1));
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}
