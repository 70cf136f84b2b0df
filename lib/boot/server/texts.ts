/**
 * The portal's languages on the server: chooses the language of each request and loads the catalogues (texts/<language>/*.json). A page in
 * another language than English loads its texts as one script before its own, whose address is derived from its content: all of the
 * language, or only those of the page's own code (page-texts.ts).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chooseLanguage, LANGUAGE_COOKIE } from "#lib/core/language/languages.ts";
import { classKey, LANGUAGES, setTextSource, type Catalogue, type Language } from "#lib/core/texts.ts";
import germanNouns from "#lib/features/elements/class-nouns.de.json" with { type: "json" };
import { listPageTexts } from "./page-texts.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "texts");
const NOUNS: Readonly<Record<Exclude<Language, "en">, Readonly<Record<string, string>>>> = {
  de: germanNouns,
};
const YEAR_S = 31_536_000;

type Asked = { language: Language; path: string | null };

const running = new AsyncLocalStorage<Asked>();

type Script = { path: string; plain: Buffer; packed: Buffer };

/**
 * Loads the catalogues and makes texts available. Called once, before the first request.
 * @param build Next's folder; null in development, where every page has all texts
 */
export function openTexts(build: string | null = null): { answerTexts: typeof answerTexts } {
  const catalogues = new Map<Language, Catalogue>(
    LANGUAGES.map((language) => [language, readCatalogue(language)]),
  );
  const offers = LANGUAGES.filter((language) => language !== "en").map((language) => {
    const catalogue = catalogues.get(language) ?? {};
    const whole = makeScript(language, catalogue);
    const pages = build === null ? [] : listPageTexts(build, catalogue);
    return {
      language,
      whole,
      pages: pages.map(({ isAt, texts }) => ({ isAt, script: makeScript(language, texts, whole.path) })),
    };
  });
  const scripts = offers.flatMap(({ whole, pages }) => [whole, ...pages.map(({ script }) => script)]);
  setTextSource({
    language: () => running.getStore()?.language ?? "en",
    catalogue: (language) => catalogues.get(language) ?? {},
    scriptOf: (language) => {
      const offer = offers.find((one) => one.language === language);
      const path = running.getStore()?.path ?? null;
      const page = path === null ? undefined : offer?.pages.find(({ isAt }) => isAt(path));
      return (page?.script ?? offer?.whole)?.path ?? null;
    },
  });
  return { answerTexts };

  /** Answers a request for the script of a language; false for all others. */
  function answerTexts(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const script = scripts.find((known) => known.path === path);
    if (script === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
    request.resume();
    const isPacked = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const body = isPacked ? script.packed : script.plain;
    response.writeHead(200, {
      "content-type": "text/javascript; charset=utf-8",
      "content-length": body.length,
      "cache-control": `public, max-age=${String(YEAR_S)}, immutable`,
      vary: "accept-encoding",
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  }
}

/** Runs in the language that the person chose, or that the browser asks for. */
export function inLanguageOf({ headers, method, url }: AskedFor, run: () => void): void {
  const language = chooseLanguage(readCookie(headers.cookie), headers["accept-language"]);
  // Only a document that opens is known: the answer to a form that was sent without script may show anything.
  const opens = method === "GET" && headers["rsc"] === undefined;
  const path = opens && url !== undefined ? (url.split("?")[0] ?? null) : null;
  running.run({ language, path }, run);
}

type AskedFor = { headers: IncomingHttpHeaders; method?: string | undefined; url?: string | undefined };

function readCookie(cookies: string | undefined): string | undefined {
  const own = cookies?.split(";").find((pair) => pair.trim().startsWith(`${LANGUAGE_COOKIE}=`));
  return own?.trim().slice(LANGUAGE_COOKIE.length + 1);
}

function readCatalogue(language: Language): Catalogue {
  if (language === "en") return {};
  const folder = join(FOLDER, language);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const parts = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Catalogue);
  const nouns = Object.fromEntries(
    Object.entries(NOUNS[language]).map(([name, noun]) => [classKey(name), noun]),
  );
  return Object.assign(Object.create(null) as Record<string, string>, nouns, ...parts) as Catalogue;
}

/**
 * Installs the language and its catalogue in the browser before the page's own scripts run. Without a prototype, because a word from a
 * file, such as "constructor", may be looked up, too. `rest`: the script with all texts, where these are not all.
 */
function makeScript(language: Language, catalogue: Catalogue, rest?: string): Script {
  const texts = JSON.stringify(catalogue).replaceAll("<", "\\u003c");
  const code = `{const texts=Object.assign(Object.create(null),${texts});globalThis[Symbol.for("portico.texts")]={language:()=>"${language}",catalogue:()=>texts,scriptOf:()=>null${rest === undefined ? "" : `,rest:"${rest}"`}}}`;
  const plain = Buffer.from(code);
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 16);
  return { path: `/texts/${language}.${hash}.js`, plain, packed: gzipSync(plain) };
}
