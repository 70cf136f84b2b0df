/** Made-up answers of a service with every kind of value, spelling and hostile name. */
import { charsOf, randomNumbers } from "#tests/support/mutations.ts";

export const NUMBERS = [
  "0.1",
  "0.10",
  "1e-1",
  "1",
  "1.0",
  "1E0",
  "-2.5",
  "-0",
  "0",
  "3.14159",
  "1e400",
  "2500",
];
/** Numbers that a double rounds. */
export const HUGE = ["12345678901234567890", "12345678901234567891", "9007199254740993"];
export const TEXTS = [
  "1",
  "0.1",
  "true",
  "null",
  "W-2",
  "W-10",
  "w-02",
  "Wall",
  "wall",
  "EI30",
  "EI 30",
  "Über",
  "U\u0308ber",
  "'; DROP TABLE e; --",
  ...charsOf('%_\\"ßİé👷 -'),
  "a,b",
  "日本",
  "zz\u0000y",
  "0012",
];
const OTHERS = ["true", "false", "null", '""', "[1,2]", '["W-2"]', "[]", '{"a":1}', "{}"];
const VALUES = [...NUMBERS, ...HUGE, ...TEXTS.map((text) => JSON.stringify(text)), ...OTHERS];
const NAMES = [
  "__proto__",
  "constructor",
  "Name",
  "c0",
  "e.w0",
  'x" OR 1=1 --',
  "Größe",
  "",
  "a.b",
  "hasOwnProperty",
];

/** Doors with a value of the pool, or none, in each of the columns. */
export function makeAnswer(rows: number, seed: number): string {
  const next = randomNumbers(seed);
  const random = (below: number): number => Math.floor(next() * below);
  const elements = Array.from({ length: rows }, (_, i) => {
    const properties = (from: number): string =>
      NAMES.slice(from, from + 5)
        .filter(() => random(4) > 0)
        .map((name) => `${JSON.stringify(name)}:${VALUES[random(VALUES.length)] ?? "null"}`)
        .join(",");
    const id = `${random(2) === 0 ? "a" : "A"}${String(random(1000)).padStart(20, "$")}${String(i % 7)}`;
    return `${JSON.stringify(id)}:{"attributes":{${properties(0)}},"__proto__":{${properties(5)}},"Pset_A":{${properties(3)}}}`;
  });
  return `{${elements.join(",")}}`;
}
