import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import type { LedgerPart } from "#lib/features/invitations/ledger.ts";
import type { LedgerInto } from "#lib/features/invitations/schema.ts";

type Choice = { id: string; name: string };

/** Searches the ledger for an address, a person or a Cloud; an ordinary form, so the result has an address. */
export function LedgerSearch({
  base,
  part,
  search,
  invitedBy,
  inviters,
  cloud,
  sort,
  into = "clouds",
}: {
  base: string;
  part: LedgerPart | undefined;
  search: string;
  invitedBy: string;
  inviters: readonly Choice[];
  /** The typed search for a Cloud; absent in the ledger of one Cloud. */
  cloud?: string;
  /** The chosen order, if it is not the default. */
  sort: string | undefined;
  into?: LedgerInto;
}): ReactNode {
  const where = into === "clouds" ? t("Cloud’s name or number") : t("Name of project or Cloud");
  const rest = new URLSearchParams({
    ...(into === "clouds" ? {} : { into }),
    ...(part === undefined ? {} : { state: part }),
    ...(sort === undefined ? {} : { sort }),
  });
  const isNarrowed = search !== "" || invitedBy !== "" || (cloud ?? "") !== "";
  return (
    <form
      action={base}
      className="flex flex-wrap items-center gap-2"
      role="search"
      aria-label={t("Invitations")}
    >
      {into !== "clouds" && <input type="hidden" name="into" value={into} />}
      {part !== undefined && <input type="hidden" name="state" value={part} />}
      {sort !== undefined && <input type="hidden" name="sort" value={sort} />}
      <Input
        name="search"
        type="search"
        aria-label={t("Find an address")}
        placeholder={t("Find an address")}
        defaultValue={search}
        icon={<Search aria-hidden />}
        className="w-60 max-sm:w-full"
      />
      {cloud !== undefined && (
        <Input
          name="cloud"
          aria-label={where}
          placeholder={where}
          defaultValue={cloud}
          autoComplete="off"
          className="sm:max-w-56"
        />
      )}
      <Select
        name="by"
        aria-label={t("Invited by")}
        defaultValue={invitedBy}
        className="max-w-56 max-sm:w-full"
      >
        <option value="">{t("Invited by anyone")}</option>
        {inviters.map(({ id, name }) => (
          <option key={id} value={id}>
            {t("Invited by {name}", { name })}
          </option>
        ))}
      </Select>
      <Button type="submit">{t("Find")}</Button>
      {isNarrowed && (
        <LinkButton variant="ghost" href={rest.size === 0 ? base : `${base}?${rest.toString()}`}>
          {t("Clear")}
        </LinkButton>
      )}
    </form>
  );
}
