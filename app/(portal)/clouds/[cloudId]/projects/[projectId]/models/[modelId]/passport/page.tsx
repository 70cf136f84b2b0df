import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openModel } from "#app/_features/models/opened-model.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { ElementTable } from "#lib/features/elements/queries.ts";
import { modelIdSchema } from "#lib/features/elements/schema.ts";
import { readPassportView, writePassportView } from "#lib/features/passport/address.ts";
import { describePassport, listProjectChoices, type PassportSide } from "#lib/features/passport/queries.ts";
import { readSamples } from "#lib/features/passport/samples.ts";
import { ENTRIES_PER_PAGE, type PassportEntry, type PassportView } from "#lib/features/passport/schema.ts";
import { selectEntries } from "#lib/features/passport/select.ts";
import { NoOpenedTable } from "../_components/no-opened-table.tsx";
import { HeadActions } from "./_components/head-actions.tsx";
import { PassportBody } from "./_components/passport-body.tsx";
import type { PassportPlace } from "./_components/place.ts";

export async function generateMetadata({
  searchParams,
}: PageProps<"cloudId" | "projectId" | "modelId">): Promise<Metadata> {
  const { against } = readPassportView(await searchParams);
  return { title: against === null ? t("Property overview") : t("Property schemas compared") };
}

const CLASS_NAME_LENGTH_MAX = 100;

/** The property passport of a class of a model: which properties exist, how full they are, and what differs from another model. */
export default async function PassportPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "projectId" | "modelId">): Promise<ReactNode> {
  const { cloudId, projectId, modelId: modelText } = await params;
  const address = await searchParams;
  const tablePath = `/clouds/${cloudId}/projects/${projectId}/models/${modelText}`;
  const actor = await requirePage(`${tablePath}/passport`);
  const modelId = modelIdSchema.safeParse(modelText);
  if (!modelId.success) notFound();
  const { type } = address;
  const ifcClass = typeof type === "string" && type !== "" ? type.slice(0, CLASS_NAME_LENGTH_MAX) : undefined;
  const asked = readPassportView(address);
  // A model cannot be compared with itself.
  const isItself = asked.against?.projectId === projectId && asked.against.modelId === modelId.data;
  const view = isItself ? readPassportView({ ...address, with: undefined }) : asked;
  const at = { cloudId, projectId, modelId: modelId.data };
  const opened = await orNotFound(openModel(actor, at, ifcClass));
  const passport = await orNotFound(
    describePassport(actor, { ...at, ifcClass, against: view.against }, opened),
  );
  const { here, entries } = passport;
  const chosen = entries === null ? [] : selectEntries(entries, view);
  const shown = pageOf(chosen, view);
  const samples =
    here?.state === "ready"
      ? await readSamples(
          actor,
          here.snapshot.id,
          shown.rows.flatMap((entry) => entry.here ?? []),
        )
      : new Map<string, never>();
  const place: PassportPlace = {
    path: `${tablePath}/passport`,
    ids: { cloudId, projectId, modelId: modelId.data },
    ifcClass: opened.state === "open" ? opened.ifcClass : (ifcClass ?? ""),
  };
  return (
    <Page
      title={titleOf(place.ifcClass, passport.before?.state === "ready")}
      facts={[
        ...factsOf(opened, here, tablePath, place.ifcClass),
        <Link
          key="requests"
          className="link"
          href={`/clouds/${cloudId}/projects/${projectId}/requests?model=${String(modelId.data)}`}
        >
          {t("requests to the service")}
        </Link>,
      ]}
      actions={
        opened.state === "open" && here?.state === "ready" ? (
          <HeadActions
            place={place}
            view={view}
            choices={passport.choices}
            projects={await listProjectChoices(actor, cloudId)}
            download={
              isAllowed(actor, "elements:export") && chosen.length > 0
                ? {
                    count: chosen.length,
                    isComparison: passport.before?.state === "ready",
                    href: `${place.path}/csv?${writePassportView(place.ifcClass, { ...view, page: 1 }).toString()}`,
                  }
                : null
            }
          />
        ) : undefined
      }
    >
      {opened.state !== "open" && (
        <NoOpenedTable
          opened={opened}
          path={place.path}
          projectHref={`/clouds/${cloudId}/projects/${projectId}`}
        />
      )}
      {opened.state === "open" && here !== null && (
        <PassportBody
          place={place}
          view={{ ...view, page: shown.page }}
          opened={opened}
          passport={{ ...passport, here }}
          chosen={chosen.length}
          rows={shown.rows}
          pages={shown.pages}
          samples={samples}
        />
      )}
    </Page>
  );
}

/** The page's entries; a page number that is too high gives the last page. */
function pageOf(
  chosen: readonly PassportEntry[],
  view: PassportView,
): { rows: PassportEntry[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(chosen.length / ENTRIES_PER_PAGE));
  const page = Math.min(view.page, pages);
  return { rows: chosen.slice((page - 1) * ENTRIES_PER_PAGE, page * ENTRIES_PER_PAGE), page, pages };
}

function titleOf(ifcClass: string, isCompared: boolean): string {
  if (ifcClass === "") return t("Property overview");
  const facts = { noun: classNoun(ifcClass, 2) };
  return isCompared ? t("Property schemas compared: {noun}", facts) : t("Properties of {noun}", facts);
}

function factsOf(
  opened: ElementTable,
  here: PassportSide | null,
  tablePath: string,
  ifcClass: string,
): ReactNode[] {
  const table =
    opened.state !== "open" || ifcClass === ""
      ? []
      : [<TableLink key="table" path={tablePath} ifcClass={ifcClass} />];
  if (here?.state !== "ready") return table;
  const { rows, readAt } = here.snapshot;
  return [
    `${formatCount(rows)} ${classNoun(ifcClass, rows)}`,
    rich("read {when}", { when: <RelativeTime key="read" at={readAt} /> }),
    ...table,
  ];
}

function TableLink({ path, ifcClass }: { path: string; ifcClass: string }): ReactNode {
  return (
    <Link className="link" href={`${path}?type=${encodeURIComponent(ifcClass)}`}>
      {t("View table")}
    </Link>
  );
}
