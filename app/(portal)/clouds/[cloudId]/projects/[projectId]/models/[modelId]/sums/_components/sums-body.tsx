import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { classesNoun } from "#lib/features/elements/class-words.ts";
import type { TableState } from "#lib/features/elements/schema.ts";
import type { Asked } from "#lib/features/elements/table.ts";
import { choiceId } from "#lib/features/sums/choice.ts";
import type { TableSums } from "#lib/features/sums/queries.ts";
import { writeSums } from "#lib/features/sums/write-sums.ts";
import { ComeBack } from "../../_components/come-back.tsx";
import { NoTable } from "../../_components/no-table.tsx";
import { ReadAgain } from "../../_components/read-again.tsx";
import { ReadingProgress } from "../../_components/reading-progress.tsx";
import { matchingRows } from "../../_components/row-words.ts";
import { sayFilter } from "../../_components/table/filter-words.ts";
import type { SumsPlace } from "./place.ts";
import { SumsForm } from "./sums-form.tsx";
import { SumsTable } from "./sums-table.tsx";
import { lineWords } from "./sums-words.ts";

type Props = {
  place: SumsPlace;
  tables: readonly TableState[];
  view: TableView;
  /** null: not every table is ready. */
  found: Asked<TableSums> | null;
};

/** The choice of groups and sums with its result, or why there is none yet. */
export function SumsBody({ place, tables, view, found }: Props): ReactNode {
  const stopped = tables.find((table) => table.state !== "ready");
  if (stopped?.state === "reading")
    return <ReadingProgress key={stopped.reading.snapshotId} reading={stopped.reading} />;
  if (stopped !== undefined) return <NoTable table={stopped} path={place.path} ids={place.ids} />;
  if (found === null) return null;
  switch (found.state) {
    case "answered":
      return <Found place={place} view={view} found={found.answer} />;
    case "expired":
    case "tooSlow":
      return (
        <Note
          tone="bad"
          title={t("The {noun} could not be added up.", { noun: classesNoun(place.classes, 2) })}
          action={<ReadAgain ids={place.ids} ifcClasses={place.classes} />}
        >
          {found.message}
        </Note>
      );
    default:
      return <ComeBack label={t("The table is being prepared.")}>{found.message}</ComeBack>;
  }
}

function Found({ place, view, found }: { place: SumsPlace; view: TableView; found: TableSums }): ReactNode {
  const { sums, choice, table } = found;
  const { total, groups, groupCount } = sums;
  return (
    <div className="grid gap-3">
      <SumsForm place={place} view={view} found={found} />
      {choice.absent.length > 0 && (
        <Note tone="warn" title={t("The model does not have everything that this link asks for.")}>
          {t("Not in this model: {names}.", { names: choice.absent.join(", ") })}
        </Note>
      )}
      <Conditions place={place} found={found} />
      <div role="status" className="grid gap-0.5 text-13 text-fg-2">
        <p>
          <b className="font-medium text-fg">{matchingRows(place.classes, total.rows, table.rows)}</b>
          {choice.groups.length > 0 &&
            `, ${t("{count, plural, one {# group} other {# groups}}", { count: groupCount })}`}
        </p>
        {choice.sums.map((column, i) => (
          <p key={column.id}>{lineWords(column, total.sums[i], total.rows)}</p>
        ))}
      </div>
      {groups.length < groupCount && (
        <Note
          tone="warn"
          title={t("Only the first {count} groups are shown.", { count: formatCount(groups.length) })}
        >
          {t(
            "The totals above cover all groups, and the files hold all of them. Filter the table to see fewer groups.",
          )}
        </Note>
      )}
      {groups.length > 0 && choice.groups.length > 0 && <SumsTable place={place} found={found} />}
    </div>
  );
}

/** What of the table is added up, where it is not everything. */
function Conditions({ place, found }: { place: SumsPlace; found: TableSums }): ReactNode {
  const { view, table, choice } = found;
  const columns = new Map(table.columns.map((column) => [column.id, column]));
  const told = [
    ...(view.search === "" ? [] : [t("“{search}” in a cell", { search: view.search })]),
    ...view.filters.map((filter) => sayFilter(filter, columns)),
    ...view.anyOf.map((group) => group.map((filter) => sayFilter(filter, columns)).join(` ${t("or")} `)),
  ];
  if (told.length === 0) return null;
  const ids = { groups: choice.groups.map(choiceId), sums: choice.sums.map(choiceId) };
  const all = { ...view, search: "", filters: [], anyOf: [] };
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-fg-2 [overflow-wrap:anywhere]">
      <span>{t("Only elements with: {conditions}.", { conditions: told.join("; ") })}</span>
      <LinkButton
        size="sm"
        variant="ghost"
        href={`${place.path}?${writeSums(place.classes, all, ids).toString()}`}
      >
        {t("Add up all elements")}
      </LinkButton>
    </p>
  );
}
