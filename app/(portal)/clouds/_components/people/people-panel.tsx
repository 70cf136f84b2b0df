import { Download, Users } from "lucide-react";
import type { ReactNode } from "react";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { PeopleRows } from "#app/(portal)/_components/people-rows.tsx";
import { toPersonRows } from "#app/(portal)/_components/person-row.ts";
import { ReadListAgain } from "#app/(portal)/_components/read-list-again.tsx";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import type { Actor } from "#lib/auth/actor.ts";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import type { ReadState } from "#lib/features/clouds/schema.ts";
import { listPeople } from "#lib/features/people/queries.ts";
import type { PeopleQuery } from "#lib/features/people/schema.ts";
import { isNarrowed, peopleParameters, sortsOf } from "./people-address.ts";
import { PeopleSearch } from "./people-search.tsx";

/** The people of a Cloud or project: the age of the list, search and filter, the file, and the table with its pages. */
export async function PeoplePanel({
  actor,
  query,
  read,
  age,
  base,
  inviteHref,
  note,
}: {
  actor: Actor;
  query: PeopleQuery;
  read: ReadState;
  /** How old the list is, or why it cannot be read. */
  age: ReactNode;
  /** Address of the page. */
  base: string;
  /** null: the actor may not invite, or the service does not offer it. */
  inviteHref: string | null;
  /** What the service does not offer, and how to do it by hand. */
  note: ReactNode;
}): Promise<ReactNode> {
  const { cloudId, projectId } = query;
  const page = await listPeople(actor, query);
  const rows = await toPersonRows(actor, page.rows);
  const parameters = peopleParameters(query);
  const reading = { readAt: read.readAt, isStale: read.state === "stale" };
  return (
    <div className="grid gap-3">
      {age}
      {note}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PeopleSearch base={base} query={query} counts={page.counts} />
        <CsvLinks href={hrefTo(`${base}/csv`, parameters)}>
          <Download aria-hidden />
          {t("Export people")}
        </CsvLinks>
        {projectId === undefined ? (
          <ReadListAgain list="invitations" cloudId={cloudId} {...reading} />
        ) : (
          <ReadListAgain list="project-people" cloudId={cloudId} projectId={projectId} {...reading} />
        )}
      </div>
      {rows.length === 0 ? (
        <Nobody query={query} base={base} inviteHref={inviteHref} />
      ) : (
        <PeopleRows rows={rows} of="place" sorts={sortsOf(base, query)} />
      )}
      <NextPage base={base} kept={parameters} next={page.next}>
        {t("More people")}
      </NextPage>
    </div>
  );
}

function Nobody({
  query,
  base,
  inviteHref,
}: {
  query: PeopleQuery;
  base: string;
  inviteHref: string | null;
}): ReactNode {
  const icon = <Users aria-hidden />;
  if (isNarrowed(query)) {
    return (
      <Blank
        icon={icon}
        title={t("No matching people")}
        action={<LinkButton href={base}>{t("Show all people")}</LinkButton>}
      />
    );
  }
  return (
    <Blank
      icon={icon}
      title={query.projectId === undefined ? t("Nobody in this Cloud yet") : t("Nobody in this project yet")}
      action={inviteHref !== null && <LinkButton href={inviteHref}>{t("Invite people")}</LinkButton>}
    >
      {query.projectId === undefined
        ? undefined
        : t("Members of the Cloud see this project without being listed here.")}
    </Blank>
  );
}
