import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { HiddenFields } from "../forms/hidden-fields.tsx";
import { Input } from "../primitives/input.tsx";
import { Segmented, type Segment } from "../primitives/segmented.tsx";

/** Search and filter of a page's list; both are in the address, like the order that the column heads choose. */
export function ListTools({
  base,
  label,
  parameters: { q: search, ...kept },
  shown,
  aside,
}: {
  /** The list's address without its query. */
  base: string;
  /** "Find a Cloud by name or number" */
  label: string;
  /** Those of the address: the current search, and the others, which a search keeps. */
  parameters: { q: string } & Readonly<Record<string, string | undefined>>;
  /** The choices of what the list shows; a single one is not drawn. */
  shown: readonly Segment[];
  /** At the end of the line. */
  aside?: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <form role="search" action={base} className="max-sm:w-full">
        <Input
          key={search}
          name="q"
          type="search"
          aria-label={label}
          defaultValue={search}
          className="w-72 max-sm:w-full"
        />
        <HiddenFields fields={kept} />
      </form>
      {shown.length > 1 && <Segmented label={t("What is shown")} items={shown} />}
      {aside}
    </div>
  );
}
