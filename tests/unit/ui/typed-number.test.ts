/**
 * A typed number is read in the only way it can be meant, repeated if it was written differently, and questioned if it has two meanings.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  readTypedNumber,
  understoodWords,
} from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/typed-number.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useGerman } from "#tests/support/in-german.ts";

const speak = useGerman();
const read = (typed: string): string | null => {
  const found = readTypedNumber(typed);
  return found.ok ? found.text : null;
};

test.each([
  ["1,5", "1.5"],
  ["1.5", "1.5"],
  ["-0,02", "-0.02"],
  ["−3", "-3"],
  ["1.234,5", "1234.5"],
  ["1,234.5", "1234.5"],
  ["1.234.567", "1234567"],
  ["1\u2009234,5", "1234.5"],
  ["0.500", "0.500"],
  [",5", "0.5"],
  ["7,2E-05", "7.2E-05"],
  ["1,2,3", null],
  ["1.23,4.5", null],
  ["12.34.567", null],
  ["", null],
  ["e5", null],
  ["Tür", null],
])("%s is %s in either language", (typed, text) => {
  expect(read(typed)).toBe(text);
  speak("en");
  expect(read(typed)).toBe(text);
});

test("one sign before three digits is the language's own decimal sign, or is asked back", () => {
  expect(read("1,500")).toBe("1.500");
  expect(readTypedNumber("1.500")).toEqual({
    ok: false,
    error: "„1.500“ kann 1500 oder 1,500 sein. Geben Sie eines davon ein.",
  });
  speak("en");
  expect(read("1.500")).toBe("1.500");
  expect(readTypedNumber("1,500")).toEqual({
    ok: false,
    error: "“1,500” can be 1500 or 1.500. Type one of these.",
  });
});

test("what is understood is said where it is written in another way", () => {
  expect(["1,5", "1.5", "1.234,5", "", "x", "1.500"].map(understoodWords)).toEqual([
    null,
    "Verstanden als 1,5",
    "Verstanden als 1234,5",
    null,
    null,
    null,
  ]);
});

test("every number that a page shows is read as that number when it is typed", () => {
  const shown = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
  for (const language of ["de", "en"] as const) {
    speak(language);
    fc.assert(
      fc.property(shown, (value) => {
        expect(Number(read(tellNumber(value)))).toBe(value);
      }),
      { numRuns: repeatsOf(2_000, 500) },
    );
  }
});
