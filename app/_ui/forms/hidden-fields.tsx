import type { ReactNode } from "react";

export type Fields = Readonly<Record<string, string | number | null | undefined>>;

/** What a form sends without showing it; absent ones are left out. */
export function HiddenFields({ fields }: { fields: Fields }): ReactNode {
  return Object.entries(fields).map(
    ([name, value]) =>
      value !== null && value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  );
}
