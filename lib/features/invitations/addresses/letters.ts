/** Letters of other scripts that look like Latin ones. Pure; warns and suggests, never corrects. */
import { domainToUnicode } from "node:url";
import { say, type Said } from "#lib/core/texts.ts";

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
] as const;
/** Cyrillic and Greek letters, each with the Latin letter it looks like. */
const LATIN_OF = new Map(
  [
    ...["аa", "еe", "оo", "рp", "сc", "уy", "хx", "ѕs", "іi", "јj", "ԛq", "ԝw", "һh", "ӏl"],
    ...["кk", "мm", "вb", "тt", "нh", "οo", "αa", "νv", "ρp", "κk", "υu", "ιi"],
  ].map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Why the letters of an address may mislead, in one sentence, or null. `domain` in ASCII, as it is sent. */
export function scriptWarning(local: string, domain: string): Said | null {
  const shown = domainToUnicode(domain);
  for (const part of [local, ...shown.split(".")]) {
    if (SCRIPTS.filter((script) => script.test(part)).length > 1) {
      return say("“{part}” mixes letters of two scripts that look alike; the email goes to {domain}.", {
        part,
        domain,
      });
    }
  }
  const labels = shown === domain ? [] : shown.split(".");
  const foreign = [...local.split(/[.+_-]/), ...labels].find(isDrawnLatin);
  return foreign === undefined
    ? null
    : say("“{part}” has letters that only look like Latin letters; the email goes to {domain}.", {
        part: foreign,
        domain,
      });
}

function isDrawnLatin(part: string): boolean {
  const letters = [...part.toLowerCase()];
  return (
    /\P{ASCII}/u.test(part) && letters.every((letter) => LATIN_OF.has(letter) || /^[0-9-]$/.test(letter))
  );
}

/** The same address in the Latin letters that it looks like; null where a letter looks like none. */
export function inLatinLetters(local: string, domain: string): string | null {
  const shown = `${local}@${domainToUnicode(domain)}`;
  const latin = [...shown].map((letter) => {
    const like = LATIN_OF.get(letter.toLowerCase()) ?? letter;
    return letter === letter.toLowerCase() ? like : like.toUpperCase();
  });
  return latin.every((letter) => /^\p{ASCII}$/u.test(letter)) ? latin.join("") : null;
}
