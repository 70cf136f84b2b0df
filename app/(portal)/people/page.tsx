import { UserSearch } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { HelpLink } from "#app/(portal)/_components/help-link.tsx";
import { PeopleRows } from "#app/(portal)/_components/people-rows.tsx";
import { toPersonRows } from "#app/(portal)/_components/person-row.ts";
import { personWords } from "#app/_features/people/person-words.ts";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { textOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { findPeople, getPerson } from "#lib/features/people/queries.ts";
import { findRemoval } from "#lib/features/people/removals/queries.ts";

const FOUND_MAX = 50;

export const generateMetadata = (): Metadata => ({ title: t("People") });

/** One person in all Clouds and projects, by address; without an address, the people whose address or name matches the search. */
export default async function PeoplePage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/people");
  const { address, search, after } = await searchParams;
  if (typeof address === "string" && address.trim() !== "") {
    return <Person actor={actor} address={address.trim()} after={textOf(after)} />;
  }
  return <Found actor={actor} search={typeof search === "string" ? search.trim() : ""} />;
}

async function Person({
  actor,
  address,
  after,
}: {
  actor: Actor;
  address: string;
  after: string | undefined;
}): Promise<ReactNode> {
  const [person, removal] = await Promise.all([
    getPerson(actor, address, { after }),
    findRemoval(actor, address),
  ]);
  const rows = await toPersonRows(actor, person.rows);
  return (
    <Page
      title={address}
      facts={[
        ...(person.name === "" ? [] : [person.name]),
        ...personWords(person.counts),
        ...(person.readAt === null
          ? []
          : [
              rich("oldest list read {time}", {
                time: <RelativeTime at={person.readAt} />,
              }),
            ]),
      ]}
      actions={
        <>
          <LinkButton href="/people">{t("Find another person")}</LinkButton>
          {removal?.isRunning === true ? (
            <LinkButton variant="primary" href={`/people/removals/${removal.id}`}>
              {t("Show running removal")}
            </LinkButton>
          ) : (
            person.clouds > 0 &&
            isAllowed(actor, "member:change") && (
              <LinkButton href={`/people/removals/new?address=${encodeURIComponent(address)}`}>
                {t("Remove from all Clouds")}
              </LinkButton>
            )
          )}
        </>
      }
    >
      {rows.length === 0 ? (
        <Blank
          icon={<UserSearch aria-hidden />}
          title={t("Not in any Cloud or project")}
          action={
            <LinkButton href={`/invitations?search=${encodeURIComponent(address)}`}>
              {t("Show invitations")}
            </LinkButton>
          }
        >
          {t(
            "No Cloud or project that Portico knows has this address as a member or with a pending invitation.",
          )}
        </Blank>
      ) : (
        <PeopleRows rows={rows} of="person" />
      )}
      <NextPage base="/people" kept={{ address }} next={person.next} className="mt-3">
        {t("More Clouds and projects")}
      </NextPage>
    </Page>
  );
}

async function Found({ actor, search }: { actor: Actor; search: string }): Promise<ReactNode> {
  const people = await findPeople(actor, search, FOUND_MAX + 1);
  return (
    <Page
      title={t("People")}
      facts={[
        t("Members and invited people of all Clouds and their projects"),
        <HelpLink key="help" topic="people" />,
      ]}
    >
      <form action="/people" className="mb-4 flex flex-wrap gap-2" role="search" aria-label={t("People")}>
        <Input
          name="search"
          type="search"
          aria-label={t("Find a person")}
          placeholder={t("Address or name")}
          defaultValue={search}
          className="w-80 max-sm:w-full"
        />
        <Button type="submit">{t("Find")}</Button>
      </form>
      {people.length === 0 ? (
        <Blank
          icon={<UserSearch aria-hidden />}
          title={search === "" ? t("Type a part of an address or a name") : t("No matching people")}
        />
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {people.slice(0, FOUND_MAX).map(({ address, email, name, ...counts }) => (
            <li key={address} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
              <Link
                className="link min-w-0 [overflow-wrap:anywhere]"
                href={`/people?address=${encodeURIComponent(email)}`}
              >
                {email}
              </Link>
              <span className="text-13 text-fg-2">{marked(name)}</span>
              <span className="ml-auto text-13 text-fg-3">{dotted(...personWords(counts))}</span>
            </li>
          ))}
        </ul>
      )}
      {people.length > FOUND_MAX && (
        <p className="mt-3 text-13 text-fg-2">
          {t("These are the first {count}. Type more of the address to see fewer.", { count: FOUND_MAX })}
        </p>
      )}
    </Page>
  );
}
