/**
 * IFC class names as words for buttons and sentences: IfcDoor → "door", "doors"; „Tür“, „Türen“ in German. Pure except for the reader's
 * language; client code uses it. It never decides which class is meant: the schema's spelling does.
 */
import { currentLanguage, t } from "#lib/core/texts.ts";
import germanNouns from "./class-nouns.de.json" with { type: "json" };

/**
 * Singular and plural by class name, without Ifc, StandardCase and the like; one word where both are the same. German plurals follow no
 * rule that a program could apply. A class not listed here keeps its IFC name.
 */
const GERMAN_NOUNS: Readonly<Record<string, string>> = germanNouns;

const UNCOUNTED = new Set(["furniture", "earthworks cut", "earthworks fill"]);
const CASE = /(StandardCase|ElementedCase)$/;

/** "1 door", "214 doors", "3 walls (standard case)". The caller formats the count. "": elements of any class. */
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
