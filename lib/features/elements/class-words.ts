/**
 * IFC class names as words for buttons and sentences: IfcDoor → "door", "doors"; „Tür“, „Türen“ for who reads German. Pure but for the
 * reader's language; client code uses it. It never decides which class is meant: that is the schema spelling's business.
 */
import { currentLanguage, t } from "#lib/core/texts.ts";
import germanNouns from "./class-nouns.de.json" with { type: "json" };

/**
 * Singular and plural by class name without Ifc, and without StandardCase and the like; one word where both are the same. German forms
 * its plurals by no rule that a program could follow. A class that does not stand there is called by its IFC name.
 */
const GERMAN_NOUNS: Readonly<Record<string, string>> = germanNouns;

const UNCOUNTED = new Set(["furniture", "earthworks cut", "earthworks fill"]);
const CASE = /(StandardCase|ElementedCase)$/;

/** "1 door", "214 doors", "3 walls (standard case)". The count is put in front by the caller's formatting. "": elements of any class. */
export function classNoun(ifcClass: string, count: number): string {
  const note = noteOf(CASE.exec(ifcClass)?.[0]);
  const name = ifcClass.replace(/^Ifc/, "").replace(CASE, "");
  if (currentLanguage() === "de") {
    const [one, many] = (GERMAN_NOUNS[name] ?? ifcClass.replace(CASE, "")).split("|");
    return `${(count === 1 ? one : (many ?? one)) ?? ""}${note}`;
  }
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  if (words === "") return count === 1 ? "element" : "elements";
  return `${count === 1 ? words : plural(words)}${note}`;
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
