/**
 * IFC class names as words for buttons and sentences: IfcDoor → "door", "doors"; „Tür“, „Türen“ for who reads German. Pure but for the
 * reader's language; client code uses it. It never decides which class is meant: that is the schema spelling's business.
 */
import { currentLanguage } from "#lib/core/texts.ts";
import { GERMAN_NOUNS } from "./class-nouns-de.ts";

const UNCOUNTED = new Set(["furniture", "earthworks cut", "earthworks fill"]);
const CASE = /(StandardCase|ElementedCase)$/;
const NOTES = {
  en: { StandardCase: " (standard case)", ElementedCase: " (elemented case)" },
  de: { StandardCase: " (Standardfall)", ElementedCase: " (zusammengesetzt)" },
};

/** "1 door", "214 doors", "3 walls (standard case)". The count is put in front by the caller's formatting. "": elements of any class. */
export function classNoun(ifcClass: string, count: number): string {
  const language = currentLanguage();
  const [suffix] = CASE.exec(ifcClass) ?? [];
  const note = suffix === "StandardCase" || suffix === "ElementedCase" ? NOTES[language][suffix] : "";
  const name = ifcClass.replace(/^Ifc/, "").replace(CASE, "");
  if (language === "de") {
    const [one, many] = (GERMAN_NOUNS[name] ?? ifcClass.replace(CASE, "")).split("|");
    return `${(count === 1 ? one : (many ?? one)) ?? ""}${note}`;
  }
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  if (words === "") return count === 1 ? "element" : "elements";
  return `${count === 1 ? words : plural(words)}${note}`;
}

function plural(words: string): string {
  if (UNCOUNTED.has(words)) return words;
  if (/[^aeiou]y$/.test(words)) return `${words.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/.test(words)) return `${words}es`;
  return `${words}s`;
}
