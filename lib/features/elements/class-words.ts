/**
 * IFC class names as words for buttons and sentences: IfcDoor → "door", "doors". Pure, and without imports, because client
 * code uses it. It never decides which class is meant: that is the schema spelling's business.
 */

const UNCOUNTED = new Set(["furniture", "earthworks cut", "earthworks fill"]);

/** "1 door", "214 doors", "3 walls (standard case)". The count is put in front by the caller's formatting. */
export function classNoun(ifcClass: string, count: number): string {
  const suffix = /(StandardCase|ElementedCase)$/.exec(ifcClass)?.[1];
  const words = ifcClass
    .replace(/^Ifc/, "")
    .replace(/(StandardCase|ElementedCase)$/, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const note =
    suffix === undefined ? "" : suffix === "StandardCase" ? " (standard case)" : " (elemented case)";
  if (words === "") return count === 1 ? "element" : "elements";
  return `${count === 1 ? words : plural(words)}${note}`;
}

function plural(words: string): string {
  if (UNCOUNTED.has(words)) return words;
  if (/[^aeiou]y$/.test(words)) return `${words.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/.test(words)) return `${words}es`;
  return `${words}s`;
}
