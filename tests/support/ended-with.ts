import { expect } from "vitest";

/** How a command of Portico ends, and what it says then among other words. */
export const endedWith = (code: number, words: string): { code: number; stderr: string } => ({
  code,
  stderr: expect.stringContaining(words) as string,
});
