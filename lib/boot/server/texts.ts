/**
 * The portal's languages on the server: chooses the language of each request and loads the catalogues (texts/<language>/*.json). A page in
 * another language than English loads its catalogue as one script, whose address is derived from its content.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chooseLanguage, LANGUAGE_COOKIE } from "#lib/core/language/languages.ts";
import { LANGUAGES, setTextSource, type Catalogue, type Language } from "#lib/core/texts.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "texts");
const YEAR_S = 31_536_000;

const running = new AsyncLocalStorage<Language>();

type Script = { path: string; plain: Buffer; packed: Buffer };

/** Loads the catalogues and makes texts available. Called once, before the first request. */
export function openTexts(): { answerTexts: typeof answerTexts } {
  const catalogues = new Map<Language, Catalogue>(
    LANGUAGES.map((language) => [language, readCatalogue(language)]),
  );
  const scripts = LANGUAGES.filter((language) => language !== "en").map((language) =>
    makeScript(language, catalogues.get(language) ?? {}),
  );
  setTextSource({
    language: () => running.getStore() ?? "en",
    catalogue: (language) => catalogues.get(language) ?? {},
    scriptOf: (language) => scripts.find(({ path }) => path.startsWith(`/texts/${language}.`))?.path ?? null,
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
export function inLanguageOf(headers: IncomingHttpHeaders, run: () => void): void {
  running.run(chooseLanguage(readCookie(headers.cookie), headers["accept-language"]), run);
}

function readCookie(cookies: string | undefined): string | undefined {
  const own = cookies?.split(";").find((pair) => pair.trim().startsWith(`${LANGUAGE_COOKIE}=`));
  return own?.trim().slice(LANGUAGE_COOKIE.length + 1);
}

function readCatalogue(language: Language): Catalogue {
  if (language === "en") return {};
  const folder = join(FOLDER, language);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const parts = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Catalogue);
  return Object.assign(Object.create(null) as Record<string, string>, ...parts) as Catalogue;
}

/**
 * Installs the language and its catalogue in the browser before the page's own scripts run. Without a prototype, because a word from a
 * file, such as "constructor", may be looked up, too.
 */
function makeScript(language: Language, catalogue: Catalogue): Script {
  const texts = JSON.stringify(catalogue).replaceAll("<", "\\u003c");
  const code = `{const texts=Object.assign(Object.create(null),${texts});globalThis[Symbol.for("portico.texts")]={language:()=>"${language}",catalogue:()=>texts,scriptOf:()=>null}}`;
  const plain = Buffer.from(code);
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 16);
  return { path: `/texts/${language}.${hash}.js`, plain, packed: gzipSync(plain) };
}
