/** What pages call the columns for an element's place and relations; files, views and addresses use the original names. */
import { RELATIONS, RELATIONS_SET, type Relation } from "./relation-columns.ts";
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

/** What the column says and what not, where its name may mislead. */
export function relationAbout(property: string): string | undefined {
  if (property !== "Space") return undefined;
  return t("The space that contains the element. Rooms on both sides of a door are not stated here.");
}

/** By relation: set and name as pages show them, in lower case, for searches; none where they are the stored names. */
export function relationNames(): ReadonlyMap<Relation, string> {
  const told = RELATIONS.map(
    (relation) => [relation, `${t("Relations")} ${relationWord(relation)}`.toLowerCase()] as const,
  );
  return new Map(told.filter(([relation, words]) => words !== `${RELATIONS_SET} ${relation}`.toLowerCase()));
}
