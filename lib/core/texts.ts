/**
 * All texts that people read, in each person's language. The English text itself is the key: code reads like the page, and English needs no
 * catalogue. Other languages are in texts/<language>/*.json (docs/decisions/0045). Runs on the server and in the browser; the server sets
 * the language for each request, the page's script in the browser.
 */
import { IntlMessageFormat } from "intl-messageformat";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The values for a message's places. A number in a plural is grouped, a bare number is not; a `Said` value is translated into the same
 * language.
 */
export type TextValues = Readonly<Record<string, string | number | Said>>;

/** English text → text of one language; and the nouns of IFC classes, by `classKey`. */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * The key of a class's noun in a catalogue: singular and plural with "|" between, one word where both are the same. German plurals follow
 * no rule that a program could apply; a class that is not there keeps its IFC name.
 * @param name without Ifc, StandardCase and the like
 */
export function classKey(name: string): string {
  return `class ${name}`;
}

/** A sentence with its values, not yet in any language: it can be stored, logged in English, and shown to a person later. */
export type Said = { readonly text: string; readonly values: TextValues };

/** The source of the current language and its texts. Defaults to English. */
export type TextSource = {
  language: () => Language;
  catalogue: (language: Language) => Catalogue;
  /** The address of the script that loads a language's texts into a page; null for English, and in the browser. */
  scriptOf: (language: Language) => string | null;
  /** In a page that has only the texts of its own code: the address of the script with all texts. */
  rest?: string;
};

const SLOT = Symbol.for("portico.texts");
type Holder = { [SLOT]?: TextSource };

/** Sets the source of texts for this process or page. The name is global because the server consists of two bundles. */
export function setTextSource(source: TextSource): void {
  (globalThis as Holder)[SLOT] = source;
}

/** The language of the person whose request is being answered, or whose page this is; otherwise English. */
export function currentLanguage(): Language {
  return chosen ?? (globalThis as Holder)[SLOT]?.language() ?? "en";
}

let chosen: Language | null = null;

/** Runs `make`, which must be synchronous, in this language, whoever asks: for lines of a file that is made while it is sent. */
export function sayIn<T>(language: Language, make: () => T): T {
  const before = chosen;
  chosen = language;
  try {
    return make();
  } finally {
    chosen = before;
  }
}

/** Runs `make` in English, whoever acts: for stored results and files for programs. */
export function sayForRecords<T>(make: () => T): T {
  return sayIn("en", make);
}

const DECIMAL_SIGNS: Readonly<Record<Language, "." | ",">> = { en: ".", de: "," };

/** The decimal sign of the current language. */
export function decimalSign(): "." | "," {
  return DECIMAL_SIGNS[currentLanguage()];
}

const THIN_SPACE = "\u2009";

/** A number with thin spaces between thousands, 18 440; decimals are kept, after the language's decimal sign. */
export function formatNumber(value: number, sign: "." | ","): string {
  const [whole = "", decimals] = String(value).split(".");
  if (whole.includes("e")) return String(value);
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE);
  return decimals === undefined ? grouped : `${grouped}${sign}${decimals}`;
}

/** The texts of a language; empty for English, where each text is its own key. */
export function catalogueOf(language: Language): Catalogue {
  return (globalThis as Holder)[SLOT]?.catalogue(language) ?? {};
}

/** The script that a page of this language needs before its own (server only). */
export function textScriptOf(language: Language): string | null {
  return (globalThis as Holder)[SLOT]?.scriptOf(language) ?? null;
}

/** The address of the script with all texts, in a page that has only those of its own code; null elsewhere. */
export function restOfTexts(): string | null {
  return (globalThis as Holder)[SLOT]?.rest ?? null;
}

/**
 * The text in the current language. `text` must be an English literal, so that the catalogue finds it; with values it is an ICU message:
 * "{name} is taken", "{count, plural, one {# door} other {# doors}}".
 */
export function t(text: string, values?: TextValues): string {
  const told = inLanguage(currentLanguage(), text, values);
  return values === undefined ? told : forReader(told);
}

/** Characters that turn the reading direction: obeyed, they make one name look like another ("exe.ifc" like "cfi.exe"). */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Other people's text as a page shows it: "[U+202E]" in place of what would turn the reading direction. */
export function visible(text: string): string {
  return text.replace(
    TURNING,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** With marks for what would turn the reading direction; lines of files and records, whose language is chosen, keep what was typed. */
export function forReader(text: string): string {
  return chosen === null ? visible(text) : text;
}

/** Only marks a text for the catalogue, for tables of words outside any request. Code that reads the table translates it with `t`. */
export function msg<const T extends string>(text: T): T {
  return text;
}

/** A sentence to show later: for example an error's, which the log has in English and the person reads in another language. */
export function say(text: string, values: TextValues = {}): Said {
  return { text, values };
}

/** A sentence of `say` in the current language. */
export function tell({ text, values }: Said): string {
  return t(text, values);
}

/** A sentence for logs, records and emails to operators, which are always in English. */
export function inEnglish(said: Said | string): string {
  return typeof said === "string" ? said : inLanguage("en", said.text, said.values);
}

/** One message of a language, ready to be filled; tags (<link>…</link>) are parsed when `tags` is true. */
export function messageOf(language: Language, text: string, tags: boolean): IntlMessageFormat {
  const key = `${language}${tags ? "<" : " "}${text}`;
  let message = messages.get(key);
  if (message === undefined) {
    const known = language === "en" ? text : catalogueOf(language)[text];
    message = new IntlMessageFormat(known ?? text, language, undefined, {
      ignoreTag: !tags,
      formatters: formattersOf[language],
    });
    // A page may get the text later, with all texts of its language.
    if (known !== undefined) messages.set(key, message);
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

/** Places for a point in time, never for words of a person or a file. */
const MOMENTS: ReadonlySet<string> = new Set(["when", "at", "time", "day", "on", "since", "until"]);
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}))?( UTC)?$/;

/** Writes a number with decimals, or a point in time from a record, in the language's form: 0,5 and 22.11.2026, 18:26. */
function inPlace(language: Language, text: string, name: string, value: string | number): string | number {
  if (language === "en") return value;
  if (typeof value === "number") {
    // A number that decides a plural stays a number and is formatted there.
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

/** At most one entry for each text in the code and language, so it cannot grow forever. */
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
