/** The recogniser of stored sentences: it finds the same sentences as a pattern with lazy groups would, in time linear in the text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { told } from "#lib/core/language/kept-texts.ts";
import { toTemplate, valuesIn } from "#lib/core/language/sentence-template.ts";
import { setTextSource } from "#lib/core/texts.ts";
import { GERMAN } from "../../support/in-german.ts";
import { growsLinearly } from "../../support/patterns/growth.ts";

const templates = Object.keys(GERMAN)
  .map(toTemplate)
  .filter((template) => template !== null);

/** The same as a backtracking pattern: correct, and far too expensive for text from strangers. */
function valuesByPattern(literals: readonly string[], written: string): string[] | null {
  const escaped = literals.map((literal) => literal.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`));
  const match = new RegExp(`^${escaped.join(String.raw`([\s\S]+?)`)}$`).exec(written);
  return match === null ? null : match.slice(1);
}

test("every sentence of the catalogue is read as a pattern reads it, whatever stands in its places", () => {
  expect(templates.length).toBeGreaterThan(300);
  for (const template of templates) {
    const piece = fc.oneof(fc.constantFrom(...template.literals, ": ", "“", "”", " ", "."), fc.string());
    const value = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(""));
    const values = fc.array(value, { minLength: template.names.length, maxLength: template.names.length });
    fc.assert(
      fc.property(values, fc.constantFrom("", ".", "x"), (chosen, tail) => {
        const written = template.literals.map((literal, at) => literal + (chosen[at] ?? "")).join("") + tail;
        expect(valuesIn(template, written)?.map(([, found]) => found) ?? null).toEqual(
          valuesByPattern(template.literals, written),
        );
      }),
      { numRuns: 20 },
    );
  }
});

test("hostile text costs as much as it is long, for every sentence of the catalogue", () => {
  for (const template of templates) {
    const [first = "", ...others] = template.literals;
    const again = others.slice(0, -1).join("a") || "a";
    const last = (others.at(-1) ?? "").slice(0, -1);
    expect(
      growsLinearly((length) => valuesIn(template, first + again.repeat(length / again.length) + last)),
      template.text,
    ).toBe(true);
  }
});

test("two thousand letters of the catalogue's own pieces are told in a bounded number of steps", () => {
  let said = 0;
  const counted = new Proxy(GERMAN, {
    getOwnPropertyDescriptor: (target, key) => {
      said += 1;
      return Object.getOwnPropertyDescriptor(target, key);
    },
  });
  setTextSource({ language: () => "de", catalogue: () => counted, scriptOf: () => null });
  told("x");
  said = 0;
  const nested = "No connection to the service: ".repeat(50).slice(0, 1_900);
  expect(told(`${nested}x. Nothing was sent.`)).toContain("No connection to the service: ");
  expect(said).toBeLessThan(100);
  expect(told("x".repeat(2_001))).toBe("x".repeat(2_001));
  expect(["constructor", "toString", "__proto__"].map(told)).toEqual([
    "constructor",
    "toString",
    "__proto__",
  ]);
});
