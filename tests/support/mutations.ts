/**
 * Changes bytes at random, reproducibly by seed: flips, cuts, repeats, exchanges and tokens that have a meaning in the format. For tests
 * with many inputs that nobody would write by hand.
 */

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The characters of a text, one by one. */
export const charsOf = (text: string): string[] => Array.from(text);

/** Tokens that have broken readers of STEP files (ISO 10303-21). */
export const STEP_TOKENS: readonly string[] = [
  ...charsOf("'\\(),;#=$*.\"\0\r\n\t\u00ff\u00e9"),
  "''",
  "\\X2\\",
  "\\X0\\",
  "\\X4\\0001",
  "\\S\\",
  "\\P",
  "\\X\\8",
  "((",
  "))",
  ",,",
  ";;",
  "#0",
  "#1",
  "#2=",
  "#12f4",
  "#+29",
  "#99999999999999999999999999999",
  ".T.",
  ".-1.",
  "..",
  ".U.",
  "/*",
  "*/",
  "/**/",
  '"0FF',
  "1.E",
  "1.E+",
  "-1.",
  "-.5",
  "1e400",
  "-1.#IND",
  "0x10",
  "NAN",
  "\r\n",
  "ENDSEC;",
  "DATA;",
  "HEADER;",
  "FILE_SCHEMA(('IFC4'));",
  "END-ISO-10303-21;",
  "ISO-10303-21;",
  "IFCWALL",
  "IFCPROPERTYSET(",
  "IFCLABEL(",
  "IFCREAL(1)",
  "IFCBOOLEAN(.X.)",
  "IFC",
  "__proto__",
];

/** Tokens that have broken readers of JSON. */
export const JSON_TOKENS: readonly string[] = [
  ...charsOf('{}[],:"\\\0\n'),
  "\\u0000",
  "\\ud800",
  "null",
  "true",
  '""',
  "0",
  "-1",
  "1.5",
  "1e400",
  "12345678901234567890",
  "\xff",
  "\xef\xbb\xbf",
];

/** One to four changes to `bytes`, with places and kinds chosen by `random`. */
export function mutate(bytes: Buffer, random: () => number, tokens: readonly string[]): Buffer {
  let changed = bytes;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1)
    changed = change(changed, random, tokens);
  return changed;
}

function change(bytes: Buffer, random: () => number, tokens: readonly string[]): Buffer {
  const place = (): number => Math.floor(random() * (bytes.length + 1));
  const [from, to] = [place(), place()].toSorted((a, b) => a - b) as [number, number];
  const near = Math.min(to, from + 1 + Math.floor(random() * 40));
  const replace = (start: number, end: number, ...middle: Uint8Array[]): Buffer =>
    Buffer.concat([bytes.subarray(0, start), ...middle, bytes.subarray(end)]);
  const token = Buffer.from(tokens[Math.floor(random() * tokens.length)] ?? "", "latin1");
  switch (Math.floor(random() * 9)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      if (from < flipped.length) flipped[from] = (flipped[from] ?? 0) ^ (1 << Math.floor(random() * 8));
      return flipped;
    }
    case 1:
      return replace(from, near);
    case 2:
      return replace(from, from, bytes.subarray(from, near));
    case 3:
      return replace(from, near, token);
    case 4:
      return replace(from, from, token);
    case 5:
      return replace(from, near, Buffer.from(bytes.subarray(from, near)).reverse());
    case 6:
      return replace(from, from, bytes.subarray(to, to + 60));
    case 7:
      return bytes.subarray(0, random() < 0.3 ? from : bytes.length);
    default:
      return replace(from, from + 1, Buffer.from([Math.floor(random() * 256)]));
  }
}
