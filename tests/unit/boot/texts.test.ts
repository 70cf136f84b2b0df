/** The language of each request on the server, and the script that delivers a page's texts. */
import { createServer } from "node:http";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import { inLanguageOf, openTexts } from "#lib/boot/server/texts.ts";
import { catalogueOf, currentLanguage, t, textScriptOf, type TextSource } from "#lib/core/texts.ts";
import { listen } from "#tests/support/listen.ts";

const { answerTexts } = openTexts();
const server = createServer((request, response) => {
  if (!answerTexts(request, response, request.url ?? "")) response.writeHead(404).end();
});
const origin = `http://127.0.0.1:${String(await listen(server))}`;
afterAll(() => server.close());

describe("a request", () => {
  test("is answered in its own language, however many run at the same time", async () => {
    const said = await Promise.all(
      ["de", "en", "de", "fr"].map(
        (language) =>
          new Promise<string>((resolve) => {
            inLanguageOf({ headers: { "accept-language": language } }, () => {
              setImmediate(() => resolve(`${currentLanguage()} ${t("Overview")}`));
            });
          }),
      ),
    );
    expect(said).toEqual(["de Übersicht", "en Overview", "de Übersicht", "en Overview"]);
    expect(currentLanguage()).toBe("en");
  });

  test("has the language that was chosen, before the browser's", () => {
    const cookie = "theme=dark; portico-language=de; x=portico-language=en";
    inLanguageOf({ headers: { cookie, "accept-language": "en" } }, () =>
      expect(currentLanguage()).toBe("de"),
    );
    inLanguageOf({ headers: { cookie: "portico-language=../etc" } }, () =>
      expect(currentLanguage()).toBe("en"),
    );
  });
});

describe("the script of a language", () => {
  test("says every text as the server does, and nothing for words that every object has", async () => {
    const path = textScriptOf("de") ?? "";
    expect(textScriptOf("en")).toBeNull();
    const answer = await fetch(`${origin}${path}`);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-type")).toMatch(/^text\/javascript/);
    const page: Record<symbol, TextSource> = {};
    runInNewContext(await answer.text(), page);
    const source = runInNewContext('globalThis[Symbol.for("portico.texts")]', page) as TextSource;
    expect(source.language()).toBe("de");
    const texts = source.catalogue("de");
    expect({ ...texts }).toEqual({ ...catalogueOf("de") });
    for (const word of ["constructor", "toString", "__proto__", "valueOf"]) {
      expect([texts[word], catalogueOf("de")[word]]).toEqual([undefined, undefined]);
    }
  });

  test("is at no other address, and changes nothing by being asked otherwise", async () => {
    const path = textScriptOf("de") ?? "";
    const answers = await Promise.all([
      fetch(`${origin}${path}x`),
      fetch(`${origin}/texts/de.json`),
      fetch(`${origin}${path}`, { method: "POST" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const head = await fetch(`${origin}${path}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});
