import { Users } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { getEnv } from "#lib/core/env.ts";
import { t } from "#lib/core/texts.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import { listPeople, type PersonView } from "#lib/service/operator/people.ts";
import { EmbeddedOff } from "../_components/embedded-off.tsx";
import { PersonActions } from "./_components/person-actions.tsx";

export const generateMetadata = (): Metadata => ({ title: t("People with an account") });

const HERE = "/applications/people";
const SEARCH_LENGTH_MAX = 200;

/** Who has an account at the built-in service, and how to restore access for people who are locked out. */
export default async function PeoplePage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage(HERE, "application:manage");
  if (getEnv().PORTICO_EMBEDDED === "off") return <EmbeddedOff />;
  const { q } = await searchParams;
  const search = typeof q === "string" ? q.trim().slice(0, SEARCH_LENGTH_MAX) : "";
  const { people, isCut } = await listPeople(staffOperator(actor), search);
  return (
    <Page
      title={t("People with an account")}
      facts={[t("Invited people who signed up at the built-in service")]}
    >
      <div className="grid gap-3">
        <form action={HERE} role="search" className="flex flex-wrap items-center gap-2">
          <Input
            name="q"
            type="search"
            aria-label={t("Find a name or an address")}
            defaultValue={search}
            className="w-72 max-sm:w-full"
          />
          <Button type="submit">{t("Find")}</Button>
          {search !== "" && (
            <LinkButton variant="ghost" href={HERE}>
              {t("Clear")}
            </LinkButton>
          )}
        </form>
        {people.length === 0 ? (
          <Blank icon={<Users aria-hidden />} title={t("No people")}>
            {search === ""
              ? t("People who are invited and sign up appear here.")
              : t("No matching name or address.")}
          </Blank>
        ) : (
          <PeopleTable people={people} />
        )}
        {isCut && (
          <p className="text-13 text-fg-2">{t("More people match. Type more of the name or the address.")}</p>
        )}
      </div>
    </Page>
  );
}

function PeopleTable({ people }: { people: readonly PersonView[] }): ReactNode {
  return (
    <DataTable
      label={t("People with an account")}
      rows={people}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t("Name and address"),
          grow: true,
          cell: ({ name, email }) => (
            <>
              {marked(name)}
              <small className="block text-fg-3">{marked(email)}</small>
            </>
          ),
        },
        {
          head: t("Clouds"),
          end: true,
          cell: ({ clouds }) => (
            <>
              <span className="sm:hidden">{t("Clouds:")} </span>
              {clouds}
            </>
          ),
        },
        {
          head: t("Second factor"),
          cell: ({ secondFactorSince }) => (
            <State tone={secondFactorSince === null ? "idle" : "ok"}>
              <span className="sm:hidden">{t("Second factor:")} </span>
              {secondFactorSince === null ? t("None") : t("On")}
            </State>
          ),
        },
        {
          head: t("Account since"),
          small: "hide",
          cell: ({ since }) => <RelativeTime at={since} />,
        },
        {
          head: t("Actions"),
          actionsOf: ({ name }) => name,
          cell: ({ id, name, email, secondFactorSince }) => (
            <PersonActions person={{ id, name, email, hasSecondFactor: secondFactorSince !== null }} />
          ),
        },
      ]}
    />
  );
}
