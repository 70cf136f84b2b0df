import { Download, Search, Users } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { PeopleRows } from "#app/(portal)/_components/people-rows.tsx";
import { toPersonRows } from "#app/(portal)/_components/person-row.ts";
import { ReadListAgain } from "#app/(portal)/_components/read-list-again.tsx";
import { ReadNote } from "#app/(portal)/_components/read-note.tsx";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { refreshInvitations } from "#lib/features/invitations/commands.ts";
import { listPeople } from "#lib/features/people/queries.ts";
import { PART_WORDS, PEOPLE_PARTS, type PeoplePage, type PeopleQuery } from "#lib/features/people/schema.ts";
import { CloudHead } from "../_components/cloud-head.tsx";
import { readPeopleAddress, writePeopleAddress, type PeopleAddress } from "./people-address.ts";

export const generateMetadata = (): Metadata => ({ title: t("People of a Cloud") });

type Props = { params: Promise<{ cloudId: string }>; searchParams: Promise<PeopleAddress> };

/** A Cloud’s members and the people invited into it. Opening the page reads the service’s lists, if it answers them. */
export default async function CloudPeoplePage({ params, searchParams }: Props): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/people`);
  const read = await orNotFound(refreshInvitations(actor, cloudId));
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const query = readPeopleAddress(cloud.id, await searchParams);
  const [page, lists] = await Promise.all([
    listPeople(actor, query),
    answers(cloud.connection.id, "listCloudUsers"),
  ]);
  const rows = await toPersonRows(actor, page.rows);
  const mayInvite = isAllowed(actor, "invitation:send");
  const base = `/clouds/${cloud.id}/people`;
  const address = writePeopleAddress(query);
  const isNarrowed = address !== "";
  return (
    <Page>
      <CloudHead cloud={cloud} tab="people" actor={actor} />
      <div className="grid gap-3">
        <ReadNote read={read} what={t("The list of people")} />
        {lists === false && (
          <Note title={t("This service does not list the people of a Cloud.")}>
            {t(
              "You see only people with a pending invitation. Open the Cloud on the service’s platform to see members, change roles and remove people.",
            )}
          </Note>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PeopleSearch base={base} query={query} counts={page.counts} />
          <CsvLinks href={`${base}/csv${isNarrowed ? `?${address}` : ""}`}>
            <Download aria-hidden />
            {t("Export people")}
          </CsvLinks>
          <ReadListAgain list="invitations" cloudId={cloud.id} readAt={read.readAt?.toISOString() ?? null} />
        </div>
        {rows.length === 0 ? (
          <Blank
            icon={<Users aria-hidden />}
            title={isNarrowed ? t("No matching people") : t("Nobody in this Cloud yet")}
            action={
              isNarrowed ? (
                <LinkButton href={base}>{t("Show all people")}</LinkButton>
              ) : (
                mayInvite && (
                  <LinkButton href={`/clouds/${cloud.id}/invitations/new`}>{t("Invite people")}</LinkButton>
                )
              )
            }
          />
        ) : (
          <PeopleRows rows={rows} of="cloud" />
        )}
        {page.next !== null && (
          <div>
            <LinkButton href={`${base}?${address}&after=${encodeURIComponent(page.next)}`}>
              {t("More people")}
            </LinkButton>
          </div>
        )}
      </div>
    </Page>
  );
}

/** An ordinary form, its answer is the address. */
function PeopleSearch({
  base,
  query: { search, part },
  counts,
}: {
  base: string;
  query: PeopleQuery;
  counts: PeoplePage["counts"];
}): ReactNode {
  return (
    <form action={base} className="flex flex-wrap items-center gap-2" role="search" aria-label={t("People")}>
      <Input
        name="search"
        type="search"
        aria-label={t("Find a person")}
        placeholder={t("Address or name")}
        defaultValue={search}
        icon={<Search aria-hidden />}
        className="w-60 max-sm:w-full"
      />
      <Select name="show" aria-label={t("Show")} defaultValue={part ?? ""} className="max-w-56 max-sm:w-full">
        <option value="">{t("Everybody")}</option>
        {PEOPLE_PARTS.map((each) => (
          <option key={each} value={each}>
            {`${t(PART_WORDS[each])} (${formatCount(counts[each])})`}
          </option>
        ))}
      </Select>
      <Button type="submit">{t("Find")}</Button>
      {(search !== undefined || part !== undefined) && (
        <LinkButton variant="ghost" href={base}>
          {t("Clear")}
        </LinkButton>
      )}
    </form>
  );
}
