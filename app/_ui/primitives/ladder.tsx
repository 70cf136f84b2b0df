import { Check, LoaderCircle, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { msg, t } from "#lib/core/texts.ts";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";

export type LadderRung = {
  key: string;
  title: string;
  /** now: under way · off: not tried, or not yet */
  state: "ok" | "warn" | "bad" | "now" | "off";
  text: ReactNode;
  /** Expected, got, fix: below a step that failed or has a warning. */
  facts?: readonly { label: string; value: ReactNode }[];
  /** "41 ms"; absent when it was not tried. */
  took?: string | undefined;
};

const LOOK = {
  ok: "border-ok bg-ok-soft text-ok",
  warn: "border-warn bg-warn-soft text-warn",
  bad: "border-bad bg-bad-soft text-bad",
  now: "border-accent bg-surface text-accent-text",
  off: "border-line-control bg-surface text-fg-3",
} as const;

const WORDS = {
  ok: msg("OK"),
  warn: msg("warning"),
  bad: msg("failed"),
  now: msg("checking"),
  off: msg("not tried"),
} as const;
const ICONS = { ok: Check, warn: TriangleAlert, bad: X, now: LoaderCircle } as const;

/** Steps checked one after the other, each with its state, its result and its duration. */
export function Ladder({ label, rungs }: { label: string; rungs: readonly LadderRung[] }): ReactNode {
  return (
    <ol aria-label={label}>
      {rungs.map((rung, index) => (
        <li
          key={rung.key}
          className={cx(
            "relative grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 border-line py-[11px] pr-4 pl-3",
            index > 0 && "border-t",
            rung.state === "bad" && "bg-bad-soft",
            "before:absolute before:left-[25px] before:w-px before:bg-line-strong before:content-['']",
            index === 0 ? "before:top-5" : "before:top-0",
            index === rungs.length - 1 ? "before:bottom-[calc(100%-20px)]" : "before:bottom-0",
          )}
        >
          <span
            className={cx(
              "relative ml-0.5 grid size-[22px] place-items-center rounded-full border text-11 [&>.lucide]:size-3",
              LOOK[rung.state],
            )}
          >
            <RungMark state={rung.state} position={index + 1} />
          </span>
          <div className="min-w-0 text-13 text-fg-2 [overflow-wrap:anywhere]">
            <b
              className={cx(
                "text-14",
                rung.state === "off" ? "font-normal text-fg-3" : "font-medium text-fg",
              )}
            >
              {wrapped(rung.title)}
              <span className="sr-only">, {t(WORDS[rung.state])}</span>
            </b>
            <p className={cx(rung.state === "off" && "text-fg-3")}>{wrapped(rung.text)}</p>
            {rung.facts !== undefined && rung.facts.length > 0 && (
              <dl className="mt-1.5 grid grid-cols-[64px_minmax(0,1fr)] gap-x-2 gap-y-[3px]">
                {rung.facts.map((fact) => (
                  <div key={fact.label} className="contents">
                    <dt className={rung.state === "bad" ? "text-fg-2" : "text-fg-3"}>{marked(fact.label)}</dt>
                    <dd className="text-fg">{wrapped(fact.value)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
          <span
            className={cx("text-12 leading-5 tabular-nums", rung.state === "bad" ? "text-fg-2" : "text-fg-3")}
          >
            {rung.took ?? "–"}
          </span>
        </li>
      ))}
    </ol>
  );
}

function RungMark({ state, position }: { state: LadderRung["state"]; position: number }): ReactNode {
  if (state === "off") return position;
  const Icon = ICONS[state];
  return <Icon aria-hidden className={cx("stroke-2", state === "now" && "turning")} />;
}
