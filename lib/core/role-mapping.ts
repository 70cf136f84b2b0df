/**
 * Parses which words of an identity provider mean which role: "portico-staff=viewer, portico-admins=administrator". Pure; knows neither
 * whose words they are nor what a role may do.
 */

/** From the least to the most. */
const NAMES = ["viewer", "operator", "administrator"] as const;

export type MappedRole = "VIEWER" | "OPERATOR" | "ADMINISTRATOR";
export type RoleMapping = ReadonlyMap<string, MappedRole>;

/** The mapping: each word once, each with one of the three roles; null when the text is not such a mapping. */
export function parseRoleMapping(text: string): RoleMapping | null {
  const mapping = new Map<string, MappedRole>();
  for (const pair of text.split(",")) {
    const cut = pair.lastIndexOf("=");
    const word = pair.slice(0, Math.max(cut, 0)).trim();
    const name = NAMES.find((each) => each === pair.slice(cut + 1).trim());
    if (word === "" || name === undefined || mapping.has(word)) return null;
    mapping.set(word, name.toUpperCase() as Uppercase<typeof name>);
  }
  return mapping;
}

/** The highest role of these words; null when none is mapped. */
export function highestRole(mapping: RoleMapping, words: readonly string[]): MappedRole | null {
  const found = words.map((word) => mapping.get(word)?.toLowerCase());
  const name = NAMES.findLast((each) => found.includes(each));
  return name === undefined ? null : (name.toUpperCase() as Uppercase<typeof name>);
}
