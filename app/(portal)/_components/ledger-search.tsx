import type { ReactNode } from "react";
import { HiddenFields } from "#app/_ui/forms/hidden-fields.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import type { LedgerParameters } from "./ledger-query.ts";

/** Searches the ledger for an address, a person or a Cloud; an ordinary form, so the result has an address. */
export function LedgerSearch({
  base,
  parameters: { search, by, cloud, ...kept },
  inviters,
  ofAllClouds = false,
}: {
  base: string;
  parameters: LedgerParameters;
  inviters: readonly { id: string; name: string }[];
  /** Whether a Cloud can be searched for; not in the ledger of one Cloud. */
  ofAllClouds?: boolean;
}): ReactNode {
  const where = kept.into === undefined ? t("Cloud’s name or number") : t("Name of project or Cloud");
  return (
    <form
      action={base}
      className="flex flex-wrap items-center gap-2"
      role="search"
      aria-label={t("Invitations")}
    >
      <HiddenFields fields={kept} />
      <Input
        name="search"
        type="search"
        aria-label={t("Find an address")}
        defaultValue={search}
        className="w-60 max-sm:w-full"
      />
      {ofAllClouds && (
        <Input
          name="cloud"
          aria-label={where}
          placeholder={where}
          defaultValue={cloud}
          autoComplete="off"
          className="sm:max-w-56"
        />
      )}
      <Select name="by" aria-label={t("Invited by")} defaultValue={by} className="max-w-56 max-sm:w-full">
        <option value="">{t("Invited by anyone")}</option>
        <Options of={inviters.map(({ id, name }) => [id, t("Invited by {name}", { name })])} />
      </Select>
      <Button type="submit">{t("Find")}</Button>
      {(search ?? by ?? cloud) !== undefined && (
        <LinkButton variant="ghost" href={hrefTo(base, kept)}>
          {t("Clear")}
        </LinkButton>
      )}
    </form>
  );
}
