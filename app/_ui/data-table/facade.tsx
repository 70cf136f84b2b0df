"use client";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Bars, type Bar } from "../charts/bars.tsx";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";

export type FacadeSet = {
  id: string;
  name: string;
  /** One bar per column, in order. */
  bars: readonly Bar[];
  /** Some of its columns are visible. */
  current: boolean;
};

const BARS_MAX = 400;

/**
 * How full every column is, one bar each, grouped by set; a press on a set scrolls to its columns. Hidden where there is no room: the
 * columns dialog has the same numbers.
 */
export function Facade({
  title,
  legend,
  sets,
  onPick,
}: {
  title: ReactNode;
  legend: string;
  sets: readonly FacadeSet[];
  onPick: (id: string) => void;
}): ReactNode {
  const total = sets.reduce((sum, set) => sum + set.bars.length, 0);
  if (total === 0 || total > BARS_MAX) return null;
  return (
    <section aria-label={t("Completeness")} className="facade">
      <div className="facade-cap">
        <span>{marked(title)}</span>
        <span className="text-fg-3">{wrapped(legend)}</span>
      </div>
      <div className="facade-sets">
        {sets.map((set) => (
          <button
            key={set.id}
            type="button"
            className={set.current ? "facade-set current" : "facade-set"}
            data-bars={Math.min(24, set.bars.length)}
            title={marked(set.name)}
            onClick={() => onPick(set.id)}
          >
            <Bars label={`${set.name}: ${sayBars(set.bars)}`} bars={set.bars} className="facade-bars" />
            <span className="facade-name">{marked(set.name)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function sayBars(bars: readonly Bar[]): string {
  const full = bars.filter((bar) => bar.share >= 1).length;
  const none = bars.filter((bar) => bar.share <= 0).length;
  return t("{columns} columns, {full} full, {none} without any value", { columns: bars.length, full, none });
}
