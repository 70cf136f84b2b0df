/**
 * IFC class names as words for buttons and sentences: IfcDoor → "door", "doors"; „Tür“, „Türen“ in German. Pure except for the reader's
 * language; client code uses it. It never decides which class is meant: the schema's spelling does.
 */
import { catalogueOf, classKey, currentLanguage, t } from "#lib/core/texts.ts";

const UNCOUNTED = new Set(["furniture", "earthworks cut", "earthworks fill"]);
const CASE = /(StandardCase|ElementedCase)$/;

/** Nouns of a page that does not have all texts of its language. */
const known = new Map<string, string>();

/** The nouns of these classes, and of elements of any class, for `knowClasses`. */
export function nounsOf(ifcClasses: readonly string[]): Readonly<Record<string, string>> {
  const catalogue = catalogueOf(currentLanguage());
  const keys = ["", ...ifcClasses].map((ifcClass) => classKey(nameOf(ifcClass)));
  return Object.fromEntries(
    keys.flatMap((key) => {
      const noun = catalogue[key];
      return noun === undefined ? [] : [[key, noun]];
    }),
  );
}

/** Makes nouns known to a page, which then need not load those of all classes. */
export function knowClasses(nouns: Readonly<Record<string, string>>): void {
  for (const [key, noun] of Object.entries(nouns)) known.set(key, noun);
}

/** "1 door", "214 doors", "3 walls (standard case)". The caller formats the count. "": elements of any class. */
export function classNoun(ifcClass: string, count: number): string {
  const note = noteOf(CASE.exec(ifcClass)?.[0]);
  const name = nameOf(ifcClass);
  if (currentLanguage() === "de") {
    const key = classKey(name);
    const noun = catalogueOf("de")[key] ?? known.get(key) ?? ifcClass.replace(CASE, "");
    const [one, many] = noun.split("|");
    return `${(count === 1 ? one : (many ?? one)) ?? ""}${note}`;
  }
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  if (words === "") return count === 1 ? "element" : "elements";
  return `${count === 1 ? words : plural(words)}${note}`;
}

/** What rows of these classes are called: several have only "elements" in common. */
export function classesNoun(ifcClasses: readonly string[], count: number): string {
  return classNoun(ifcClasses.length === 1 ? (ifcClasses[0] ?? "") : "", count);
}

function nameOf(ifcClass: string): string {
  return ifcClass.replace(/^Ifc/, "").replace(CASE, "");
}

function noteOf(suffix: string | undefined): string {
  if (suffix === "StandardCase") return t(" (standard case)");
  return suffix === "ElementedCase" ? t(" (elemented case)") : "";
}

function plural(words: string): string {
  if (UNCOUNTED.has(words)) return words;
  if (/[^aeiou]y$/.test(words)) return `${words.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/.test(words)) return `${words}es`;
  return `${words}s`;
}
