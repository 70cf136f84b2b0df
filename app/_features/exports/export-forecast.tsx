"use client";
import { CircleCheck, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Skeleton } from "#app/_ui/primitives/skeleton.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { ExportFacts } from "#lib/elements/files/forecast/facts.ts";
import type { ExportChoice, ForecastItem } from "#lib/elements/files/forecast/items.ts";

const ICONS = {
  stop: <OctagonX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />,
  warn: <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />,
  ok: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />,
} as const;
const WORDS = { stop: msg("Not possible"), warn: msg("Loss"), ok: msg("Kept") } as const;

/** What the choice will do to the data: the right half of a dialog. */
export function ExportForecast({
  isPending,
  trouble,
  seen,
  isKnown = true,
  isWhole,
  items,
  onChoose,
  children,
}: {
  /** The values are being examined. */
  isPending: boolean;
  /** Why they could not be examined. */
  trouble: string | null;
  /** "from all 214 rows" */
  seen: string | null;
  /** False while there is nothing to make a forecast from. */
  isKnown?: boolean;
  /** Every row that will be exported was examined. */
  isWhole: boolean;
  items: readonly ForecastItem[];
  onChoose: (choice: ExportChoice) => void;
  /** What to show below. */
  children?: ReactNode;
}): ReactNode {
  const open = items.filter(({ tone }) => tone !== "ok").length;
  return (
    <section aria-label={t("Loss forecast")} className="grid content-start gap-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 className="text-13 font-medium">{t("Loss forecast")}</h3>
        {seen !== null && <span className="text-12 text-fg-3">{wrapped(seen)}</span>}
        {open > 0 && (
          <span className="ml-auto">
            <Badge tone="warn">{t("{open} open", { open })}</Badge>
          </span>
        )}
      </div>
      <div role="status" className="grid gap-2">
        {isPending && (
          <>
            <span className="sr-only">{t("Checking the values …")}</span>
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </>
        )}
        {trouble !== null && (
          <Note tone="warn" title={t("Couldn’t check the values.")}>
            {t("{message} You can export anyway; the file is verified before download.", {
              message: trouble,
            })}
          </Note>
        )}
        {!isPending && trouble === null && isKnown && open === 0 && (
          <p className="flex gap-2 text-13">
            {ICONS.ok}
            <span>
              {isWhole ? t("Nothing will be lost.") : t("No loss was found in the rows that were checked.")}
            </span>
          </p>
        )}
        {items.length > 0 && (
          <ul className="rounded-2 border border-line">
            {items.map((item) => (
              <li key={item.id} className="flex gap-2 border-b border-line px-3 py-2 text-13 last:border-b-0">
                {ICONS[item.tone]}
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <span className="sr-only">{t(WORDS[item.tone])}: </span>
                  <span className="font-medium">{wrapped(item.title)}</span>
                  <small className="block text-12 text-fg-3">{wrapped(item.detail)}</small>
                </span>
                {item.remedy !== null && <Remedy remedy={item.remedy} onChoose={onChoose} />}
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </section>
  );
}

function Remedy({
  remedy,
  onChoose,
}: {
  remedy: NonNullable<ForecastItem["remedy"]>;
  onChoose: (choice: ExportChoice) => void;
}): ReactNode {
  return (
    <span className="shrink-0">
      <Button size="sm" onClick={() => onChoose(remedy.choice)}>
        {remedy.label}
      </Button>
    </span>
  );
}

/** How much of a table the forecast covers. */
export function seenWords({ rows, rowsSeen }: Pick<ExportFacts, "rows" | "rowsSeen">): string {
  return rowsSeen >= rows
    ? t("from all {rows, plural, one {# row} other {# rows}}", { rows })
    : t("from the first {seen} of {rows, plural, one {# row} other {# rows}}", {
        seen: formatCount(rowsSeen),
        rows,
      });
}
