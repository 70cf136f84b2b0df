/** A sentence in quotation marks. Those inside become single ones, as both languages write them. */
import { currentLanguage, t, type Language } from "../texts.ts";

const INNER: Readonly<Record<Language, { readonly pair: RegExp; readonly single: string }>> = {
  en: { pair: /“([^“”]*)”/g, single: "‘$1’" },
  de: { pair: /„([^„“]*)“/g, single: "‚$1‘" },
};

/** @param sentence in the current language; not a name, whose marks belong to it */
export function quoted(sentence: string): string {
  const { pair, single } = INNER[currentLanguage()];
  return t("“{quoted}”", { quoted: sentence.replaceAll(pair, single) });
}
