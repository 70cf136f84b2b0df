/**
 * Every text that a person reads, in that person's language. The English text itself is the key: code reads as the page does, and English
 * needs no catalogue. The other languages are in texts/<language>/*.json (docs/decisions/0045). Runs on the server and in the browser;
 * which language counts is put here by whoever knows: the server for each request, the page's script in the browser.
 */
import { IntlMessageFormat } from "intl-messageformat";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * What a message's places are filled with. A number in a plural is grouped, a bare one is written as it is; a sentence or word that was
 * said is told in the same language.
 */
export type TextValues = Readonly<Record<string, string | number | Said>>;

/** English texts to those of one language. */
export type Catalogue = Readonly<Record<string, string>>;

/** A sentence with its values, not yet in any language: it may be kept, logged in English, and told to somebody later. */
export type Said = { readonly text: string; readonly values: TextValues };

/** Where the language of this moment and its texts come from. Nobody has put it: English. */
export type TextSource = {
  language: () => Language;
  catalogue: (language: Language) => Catalogue;
  /** The address of the script that brings a language's texts into a page; null for English, and in the browser. */
  scriptOf: (language: Language) => string | null;
};

const SLOT = Symbol.for("portico.texts");
type Holder = { [SLOT]?: TextSource };

/** Tells where texts come from from now on, in this process or page. The name is global because the server is two bundles. */
export function setTextSource(source: TextSource): void {
  (globalThis as Holder)[SLOT] = source;
}

/** The language of the person whose request is being answered, or whose page this is; English outside of both. */
export function currentLanguage(): Language {
  return chosen ?? (globalThis as Holder)[SLOT]?.language() ?? "en";
}

let chosen: Language | null = null;

/** What `make` says at once (it waits for nothing) is in this language, whoever asks: lines of a file that is made while it is sent. */
export function sayIn<T>(language: Language, make: () => T): T {
  const before = chosen;
  chosen = language;
  try {
    return make();
  } finally {
    chosen = before;
  }
}

/** In English, whoever acts: judgements that are written down, files for programs. */
export function sayForRecords<T>(make: () => T): T {
  return sayIn("en", make);
}

const DECIMAL_SIGNS: Readonly<Record<Language, "." | ",">> = { en: ".", de: "," };

/** What stands before the decimals of a number in the language of this moment. */
export function decimalSign(): "." | "," {
  return DECIMAL_SIGNS[currentLanguage()];
}

const THIN_SPACE = "\u2009";

/** A number with thin spaces between thousands, 18 440; numbers that are not whole keep their decimals, after the language's sign. */
export function formatNumber(value: number, sign: "." | ","): string {
  const [whole = "", decimals] = String(value).split(".");
  if (whole.includes("e")) return String(value);
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE);
  return decimals === undefined ? grouped : `${grouped}${sign}${decimals}`;
}

/** The texts of a language; empty for English, whose texts are their own keys. */
export function catalogueOf(language: Language): Catalogue {
  return (globalThis as Holder)[SLOT]?.catalogue(language) ?? {};
}

/** The script that a page of this language needs before its own (server only). */
export function textScriptOf(language: Language): string | null {
  return (globalThis as Holder)[SLOT]?.scriptOf(language) ?? null;
}

/**
 * The text in the language of this moment. `text` is English and a literal, so that it is found for the catalogue; with values it is an
 * ICU message: "{name} is taken", "{count, plural, one {# door} other {# doors}}".
 */
export function t(text: string, values?: TextValues): string {
  return inLanguage(currentLanguage(), text, values);
}

/** The same, for a table of words that stands outside any request: nothing but a mark. Its reader tells it with `t`. */
export function msg<const T extends string>(text: T): T {
  return text;
}

/** A sentence to be told later: an error's, which the log keeps in English and the person reads in another language. */
export function say(text: string, values: TextValues = {}): Said {
  return { text, values };
}

/** A kept sentence in the language of this moment. */
export function tell({ text, values }: Said): string {
  return t(text, values);
}

/** A kept sentence for logs, records and mails to operators, which are in English for everybody. */
export function inEnglish(said: Said | string): string {
  return typeof said === "string" ? said : inLanguage("en", said.text, said.values);
}

/** One message of the current language, ready to be filled; tags (<link>…</link>) are read when `tags` is true. */
export function messageOf(language: Language, text: string, tags: boolean): IntlMessageFormat {
  const key = `${language}${tags ? "<" : " "}${text}`;
  let message = messages.get(key);
  if (message === undefined) {
    const template = language === "en" ? text : (catalogueOf(language)[text] ?? text);
    message = new IntlMessageFormat(template, language, undefined, {
      ignoreTag: !tags,
      formatters: formattersOf[language],
    });
    messages.set(key, message);
  }
  return message;
}

function inLanguage(language: Language, text: string, values: TextValues | undefined): string {
  if (values === undefined || Object.keys(values).length === 0) {
    return language === "en" ? text : (catalogueOf(language)[text] ?? text);
  }
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "object"
      ? inLanguage(language, value.text, value.values)
      : inPlace(language, text, name, value),
  ]);
  return String(
    messageOf(language, text, false).format(Object.fromEntries(filled) as Record<string, string | number>),
  );
}

/** Places that hold a moment and never a person's or a file's own words. */
const MOMENTS: ReadonlySet<string> = new Set(["when", "at", "time", "day", "on", "since", "until"]);
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}))?( UTC)?$/;

/** A number with decimals, and a moment as records have it, as the language writes them: 0,5 and 22.11.2026, 18:26. */
function inPlace(language: Language, text: string, name: string, value: string | number): string | number {
  if (language === "en") return value;
  if (typeof value === "number") {
    // Where it decides about a plural it stays a number, which is formatted there.
    const isBare = !Number.isInteger(value) && !text.includes(`{${name},`);
    return isBare ? String(value).replace(".", DECIMAL_SIGNS[language]) : value;
  }
  if (name === "seconds")
    return /^\d+\.\d+$/.test(value) ? value.replace(".", DECIMAL_SIGNS[language]) : value;
  const moment = MOMENTS.has(name) ? MOMENT.exec(value) : null;
  if (moment === null) return value;
  const [, year = "", month = "", day = "", time, zone = ""] = moment;
  return `${day}.${month}.${year}${time === undefined ? "" : `, ${time}`}${zone}`;
}

/** There are as many as the code has texts, so it cannot grow for ever. */
const messages = new Map<string, IntlMessageFormat>();

const formattersOf = { en: formatters(DECIMAL_SIGNS.en), de: formatters(DECIMAL_SIGNS.de) };

function formatters(decimalSign: "." | ",") {
  const plurals = new Map<string, Intl.PluralRules>();
  return {
    getNumberFormat: () =>
      ({ format: (value: number) => formatNumber(value, decimalSign) }) as Intl.NumberFormat,
    getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...given),
    getPluralRules: (...[locales, options]: ConstructorParameters<typeof Intl.PluralRules>) => {
      const key = `${String(locales)} ${options?.type ?? ""}`;
      let rules = plurals.get(key);
      if (rules === undefined) plurals.set(key, (rules = new Intl.PluralRules(locales, options)));
      return rules;
    },
  };
}
