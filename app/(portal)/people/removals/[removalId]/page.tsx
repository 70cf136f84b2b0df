import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CountFilter } from "#app/(portal)/_components/count-filter.tsx";
import { KeepFresh } from "#app/(portal)/_components/keep-fresh.tsx";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { rowOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { getRemoval, listRemovedPlaces, type RemovalView } from "#lib/features/people/removals/queries.ts";
import { OUTCOMES, OUTCOME_WORDS } from "#lib/features/people/removals/schema.ts";
import { stopRemovalAction } from "../actions.ts";
import { PlacesTable } from "./_components/places-table.tsx";
import { StayingNote } from "./_components/staying-note.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Removal from all Clouds") });

/** So many Clouds are named above the table where the person stays. */
const NAMED_MAX = 5;

/** One person's removal from all Clouds: its progress, and the outcome for each. */
export default async function RemovalPage({
  params,
  searchParams,
}: PageProps<"removalId">): Promise<ReactNode> {
  const { removalId } = await params;
  const here = `/people/removals/${removalId}`;
  const actor = await requirePage(here);
  const removal = await orNotFound(getRemoval(actor, removalId));
  const { show, after } = await searchParams;
  const outcome = OUTCOMES.find((known) => known === show);
  const [page, staying] = await Promise.all([
    listRemovedPlaces(actor, {
      removalId,
      outcome,
      afterN: rowOf(after),
    }),
    listRemovedPlaces(actor, { removalId, outcome: "KEPT", limit: NAMED_MAX }),
  ]);
  const isRunning = removal.state === "RUNNING";
  const mayAct = isAllowed(actor, "member:change");
  const person = encodeURIComponent(removal.email);
  const left = removal.counts.KEPT + removal.counts.UNCERTAIN;
  return (
    <Page
      title={
        isRunning
          ? t("Removing {email} from all Clouds", { email: removal.email })
          : t("{email}: no longer in {count, plural, one {# Cloud} other {# Clouds}}", {
              email: removal.email,
              count: removal.counts.REMOVED,
            })
      }
      facts={[
        rich("started {time} by {name}", {
          time: <RelativeTime at={removal.createdAt} />,
          name: removal.actorName,
        }),
        ...(isRunning ? [t("You can close this page; the removal continues")] : []),
      ]}
      actions={
        <>
          {!removal.isErased && (
            <LinkButton href={`/people?address=${person}`}>{t("Show person")}</LinkButton>
          )}
          {isRunning && mayAct && (
            <ActionButton
              action={stopRemovalAction}
              fields={{ removalId }}
              pendingText={t("Stopping")}
              refusal={t("The removal was not stopped.")}
            >
              {t("Stop removal")}
            </ActionButton>
          )}
          {!isRunning && mayAct && left > 0 && !removal.isErased && (
            <LinkButton variant="primary" href={`/people/removals/new?address=${person}`}>
              {t("Try the other {count, plural, one {# Cloud} other {# Clouds}}", { count: left })}
            </LinkButton>
          )}
        </>
      }
    >
      {isRunning && <KeepFresh />}

      <div className="grid gap-4">
        <Advance removal={removal} />
        <StayingNote
          places={staying.rows}
          count={removal.counts.KEPT}
          all={outcome === "KEPT" ? null : `${here}?show=KEPT`}
        />
        <CountFilter
          label={t("Filter by result")}
          items={[
            { href: here, label: t("All"), count: removal.total, isCurrent: outcome === undefined },
            ...OUTCOMES.filter((known) => removal.counts[known] > 0).map((known) => ({
              href: `${here}?show=${known}`,
              label: t(OUTCOME_WORDS[known]),
              count: removal.counts[known],
              isCurrent: known === outcome,
            })),
          ]}
        />
        <PlacesTable rows={page.rows} />
        <NextPage base={here} kept={{ show: outcome }} next={page.next}>
          {t("More Clouds")}
        </NextPage>
      </div>
    </Page>
  );
}

function Advance({ removal }: { removal: RemovalView }): ReactNode {
  const { counts, total, stopReason } = removal;
  const ended = total - counts.WAITING;
  const words = t("{ended} of {count, plural, one {# Cloud} other {# Clouds}} done", {
    ended: formatCount(ended),
    count: total,
  });
  return (
    <div className="grid gap-3" aria-live="polite">
      {stopReason !== null && (
        <Note tone="warn" title={t("The removal ended early.")}>
          {stopReason}
        </Note>
      )}
      {counts.UNCERTAIN > 0 && (
        <Note
          tone="unknown"
          title={t("{count, plural, one {# Cloud} other {# Clouds}} without a certain answer.", {
            count: counts.UNCERTAIN,
          })}
        >
          {t("The next refresh of the Cloud’s people shows the outcome. Trying again is safe.")}
        </Note>
      )}
      <div className="grid gap-1.5">
        <Progress label={t("Clouds done")} value={ended} max={total} words={words} />
        <p className="text-13">{words}</p>
      </div>
    </div>
  );
}
