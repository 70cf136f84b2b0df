/** Which content coding a caller accepts (RFC 9110 section 12.5.3). */

/** True when gzip or `*` is accepted, and not with a weight of 0. Without the header: false. */
export function takesGzip(acceptEncoding: string | null): boolean {
  const weights = new Map<string, number>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.map((one) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(one)?.[1]).find(Boolean);
    if (coding !== "") weights.set(coding, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}
