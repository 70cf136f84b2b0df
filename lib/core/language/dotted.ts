/** Stands between two facts on one line. Its spaces do not break: a line that wraps neither begins nor ends with the dot. */
export const DOT = "\u00a0·\u00a0";

/** Facts on one line, with dots between them. */
export function dotted(...facts: readonly string[]): string {
  return facts.join(DOT);
}

/** Where something is, the outermost place first: "Cloud › Project". */
export function pathOf(...places: readonly string[]): string {
  return places.join("\u00a0›\u00a0");
}
