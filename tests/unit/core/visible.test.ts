/** Characters that turn the reading direction: marks for people, untouched in files and records. */
import { describe, expect, it } from "vitest";
import { told } from "#lib/core/language/kept-texts.ts";
import { inEnglish, say, sayForRecords, t, visible } from "#lib/core/texts.ts";

const NAME = "annex\u202efdp.exe";
const MARKED = "annex[U+202E]fdp.exe";

describe("characters that turn the reading direction", () => {
  it("are marks, each of them, and everything else stays", () => {
    for (const code of [
      0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ])
      expect(visible(`a${String.fromCharCode(code)}b`)).toBe(
        `a[U+${code.toString(16).toUpperCase().padStart(4, "0")}]b`,
      );
    expect(visible("שלום — مرحبا \u200d👩‍🔧 ñ")).toBe("שלום — مرحبا \u200d👩‍🔧 ñ");
  });

  it("are marks in a sentence for a person, said now or kept", () => {
    expect(t("{name} is taken.", { name: NAME })).toBe(`${MARKED} is taken.`);
    expect(told(say("{name} is taken.", { name: NAME }))).toBe(`${MARKED} is taken.`);
    expect(told(NAME)).toBe(MARKED);
  });

  it("stay in lines of files, records and logs", () => {
    expect(sayForRecords(() => t("{name} is taken.", { name: NAME }))).toBe(`${NAME} is taken.`);
    expect(inEnglish(say("{name} is taken.", { name: NAME }))).toBe(`${NAME} is taken.`);
  });
});
