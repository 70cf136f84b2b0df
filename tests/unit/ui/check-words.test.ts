import { expect, test } from "vitest";
import {
  checkState,
  refusalTitle,
  toldRung,
  warningWords,
} from "#app/(portal)/connections/_components/check-words.ts";
import { sayIn } from "#lib/core/texts.ts";
import { RUNGS, type Rung } from "#lib/service/client/check/rung.ts";
import { judgeScopes } from "#lib/service/client/check/judge-token.ts";
import { knowGerman } from "#tests/support/in-german.ts";

knowGerman();

test("what a rung came to is told whole, whether a host stands before it or not", () => {
  const inGerman = (got: string): string => sayIn("de", () => toldRung(got));
  const scopes = [
    ["cloud:manage", "org:manage", "ifc:read"],
    ["cloud:manage", "ifc:read"],
    ["ifc:read"],
    ["document:read"],
  ];
  expect(scopes.map((given) => inGerman(judgeScopes(given).got))).toEqual([
    "Erteilt: cloud:manage org:manage ifc:read.",
    "Erteilt: cloud:manage ifc:read. Es fehlt: org:manage (Projekte anlegen und einladen).",
    "Erteilt: ifc:read. Es fehlen: cloud:manage (Clouds anlegen), org:manage (Projekte anlegen und einladen).",
    "Erteilt: document:read. Keiner der sechs Endpunkte kann aufgerufen werden.",
  ]);
  expect(inGerman("api.example.com:8443: nothing listens at that address.")).toBe(
    "api.example.com:8443: unter dieser Adresse antwortet kein Dienst.",
  );
});

function rungsWith(warned: readonly string[]): Rung[] {
  return RUNGS.map((name) => ({
    name,
    state: warned.includes(name) ? "warn" : "ok",
    durationMs: 1,
    expected: "",
    got: "",
    cure: null,
  }));
}

test("a platform that does not answer is not said to work, and the service is", () => {
  expect(warningWords("platform")).toMatch(/^Not confirmed\. /);
  expect(warningWords("firstRead")).toMatch(/^Not confirmed\. /);
  expect(warningWords("tls")).toBe("Works, with a warning.");
  const words = (warned: readonly string[]): string =>
    checkState({ rungs: rungsWith(warned), stoppedAt: null }).words;
  expect(words([])).toBe("OK");
  expect(words(["tls"])).toBe("OK, 1 warning");
  expect(words(["platform"])).toBe("Service OK, platform not confirmed");
  expect(words(["tls", "platform"])).toBe("Service OK, 1 warning, platform not confirmed");
});

test("who only wanted a check of values that cannot be sent hears that nothing was checked", () => {
  expect(refusalTitle("check", "The connection was not added.")).toBe("Nothing was checked.");
  expect(refusalTitle("save", "The connection was not added.")).toBe("The connection was not added.");
});
