/** A list that people keep by hand, compared both ways with what the sources have. */
import { expect } from "vitest";

/** A failure names what the list lacks or what is gone, and says where the list is, as in `X of tests/a.ts`. */
export function expectListed(there: readonly string[], listed: object, list: string): void {
  const names = Object.keys(listed);
  const missing = there.filter((name) => !names.includes(name));
  expect(missing, `add each to ${list}`).toEqual([]);
  const gone = names.filter((name) => !there.includes(name));
  expect(gone, `remove each from ${list}`).toEqual([]);
}
