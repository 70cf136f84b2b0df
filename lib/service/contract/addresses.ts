/**
 * The address of an operation, after {base_url}: made from the same statement as the embedded service's route. It has no version segment
 * and no trailing slash.
 */
import { contract, type OperationId } from "./operations/index.ts";
import type { ParamsOf, QueryOf } from "./operations/types.ts";

/** The operation's path with these parameters, and the query if given. */
export function addressOf<Id extends OperationId>(
  id: Id,
  params: ParamsOf<Id>,
  query: Partial<QueryOf<Id>> = {},
): string {
  const values = new Map(Object.entries<number | string>(params));
  const path = contract[id].path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const chosen = Object.entries(query) as [name: string, values: readonly string[]][];
  const pairs = chosen.flatMap(([name, values]) =>
    values.map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}
