/* The completeness of a table's columns, prepared for the facade chart. Pure. */
import type { Bar } from "#app/_ui/charts/bars.tsx";
import type { FacadeSet } from "#app/_ui/data-table/facade.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { QueryColumn } from "#lib/elements/query/types.ts";
import { groupOf, nameOf, type ShownColumns } from "./shown-columns.ts";

const LOW_SHARE = 0.1;
/** More sets cannot be told apart on a screen: the smallest are drawn as one. */
const SETS_MAX = 14;
export const OTHER_SETS = msg("Other sets");

/** One group of bars per set of the table, in the table's order; the class column is no property and has no bar. */
export function facadeSets(shown: ShownColumns, rows: number): FacadeSet[] {
  const visible = new Set(shown.columns.map(({ id }) => id));
  const sets = new Map<string, { columns: QueryColumn[]; current: boolean }>();
  for (const column of shown.choosable) {
    if (column.origin === "pseudo") continue;
    const group = groupOf(column);
    const set = sets.get(group) ?? { columns: [], current: false };
    set.columns.push(column);
    set.current ||= visible.has(column.id);
    sets.set(group, set);
  }
  const all = [...sets].map(([group, { columns, current }]) => ({
    id: group,
    name: group,
    current,
    bars: columns.map((column) => barOf(column, rows)),
  }));
  if (all.length <= SETS_MAX) return all;
  const largest = new Set([...all].sort((a, b) => b.bars.length - a.bars.length).slice(0, SETS_MAX - 1));
  const others = all.filter((set) => !largest.has(set));
  return [
    ...all.filter((set) => largest.has(set)),
    {
      id: OTHER_SETS,
      name: `${t(OTHER_SETS)} (${formatCount(others.length)})`,
      current: others.some(({ current }) => current),
      bars: others.flatMap(({ bars }) => bars),
    },
  ];
}

function barOf(column: QueryColumn, rows: number): Bar {
  const share = rows === 0 ? 0 : column.fill.present / rows;
  return {
    share,
    words: t("{column}: {present} of {rows}", {
      column: nameOf(column),
      present: formatCount(column.fill.present),
      rows: formatCount(rows),
    }),
    tone: share >= 1 ? "full" : share <= 0 ? "none" : share < LOW_SHARE ? "low" : "part",
  };
}
