import type { ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { listOtherUnits } from "#lib/elements/query/units/condition-units.ts";
import { conditionsOf, type TableDescription, type TableView } from "#lib/elements/query/types.ts";
import { fullNameOf, isAbsent } from "./shown-columns.ts";
import { dropColumns } from "./view-changes.ts";

const NAMED_MAX = 8;

export type ViewNotesProps = {
  /** Includes the absent columns. */
  table: TableDescription;
  view: TableView;
  change: (next: (view: TableView) => TableView) => void;
};

/** What is odd about the view, given this model (view-parts.tsx). */
export function MadeViewNotes({ table, view, change }: ViewNotesProps): ReactNode {
  return (
    <>
      <AbsentNote table={table} view={view} change={change} />
      <OtherUnitsNote table={table} view={view} />
    </>
  );
}

/** Says that conditions are in a unit that the model does not have, so that their numbers are compared unconverted. */
function OtherUnitsNote({ table, view }: Omit<ViewNotesProps, "change">): ReactNode {
  const present = table.columns.filter((column) => !isAbsent(column, table.rows));
  const others = listOtherUnits(view, present);
  if (others.length === 0 || table.rows === 0) return null;
  const byId = new Map(table.columns.map((column) => [column.id, column]));
  const told = others.slice(0, NAMED_MAX).map(({ filter, asked, stated }) => {
    const column = byId.get(filter.column);
    const name = column === undefined ? filter.column : fullNameOf(column);
    return stated === null
      ? t("{name}: the filter is in {asked}, the model states no unit.", { name, asked })
      : t("{name}: the filter is in {asked}, the model in {stated}.", { name, asked, stated });
  });
  return (
    <div className="border-b border-line p-2">
      <Note tone="warn" live title={t("Numbers are compared without their units.")}>
        {told.join(" ")}
      </Note>
    </div>
  );
}

/** What the view names but the model lacks: shown as empty columns, and treated as absent by every condition. */
function AbsentNote({ table, view, change }: ViewNotesProps): ReactNode {
  const absent = table.columns.filter((column) => isAbsent(column, table.rows));
  if (absent.length === 0 || table.rows === 0) return null;
  const ids = new Set(absent.map(({ id }) => id));
  const shown = (view.columns ?? []).filter((id) => ids.has(id)).length;
  const conditions = conditionsOf(view).filter(({ column }) => ids.has(column)).length;
  const names = absent.slice(0, NAMED_MAX).map(fullNameOf).join(", ");
  const more = absent.length - NAMED_MAX;
  return (
    <div className="border-b border-line p-2">
      <Note
        tone="warn"
        live
        title={t(
          "{count, plural, one {# property of this view is} other {# properties of this view are}} not in this model.",
          { count: absent.length },
        )}
        action={
          shown > 0 && (
            <Button size="sm" onClick={() => change((now) => dropColumns(now, ids))}>
              {t("Remove the empty columns")}
            </Button>
          )
        }
      >
        {more > 0 ? t("{names} and {more} more.", { names, more }) : `${names}.`}
        {conditions > 0 &&
          ` ${t("{count, plural, one {# filter counts} other {# filters count}} the property as absent in every row.", { count: conditions })}`}
      </Note>
    </div>
  );
}
