/**
 * A link to the table that is open already. The table keeps its own state and would not look at a new address; a parameter that differs
 * from visit to visit makes it begin anew. It is gone from the address as soon as the table writes its view there.
 */
const VISIT = "visit";
const LENGTH_MAX = 40;

/** The address, with a visit of its own where it is another view of the page one is on. */
export function withVisit(href: string, openPath: string): string {
  const [path = "", query = ""] = href.split("?");
  return path !== openPath || query === "" ? href : `${path}?${query}&${VISIT}=${Date.now().toString(36)}`;
}

/** The visit of an address; "" without one. */
export function visitOf(params: Readonly<Record<string, string | string[] | undefined>>): string {
  const visit = params[VISIT];
  return typeof visit === "string" ? visit.slice(0, LENGTH_MAX) : "";
}
