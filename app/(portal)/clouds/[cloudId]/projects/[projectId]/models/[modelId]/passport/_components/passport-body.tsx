import { ListX, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
import { t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { ElementTable } from "#lib/features/elements/queries.ts";
import type { TableState } from "#lib/features/elements/schema.ts";
import { writePassportView } from "#lib/features/passport/address.ts";
import { countChanges } from "#lib/features/passport/compare.ts";
import type { PassportPage, PassportSide } from "#lib/features/passport/queries.ts";
import { SHOWN, type PassportEntry, type PassportView, type Samples } from "#lib/features/passport/schema.ts";
import { ComeBack } from "../../_components/come-back.tsx";
import { NoTable } from "../../_components/no-table.tsx";
import { ReadAgain } from "../../_components/read-again.tsx";
import { ReadingProgress } from "../../_components/reading-progress.tsx";
import { Comparison } from "./comparison.tsx";
import { EntriesTable } from "./entries-table.tsx";
import { Pager } from "./pager.tsx";
import type { PassportPlace } from "./place.ts";
import { ViewForm } from "./view-form.tsx";
import { SHOWN_WORDS } from "./words.ts";

type Opened = Extract<ElementTable, { state: "open" }>;

type Props = {
  place: PassportPlace;
  view: PassportView;
  opened: Opened;
  passport: PassportPage & { here: PassportSide };
  /** Number of entries that the view selects; `rows` are those of this page. */
  chosen: number;
  rows: readonly PassportEntry[];
  pages: number;
  samples: ReadonlyMap<string, Samples>;
};

const CLASSES_MAX = 7;

/** Links to other classes, the comparison, and the properties, or why they are not there yet. */
export function PassportBody(props: Props): ReactNode {
  const { place, view, opened, passport } = props;
  return (
    <div className="grid gap-3">
      <Classes place={place} view={view} opened={opened} />
      {opened.table.state === "ready" && opened.table.stale !== null && (
        <Note
          tone="warn"
          title={t("You see the earlier data. Portico couldn’t read the model again.")}
          reference={opened.table.stale.reference}
        >
          {opened.table.stale.message}
        </Note>
      )}
      <Comparison place={place} view={view} passport={passport} />
      <Properties {...props} />
    </div>
  );
}

/** The largest classes, as links to their passports; the picker of the table's page has all classes. */
function Classes({
  place,
  view,
  opened,
}: {
  place: PassportPlace;
  view: PassportView;
  opened: Opened;
}): ReactNode {
  const counted = opened.choices.counted ?? [];
  const largest = counted.slice(0, CLASSES_MAX);
  const current = counted.find(({ ifcClass }) => ifcClass === place.ifcClass);
  const shown =
    current === undefined || largest.includes(current) ? largest : [...largest.slice(0, -1), current];
  if (shown.length === 0) return null;
  return (
    <div>
      <Segmented
        label={t("Classes in this model")}
        items={shown.map(({ ifcClass, count }) => ({
          label: ifcClass,
          href: `${place.path}?${writePassportView(ifcClass, { ...view, search: "", shown: "all", page: 1 }).toString()}`,
          count,
          current: ifcClass === place.ifcClass,
        }))}
      />
    </div>
  );
}

function Properties({ place, view, opened, passport, chosen, rows, pages, samples }: Props): ReactNode {
  const { here, entries, before } = passport;
  const { ifcClass, path } = place;
  if (here.state === "reading")
    return <ReadingProgress key={here.reading.snapshotId} reading={here.reading} />;
  if (here.state === "coming")
    return <ComeBack label={t("The properties are being counted")}>{here.message}</ComeBack>;
  if (here.state === "absent") return <Absent here={here} table={opened.table} place={place} />;
  // The other model is being read: its own line shows the progress.
  if (entries === null) return null;
  if (entries.length === 0) {
    return (
      <Blank
        icon={<ListX aria-hidden />}
        title={t("The {noun} have no properties", { noun: classNoun(ifcClass, 2) })}
      >
        {here.snapshot.rows === 0
          ? t("According to the service, the model has no {ifcClass}. Subtypes are separate classes.", {
              ifcClass,
            })
          : t(
              "The service sent {count, plural, one {# element} other {# elements}}, each with only a GlobalId.",
              { count: here.snapshot.rows },
            )}
      </Blank>
    );
  }
  const isCompared = before?.state === "ready";
  const counts = countChanges(entries);
  const hrefOf = (change: Partial<PassportView>): string =>
    `${path}?${writePassportView(ifcClass, { ...view, page: 1, ...change }).toString()}`;
  return (
    <>
      <div>
        <Segmented
          label={t("Properties shown")}
          items={SHOWN.filter((shown) => isCompared || shown === "all" || shown === "unfilled").map(
            (shown) => ({
              label: t(SHOWN_WORDS[shown]),
              href: hrefOf({ shown }),
              count: counts[shown],
              current: shown === view.shown,
            }),
          )}
        />
      </div>
      <ViewForm path={path} ifcClass={ifcClass} view={view} isCompared={isCompared} />
      <p role="status" className="text-13 text-fg-2">
        {chosen === entries.length
          ? t("{count, plural, one {# property} other {# properties}}", { count: chosen })
          : t("{chosen} of {count, plural, one {# property} other {# properties}}", {
              chosen: formatCount(chosen),
              count: entries.length,
            })}
      </p>
      {rows.length === 0 && isChange(view) ? (
        <Blank
          icon={<SearchX aria-hidden />}
          title={t("No such change of the property schema")}
          action={
            <LinkButton href={hrefOf({ search: "", shown: "all" })}>{t("Show all properties")}</LinkButton>
          }
        >
          {t("This says nothing about elements and their values: they were not compared and can differ.")}
        </Blank>
      ) : rows.length === 0 ? (
        <Blank
          icon={<SearchX aria-hidden />}
          title={t("No matching properties")}
          action={
            <LinkButton href={hrefOf({ search: "", shown: "all" })}>{t("Show all properties")}</LinkButton>
          }
        />
      ) : (
        <EntriesTable
          label={t("Properties of {noun}", { noun: ifcClass })}
          entries={rows}
          samples={samples}
          isCompared={isCompared}
        />
      )}
      <Pager page={view.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
    </>
  );
}

/** A filter for differences: an empty result must not look like equal models. */
function isChange({ shown }: PassportView): boolean {
  return shown !== "all" && shown !== "unfilled";
}

function Absent({
  here,
  table,
  place,
}: {
  here: Extract<PassportSide, { state: "absent" }>;
  table: TableState;
  place: PassportPlace;
}): ReactNode {
  const { ifcClass, ids, path } = place;
  if (table.state === "unknownClass" || table.state === "noElements")
    return <NoTable table={table} path={path} ids={ids} />;
  return (
    <Note
      tone="bad"
      title={t("The {noun} could not be described.", { noun: classNoun(ifcClass, 2) })}
      reference={here.reference}
      action={<ReadAgain ids={ids} ifcClasses={[ifcClass]} />}
    >
      {here.message}
    </Note>
  );
}
