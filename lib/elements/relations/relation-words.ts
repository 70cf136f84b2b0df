/** What pages call the columns for an element's place and relations; files, views and addresses use the original names. */
import { RELATIONS, type Relation } from "#lib/elements/relations/relation-columns.ts";
import { msg, t } from "#lib/core/texts.ts";

const WORDS: Record<Relation, string> = {
  Storey: msg("Storey"),
  Space: msg("Space"),
  Building: msg("Building"),
  Type: msg("Type"),
  "Part of": msg("Part of"),
  Materials: msg("Materials"),
  Classifications: msg("Classifications"),
  Layers: msg("Layers"),
  Systems: msg("Systems"),
  Groups: msg("Groups"),
};

/** The word for a column of the reserved set. */
export function relationWord(property: string): string {
  const relation = RELATIONS.find((known) => known === property);
  return relation === undefined ? property : t(WORDS[relation]);
}
