/** Texts that have made programs slow, large, or talkative, by kind; each is tried in every field that a stranger can fill in. */

const LONG = 30_000;
const DEEP = 5_000;

const repeat = (part: string, chars = LONG): string => part.repeat(Math.ceil(chars / part.length));

export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  long: repeat("a"),
  dotted: repeat("a."),
  schemes: repeat("a:/"),
  "an address of addresses": `${repeat("a@")}x`,
  "a password in an address": `https://${repeat("u:", LONG)}`,
  blanks: `a${repeat(" ")}b`,
  assignments: repeat("password="),
  "control characters": repeat("\u0000\u0001\u001b[2J\u0007\r\n\t\u007f", 3_000),
  "further lines": repeat('\n{"level":60,"msg":"forged"}', 3_000),
  "nested arrays": repeat("[", DEEP) + repeat("]", DEEP),
  "nested objects": `${repeat('{"a":', DEEP)}1${repeat("}", DEEP)}`,
  brackets: `a${repeat("[a]", 9_000)}=1`,
  quotes: repeat("'\"`\\"),
  references: repeat("&amp;&#0;&lt;", 9_000),
  percent: repeat("%25"),
  templates: repeat("{{7*7}}${7*7}<%= 7 %>", 3_000),
  markup: repeat("<a href=javascript:alert(1)>", 9_000),
  marks: `e${repeat("\u0301", 9_000)}`,
  "both directions": repeat("\u202e\u2066\u200f", 9_000),
  families: repeat("👩‍👩‍👧‍👦", 9_000),
  ligatures: repeat("ﷺ", 9_000),
  "half characters": repeat("\ud800", 3_000),
  digits: repeat("9"),
  paths: repeat("../", 9_000),
};

/** The same for a header: only what HTTP permits in a line, and no longer than a server accepts (RFC 9110 section 5.5). */
export const asHeader = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]/g, "?")
    .slice(0, 6_000)
    .trim();

/** The same for a path segment. */
export const asAddressPart = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).slice(0, 6_000).replace(/%.?$/, "");

/** Queries that repeat a name, and that nest names. */
export const HOSTILE_QUERIES: Readonly<Record<string, (name: string) => string>> = {
  "the name a thousand times": (name) =>
    Array.from({ length: 1_000 }, (_, n) => `${name}=${String(n)}`).join("&"),
  "a thousand names": (name) => Array.from({ length: 1_000 }, (_, n) => `${name}${String(n)}=`).join("&"),
  "names in names": (name) => `${name}${"[a]".repeat(1_500)}=1`,
  "the prototype": (name) => `${name}[__proto__][a]=1&__proto__=1&constructor=1&${name}.length=9`,
  "malformed percent signs": (name) => `${name}=${"%".repeat(3_000)}`,
  "half characters": (name) => `${name}=${"%ED%A0%80".repeat(500)}`,
};
