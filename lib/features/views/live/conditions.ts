/**
 * What HTTP negotiates before a file is sent: content coding, entity tag, and whether the program already has the file (RFC 9110 sections
 * 8.8.3, 12.5.3, 13.1.1, 13.1.2). Pure.
 */

export type Coding = "identity" | "gzip";

/** The result of a request's conditions. */
export type Outcome = "send" | "notModified" | "preconditionFailed";

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
/** An unnamed coding is accepted, but any named one is preferred. */
const UNNAMED_WEIGHT = 0.0001;

/**
 * The coding of an answer.
 * @param header Accept-Encoding; null: none was sent, so the file is not coded
 * @param isDense whether the file is compressed already, and is coded only for clients that accept nothing else
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

/** Skips entries that are not a coding with a weight. */
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

/** A strong tag: each coding has other bytes, and so its own tag. @param digest of all that the bytes depend on */
export function entityTag(digest: string, coding: Coding): string {
  return coding === "identity" ? `"${digest}"` : `"${digest}-${coding}"`;
}

/** If-Match compares strongly and comes first, If-None-Match weakly. */
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
