import { Link } from "../primitives/link.tsx";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";
import type { ReactNode } from "react";
import { Bars, type Bar } from "./bars.tsx";

export type Tile = {
  /** What is counted, over which time. */
  label: string;
  value: ReactNode;
  /** Greyed beside the value: "of 134". */
  of?: string | undefined;
  /** The chart in words. */
  plot: string;
  bars: readonly Bar[];
  detail: ReactNode;
  href: string;
};

/** Numbers with a small chart each, side by side; two per row on small screens. The whole tile links to what it counts. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }): ReactNode {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-2 border border-line-strong bg-line lg:grid-cols-4"
    >
      {tiles.map((tile) => (
        <div key={tile.label} className="relative min-w-0 bg-surface px-4 pt-3.5 pb-3 hover:bg-surface-hover">
          <h3 className="text-12! font-normal! text-fg-2">
            <Link className="link after:absolute after:inset-0" href={tile.href}>
              {wrapped(tile.label)}
            </Link>
          </h3>
          <p className="mt-1 text-20 font-semibold">
            {marked(tile.value)}{" "}
            {tile.of !== undefined && (
              <small className="text-13 font-normal text-fg-3">{marked(tile.of)}</small>
            )}
          </p>
          <Bars label={tile.plot} bars={tile.bars} className="mt-2 h-7 w-full" />
          <p className="mt-1.5 text-12 text-fg-3">{wrapped(tile.detail)}</p>
        </div>
      ))}
    </section>
  );
}
