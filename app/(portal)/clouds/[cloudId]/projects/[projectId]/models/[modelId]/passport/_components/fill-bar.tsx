import type { ReactNode } from "react";
import { fillShare } from "#lib/features/passport/compare.ts";
import type { ColumnFacts } from "#lib/features/passport/schema.ts";
import { wrapped } from "#app/_ui/wrapped.ts";
import { fillWords, percent, restWords } from "./words.ts";

const WIDTH = 1_000;

/** How many elements have a value: a bar with share and counts, and what the other elements have instead. */
export function FillBar({ facts }: { facts: ColumnFacts }): ReactNode {
  const share = fillShare(facts);
  const rest = restWords(facts);
  return (
    <span className="block min-w-32">
      <span className="flex items-baseline justify-between gap-2 tabular-nums">
        <span>{percent(share)}</span>
        <small>{fillWords(facts)}</small>
      </span>
      <svg
        aria-hidden
        viewBox={`0 0 ${String(WIDTH)} 1`}
        preserveAspectRatio="none"
        className="my-0.5 block h-1.5 w-full rounded-[3px] bg-ink-3"
      >
        <rect
          width={share === 0 ? 0 : Math.max(WIDTH / 100, share * WIDTH)}
          height="1"
          className={share === 1 ? "fill-ink-1" : "fill-ink-2"}
        />
      </svg>
      {rest !== "" && <small className="block">{wrapped(rest)}</small>}
    </span>
  );
}
