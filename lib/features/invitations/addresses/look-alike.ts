/**
 * Domains that look like others: a typing slip in a well-known domain, or in one that this list or Portico's people use often, and letters
 * that look alike (“acrne” for “acme”). Pure and linear; warns, never corrects.
 */
/** Email domains that people mistype, and real domains similar to them, which must not be reported as mistyped. */
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
/** A domain counts as meant when it has at least this many people, and five times as many as the other. */
const OFTEN = 5;
const LENGTH_MIN = 8;

/**
 * For the domains of one list (lower case, ASCII, with their frequency): which one looks like which other. `known`: how many people Portico
 * already knows in each domain.
 */
export function findLookAlikes(
  domains: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, number>,
): Map<string, string> {
  const weights = weigh(domains, known);
  const often = [...weights].filter(([domain, weight]) => weight >= OFTEN && domain.length >= LENGTH_MIN);
  const meant = new Map<string, number>(often);
  for (const domain of WELL_KNOWN) meant.set(domain, Infinity);
  const variants = gather(meant.keys(), withoutOne);
  const drawn = gather([...WELL_KNOWN, ...weights.keys()], (domain) => [drawing(domain)]);
  const found = new Map<string, string>();
  for (const domain of domains.keys()) {
    if (WELL_KNOWN.has(domain) || REAL_NEIGHBOURS.has(domain)) continue;
    const weight = weights.get(domain) ?? 0;
    const weightOf = (other: string): number => meant.get(other) ?? weights.get(other) ?? 0;
    const like =
      withoutOne(domain)
        .flatMap((variant) => variants.get(variant) ?? [])
        .find(({ domain: other }) => weightOf(other) >= OFTEN * weight && isOneSlip(domain, other)) ??
      (drawn.get(drawing(domain)) ?? []).find(({ domain: other }) =>
        known.has(domain)
          ? other !== domain && weightOf(other) >= OFTEN * weight
          : isRather(domain, weight, other, weightOf(other)),
      );
    if (like !== undefined) found.set(domain, like.domain);
  }
  return found;
}

/** Of two domains that look alike, whether `other` is the intended one: the more frequent one, or the plain one of the two. */
function isRather(domain: string, weight: number, other: string, otherWeight: number): boolean {
  if (other === domain || otherWeight !== weight) return other !== domain && otherWeight > weight;
  return drawing(other) === other;
}

function weigh(
  domains: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, number>,
): Map<string, number> {
  const weights = new Map(known);
  for (const [domain, count] of domains) weights.set(domain, (weights.get(domain) ?? 0) + count);
  return weights;
}

/** The domains by each of their keys. */
function gather(
  domains: Iterable<string>,
  keysOf: (domain: string) => string[],
): Map<string, { domain: string }[]> {
  const keyed = [...domains].flatMap((domain) => keysOf(domain).map((key) => ({ key, domain })));
  return Map.groupBy(keyed, ({ key }) => key);
}

/** A domain as it looks at a glance: “rn” looks like “m”. The same for two domains that look alike. */
function drawing(domain: string): string {
  return domain.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("0", "o").replaceAll("1", "l");
}

/** The word itself and all words with one letter less: two words one slip apart share one of them. */
function withoutOne(word: string): string[] {
  return [word, ...Array.from(word, (_letter, at) => word.slice(0, at) + word.slice(at + 1))];
}

/** One letter added, missing or different, or two neighbours swapped; another number is another name, not a slip. */
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
  if (/^\d+$/.test(leftRest + rightRest)) return false;
  if (leftRest.length <= 1 && rightRest.length <= 1) return true;
  return leftRest.length === 2 && leftRest === [...rightRest].reverse().join("");
}
