import { msg } from "#lib/core/texts.ts";
import type { PlaceKind } from "#lib/features/places/schema.ts";

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PLACE = new RegExp(`^/clouds/(${ID})(?:/projects/(${ID})(?:/models/[0-9]+)?)?$`);

export const SIBLING_WORDS: Record<PlaceKind, string> = {
  cloud: msg("Other Clouds"),
  project: msg("Other projects"),
  model: msg("Other models"),
};

/** The Cloud, project or model whose page is at this address, with the id for listing its siblings; null for other pages. */
export function placeAt(path: string): { of: PlaceKind; id: string } | null {
  const found = PLACE.exec(path);
  const [, cloudId, projectId] = found ?? [];
  if (cloudId === undefined) return null;
  if (projectId === undefined) return { of: "cloud", id: cloudId };
  return { of: path.includes("/models/") ? "model" : "project", id: projectId };
}
