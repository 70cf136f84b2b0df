/** Which language a person gets: the chosen language, else the browser's first available language, else English. Pure. */
import { LANGUAGES, type Language } from "../texts.ts";

/** Contains only the language that a person chose in this browser, so it needs no protection. */
export const LANGUAGE_COOKIE = "portico-language";

/** Each language's own name for itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

/** `accepted` is an Accept-Language header (RFC 9110, 12.5.4): "de-CH, de;q=0.9, en;q=0.8". */
export function chooseLanguage(chosen: string | undefined, accepted: string | undefined): Language {
  return findLanguage(chosen ?? "") ?? acceptedLanguages(accepted ?? "").at(0) ?? "en";
}

function findLanguage(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split("-");
  return LANGUAGES.find((language) => language === primary);
}

/** The available languages of the header, the most preferred first. */
function acceptedLanguages(header: string): Language[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { language: findLanguage(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .flatMap(({ language }) => (language === undefined ? [] : [language]));
}
