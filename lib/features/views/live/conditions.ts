/**
 * What HTTP agrees on before a file is sent: its content coding, its entity tag, and whether the program has it already
 * (RFC 9110 sections 8.8.3, 12.5.3, 13.1.1, 13.1.2). Pure.
 */

export type Coding = "identity" | "gzip";

/** What is left of a request once its conditions were looked at. */
export type Outcome = "send" | "notModified" | "preconditionFailed";

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
/** A coding that is not named is taken, but anything named is liked better. */
const UNNAMED_WEIGHT = 0.0001;

/**
 * The coding of an answer.
 * @param header Accept-Encoding; null: none was sent, so that the file goes as it is
 * @param isDense whether the file is compressed already, and is coded only for whom takes it in no other way
 */
export function chooseCoding(header: string | null, isDense: boolean): Coding {
  if (header === null) return "identity";
  const weights = readWeights(header);
  const rest = weights.get("*");
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? rest ?? 0;
  const identity = weights.get("identity") ?? rest ?? UNNAMED_WEIGHT;
  if (gzip === 0) return "identity";
  if (isDense) return identity > 0 ? "identity" : "gzip";
  return gzip >= identity ? "gzip" : "identity";
}

/** What is no coding with a weight is passed over. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [coding = "", parameter, ...others] = item.split(";").map((part) => part.trim());
    const weight = parameter === undefined ? "1" : parameter.replace(/^q\s*=\s*/, "");
    if (coding === "" || others.length > 0 || !WEIGHT.test(weight)) continue;
    weights.set(coding, Number(weight));
  }
  return weights;
}

/** A strong tag: each coding is other bytes, and has a tag of its own. @param digest of all that the bytes depend on */
export function entityTag(digest: string, coding: Coding): string {
  return coding === "identity" ? `"${digest}"` : `"${digest}-${coding}"`;
}

/** If-Match compares strongly and goes first, If-None-Match weakly. */
export function judgeConditions(
  etag: string,
  headers: { ifMatch: string | null; ifNoneMatch: string | null },
): Outcome {
  const { ifMatch, ifNoneMatch } = headers;
  if (ifMatch !== null && !listsTag(ifMatch, (tag) => tag === etag)) return "preconditionFailed";
  const isKnown = ifNoneMatch !== null && listsTag(ifNoneMatch, (tag) => tag.replace(/^W\//, "") === etag);
  return isKnown ? "notModified" : "send";
}

function listsTag(header: string, isIt: (tag: string) => boolean): boolean {
  return header.trim() === "*" || (header.match(ENTITY_TAG) ?? []).some(isIt);
}
