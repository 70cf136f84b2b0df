import type { ReactNode } from "react";
import { marked } from "../marked.ts";

/** Choices of a Select, in order: each value, and what people read. */
export function Options({
  of,
}: {
  of: readonly (readonly [value: string | number, label: string])[];
}): ReactNode {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {marked(label)}
    </option>
  ));
}
