/**
 * Texts of any characters of Unicode, as `fc.string({ unit: "binary" })` has them. That one first lists a million characters, which takes
 * most of a second in every test file.
 */
import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

const character = fc
  .nat({ max: 0x10ffff - SURROGATES })
  .map((at) => String.fromCodePoint(at < SURROGATES_FROM ? at : at + SURROGATES), placeOf);

/** The way back, by which a counterexample is made smaller. */
function placeOf(text: unknown): number {
  const code = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
  if (code < 0 || String.fromCodePoint(code) !== text || !text.isWellFormed())
    throw new Error("no character");
  return code < SURROGATES_FROM ? code : code - SURROGATES;
}

/** Any well-formed text. */
export function anyUnicode(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: character });
}

const SAFE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@";
const pathCharacter = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...SAFE.split("")) },
  { weight: 1, arbitrary: character.map(encodeURIComponent) },
);

/** Any well-formed path of an address, as `fc.webPath()` has them. */
export function anyWebPath(): fc.Arbitrary<string> {
  return fc
    .array(fc.string({ unit: pathCharacter }))
    .map((segments) => segments.map((segment) => `/${segment}`).join(""));
}
