/** Texts for tests of the guard against formulas, grouped by what a spreadsheet would do with them. */

import { charsOf } from "#tests/support/mutations.ts";

/** Invisible, or almost, in front of a formula. */
export const HOSTILE_FRONTS = ["", ...charsOf("' \u00a0\ufeff\u200b\u202e"), "\u200d \u2060"];

const BEFORE_EQUALS =
  "\t\r\n\0\u007f \u00a0\u2003\u3000\u200b\ufeff\u2060\u00ad\u202e\u2066\u2028\u180e\u{e0020}\u034f\u3164\u2800\u0085\ufe0f'";

/** Texts that a spreadsheet would or might run. */
export const HOSTILE = [
  "=1+1",
  "+1-1",
  "-1+1",
  "@SUM(1)",
  "\u0001x",
  ...charsOf(BEFORE_EQUALS).map((front) => `${front}=1`),
  ...charsOf("＝＋－＠﹦﹢﹣﹫").map((sign) => `${sign}1`),
  "\ufeff \u200b\u2009@x",
  "\u200b＝1",
  '=HYPERLINK("http://x.test","a")',
  "=cmd|' /C calc'!A0",
  '=WEBSERVICE("http://x.test")',
  "-2+3+cmd|' /C calc'!A0",
  "''=1",
  "' =1",
  '=",="',
  "=",
  "@",
  "@home",
  "-5 mm",
  "+31 20 555 01 00",
  "-2+3",
  "\t-5",
  "\t5",
  "'-5",
];
/** Texts that start like formulas but contain nothing to run: numbers that a person typed as text, and signs that mean "none". */
export const NUMBERS_AND_SIGNS = [
  "-0.092",
  " -0.092",
  "  -0,092 ",
  "+5",
  "-1E5",
  "-1.5e-07",
  "+.5",
  "-5 %",
  "-1.234,5",
  "-",
  "+",
  " - ",
  "--",
  "+ -",
];
/** Texts that no spreadsheet would run. */
export const HARMLESS = [
  "a=1",
  "1E5",
  "0012",
  "3/4",
  "x\t=1",
  'say "hi"',
  "a,b",
  "a;b",
  "a\r\nb",
  " x",
  "'quoted'",
  "É",
  "–1",
  "−1",
  "😀",
  "#1",
  "'",
];
