import type { ReactNode } from "react";
import { marked } from "#app/_ui/marked.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { QueryColumn, TableView } from "#lib/elements/query/types.ts";
import { choiceId, OFFERED_MAX, offerColumns } from "#lib/features/sums/choice.ts";
import type { TableSums } from "#lib/features/sums/queries.ts";
import { writeSums } from "#lib/features/sums/write-sums.ts";
import { groupOf, nameOf } from "../../_components/table/shown-columns.ts";
import type { SumsPlace } from "./place.ts";

/** Translated with `t`. */
const GROUP_LABELS = [msg("Group by"), msg("Then by")];
const SUM_LABELS = [msg("Add up"), msg("Also add up"), msg("And add up")];

/** Which columns are grouped by and added up: an ordinary form, so the result has an address. */
export function SumsForm({
  place,
  view,
  found: { table, choice },
}: {
  place: SumsPlace;
  view: TableView;
  found: TableSums;
}): ReactNode {
  const offered = offerColumns(table, choice);
  const selects = (
    name: "group" | "sum",
    labels: readonly string[],
    columns: readonly QueryColumn[],
    chosen: readonly QueryColumn[],
  ): ReactNode =>
    labels.map((label, i) => {
      const value = chosen[i] === undefined ? "" : choiceId(chosen[i]);
      return (
        <Field key={label} label={t(label)}>
          <Select key={value} name={name} defaultValue={value}>
            <option value="">{t("nothing")}</option>
            <Options columns={columns} />
          </Select>
        </Field>
      );
    });
  const isCut = table.columns.length > OFFERED_MAX;
  return (
    <form action={place.path} aria-label={t("Groups and sums")} className="grid gap-2">
      {[...writeSums(place.classes, view, null)].map(([name, value], i) => (
        <input key={`${name} ${String(i)}`} type="hidden" name={name} value={value} />
      ))}
      <div className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] items-end gap-3 [&>*]:min-w-0">
        {selects("group", GROUP_LABELS, offered.groups, choice.groups)}
        {selects("sum", SUM_LABELS, offered.sums, choice.sums)}
        <Button type="submit" variant="primary" className="justify-self-start">
          {t("Show sums")}
        </Button>
      </div>
      {isCut && (
        <p className="text-12 text-fg-3">
          {t("The table has very many columns. The {count} with the most values are offered.", {
            count: OFFERED_MAX,
          })}
        </p>
      )}
    </form>
  );
}

/** Columns under the names of their sets. */
function Options({ columns }: { columns: readonly QueryColumn[] }): ReactNode {
  return [...Map.groupBy(columns, groupOf)].map(([set, own]) => (
    <optgroup key={set} label={marked(set)}>
      {own.map((column) => (
        <option key={column.id} value={choiceId(column)}>
          {marked(column.unit === null ? nameOf(column) : `${nameOf(column)}, ${column.unit}`)}
        </option>
      ))}
    </optgroup>
  ));
}
