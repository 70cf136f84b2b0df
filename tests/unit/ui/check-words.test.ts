import { expect, onTestFinished, test } from "vitest";
import { toldRung } from "#app/(portal)/connections/_components/check-words.ts";
import { setTextSource, type Language } from "#lib/core/texts.ts";
import { judgeScopes } from "#lib/service/client/check/judge-token.ts";
import { readCatalogueFiles } from "#tests/support/catalogue.ts";

test("what a rung came to is told whole, whether a host stands before it or not", () => {
  let language: Language = "de";
  onTestFinished(() => {
    language = "en";
  });
  const german = Object.assign({}, ...readCatalogueFiles("de").values()) as Record<string, string>;
  setTextSource({ language: () => language, catalogue: () => german, scriptOf: () => null });
  const scopes = [
    ["cloud:manage", "org:manage", "ifc:read"],
    ["cloud:manage", "ifc:read"],
    ["ifc:read"],
    ["document:read"],
  ];
  expect(scopes.map((given) => toldRung(judgeScopes(given).got))).toEqual([
    "Erteilt: cloud:manage org:manage ifc:read.",
    "Erteilt: cloud:manage ifc:read. Es fehlt: org:manage (Projekte anlegen und einladen).",
    "Erteilt: ifc:read. Es fehlen: cloud:manage (Clouds anlegen), org:manage (Projekte anlegen und einladen).",
    "Erteilt: document:read. Keiner der sechs Endpunkte kann aufgerufen werden.",
  ]);
  expect(toldRung("api.example.com:8443: nothing listens at that address.")).toBe(
    "api.example.com:8443: unter dieser Adresse antwortet kein Dienst.",
  );
});
