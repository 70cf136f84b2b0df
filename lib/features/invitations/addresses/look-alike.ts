/**
 * Domains that look like others: a slip of the hand in a well-known one or in one that this very list uses often, and letters of two
 * scripts in one word. Pure and linear; it warns, it never corrects.
 */
import { domainToUnicode } from "node:url";
import { say, type Said } from "#lib/core/texts.ts";

/** Mail domains that people mistype, and their real neighbours that must not be called mistyped. */
const WELL_KNOWN = new Set([
  ...[
    "gmail.com",
    "googlemail.com",
    "outlook.com",
    "hotmail.com",
    "yahoo.com",
    "icloud.com",
    "protonmail.com",
  ],
  ...["hotmail.fr", "hotmail.de", "hotmail.nl", "hotmail.co.uk", "outlook.de", "outlook.fr", "outlook.nl"],
  ...["yahoo.fr", "yahoo.de", "yahoo.co.uk", "wanadoo.fr", "orange.fr", "laposte.net", "t-online.de"],
  ...["ziggo.nl", "kpnmail.nl", "planet.nl", "xs4all.nl", "bluewin.ch", "telenet.be", "skynet.be"],
]);
const REAL_NEIGHBOURS = new Set([
  ...["ymail.com", "mail.com", "email.com", "gmx.com", "yahoo.nl", "yahoo.es", "yahoo.it", "hotmail.be"],
  ...["hotmail.it", "hotmail.es", "hotmail.ch", "outlook.it", "outlook.es", "outlook.be", "outlook.at"],
]);
/** A domain of the list counts as meant when it stands there this often, and five times as often as the other. */
const OFTEN = 5;
const LENGTH_MIN = 8;

/** For the domains of one list (lower case, ASCII, with how often each stands there): which look like which other. */
export function findLookAlikes(domains: ReadonlyMap<string, number>): Map<string, string> {
  const often = [...domains].filter(([domain, count]) => count >= OFTEN && domain.length >= LENGTH_MIN);
  const meant = new Map<string, number>(often);
  for (const domain of WELL_KNOWN) meant.set(domain, Infinity);
  const variants = new Map<string, string[]>();
  for (const domain of meant.keys()) {
    for (const variant of withoutOne(domain)) {
      const known = variants.get(variant);
      if (known === undefined) variants.set(variant, [domain]);
      else known.push(domain);
    }
  }
  const found = new Map<string, string>();
  for (const [domain, count] of domains) {
    if (WELL_KNOWN.has(domain) || REAL_NEIGHBOURS.has(domain)) continue;
    const like = withoutOne(domain)
      .flatMap((variant) => variants.get(variant) ?? [])
      .find((other) => (meant.get(other) ?? 0) >= OFTEN * count && isOneSlip(domain, other));
    if (like !== undefined) found.set(domain, like);
  }
  return found;
}

/** The word itself and the words with one letter less: two words one slip apart have one of these in common. */
function withoutOne(word: string): string[] {
  const found = [word];
  for (let at = 0; at < word.length; at += 1) found.push(word.slice(0, at) + word.slice(at + 1));
  return found;
}

/** One letter more, less or other, or two neighbours swapped. */
function isOneSlip(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  ) {
    end += 1;
  }
  const leftRest = left.slice(start, left.length - end);
  const rightRest = right.slice(start, right.length - end);
  if (leftRest.length <= 1 && rightRest.length <= 1) return true;
  return leftRest.length === 2 && leftRest === [...rightRest].reverse().join("");
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
] as const;
/** Cyrillic and Greek letters that are drawn like Latin ones. */
const LATIN_LOOKS = /^[аеорсухіјѕԛԝһӏкмтвнοανρκυι0-9-]+$/u;

/** Why the letters of an address may deceive, in one sentence, or null. `domain` in ASCII, as it is sent. */
export function scriptWarning(local: string, domain: string): Said | null {
  const shown = domainToUnicode(domain);
  for (const part of [local, ...shown.split(".")]) {
    if (SCRIPTS.filter((script) => script.test(part)).length > 1) {
      return say("“{part}” mixes letters of two scripts that look alike; the mail goes to {domain}.", {
        part,
        domain,
      });
    }
  }
  if (shown === domain) return null;
  const foreign = shown.split(".").find((label) => /\P{ASCII}/u.test(label) && LATIN_LOOKS.test(label));
  return foreign === undefined
    ? null
    : say(
        "“{part}” is written in letters that look like Latin ones and are not; the mail goes to {domain}.",
        {
          part: foreign,
          domain,
        },
      );
}
