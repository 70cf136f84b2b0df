/** The query of a page's address. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The text of a parameter; undefined when it is absent, empty or repeated. */
export function textOf(parameter: Query[string]): string | undefined {
  return typeof parameter === "string" && parameter !== "" ? parameter : undefined;
}

/** The path with these parameters, in their order; absent and empty ones are left out. */
export function hrefTo(
  path: string,
  parameters: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** The row that a page of a list follows; 0 for the first page. */
export function rowOf(parameter: Query[string]): number {
  const text = textOf(parameter);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
