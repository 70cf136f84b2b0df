import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { HiddenFields } from "#app/_ui/forms/hidden-fields.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { t } from "#lib/core/texts.ts";
import { partsOf, PART_WORDS, type PeoplePage, type PeopleQuery } from "#lib/features/people/schema.ts";
import { isNarrowed, peopleParameters } from "./people-address.ts";

/** An ordinary form, so the result has an address. */
export function PeopleSearch({
  base,
  query,
  counts,
}: {
  base: string;
  query: PeopleQuery;
  counts: PeoplePage["counts"];
}): ReactNode {
  const { search, part, projectId } = query;
  const parts = partsOf(projectId === undefined ? "cloud" : "project");
  return (
    <form action={base} className="flex flex-wrap items-center gap-2" role="search" aria-label={t("People")}>
      <Input
        name="search"
        type="search"
        aria-label={t("Find a person")}
        placeholder={t("Address or name")}
        defaultValue={search}
        className="w-60 max-sm:w-full"
      />
      <Select name="show" aria-label={t("Show")} defaultValue={part ?? ""} className="max-w-56 max-sm:w-full">
        <option value="">{t("Everybody")}</option>
        <Options of={parts.map((each) => [each, `${t(PART_WORDS[each])} (${formatCount(counts[each])})`])} />
      </Select>
      <HiddenFields fields={{ sort: peopleParameters(query).sort }} />
      <Button type="submit">{t("Find")}</Button>
      {isNarrowed(query) && (
        <LinkButton variant="ghost" href={base}>
          {t("Clear")}
        </LinkButton>
      )}
    </form>
  );
}
