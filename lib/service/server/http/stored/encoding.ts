/** Which content coding a caller takes (RFC 9110 section 12.5.3). */

/** True when gzip is named, or anything is, and neither is refused with a weight of 0. Nothing said: nothing asked for. */
export function takesGzip(acceptEncoding: string | null): boolean {
  const weights = new Map<string, number>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.map((one) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(one)?.[1]).find(Boolean);
    if (coding !== "") weights.set(coding, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}
