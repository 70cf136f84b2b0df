import type { ReactNode } from "react";
import { HiddenFields } from "#app/_ui/forms/hidden-fields.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { t } from "#lib/core/texts.ts";
import { writeModelRef } from "#lib/features/passport/address.ts";
import { SEARCH_MAX, type PassportView } from "#lib/features/passport/schema.ts";
import { SORT_CHOICES } from "./words.ts";

/** Search and order: an ordinary form, so the result has an address. */
export function ViewForm({
  path,
  ifcClass,
  view,
  isCompared,
}: {
  path: string;
  ifcClass: string;
  view: PassportView;
  isCompared: boolean;
}): ReactNode {
  return (
    <form role="search" action={path} className="flex flex-wrap items-center gap-2">
      <HiddenFields
        fields={{
          type: ifcClass,
          with: view.against && writeModelRef(view.against),
          show: view.shown === "all" ? undefined : view.shown,
        }}
      />
      <Input
        key={view.search}
        name="q"
        type="search"
        aria-label={t("Find a property by set, name or unit")}
        placeholder={t("Find a set, property or unit")}
        defaultValue={view.search}
        maxLength={SEARCH_MAX}
        className="w-64 max-sm:w-full"
      />
      <Select
        key={view.sort + String(view.isDescending)}
        name="sort"
        aria-label={t("Order")}
        defaultValue={(view.isDescending ? "-" : "") + view.sort}
        className="w-64 max-sm:w-full"
      >
        <Options
          of={SORT_CHOICES.filter(({ needsComparison }) => isCompared || needsComparison !== true).map(
            ({ value, words }) => [value, t(words)],
          )}
        />
      </Select>
      <Button type="submit">{t("Show")}</Button>
    </form>
  );
}
