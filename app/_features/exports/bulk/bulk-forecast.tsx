"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { ExportForecast } from "#app/_features/exports/export-forecast.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import { forecast } from "#lib/elements/files/forecast.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import type { BulkFacts } from "#lib/features/exports/bulk/forecast.ts";

/** Waits for a pause in typing and ticking before the request. */
const REST_MS = 350;

/** What the choice will do to models with stored readings, and what happens with the others. */
export function BulkForecast({
  question,
  isFiltered,
  choice,
  onChoose,
}: {
  /** Null: cannot be requested yet. */
  question: object | null;
  /** The view filters rows, which this forecast does not consider. */
  isFiltered: boolean;
  choice: ExportChoice;
  onChoose: (choice: ExportChoice) => void;
}): ReactNode {
  const { data, error, isLoading } = useQuery<BulkFacts>({
    queryKey: ["/api/exports/bulk/forecast", question],
    enabled: question !== null,
    meta: { restMs: REST_MS },
  });
  const facts = data?.facts ?? null;
  const items = useMemo(() => (facts === null ? [] : forecast(facts, choice)), [facts, choice]);
  return (
    <ExportForecast
      isPending={isLoading}
      trouble={error?.message ?? null}
      seen={data !== undefined && data.seen > 0 ? seenWords(data) : null}
      isKnown={facts !== null}
      isWhole={data !== undefined && isWhole(data)}
      items={items}
      onChoose={onChoose}
    >
      {data !== undefined && (
        <p className="text-13 text-fg-2">
          {wrapped(unreadWords(data))}
          {isFiltered &&
            facts !== null &&
            ` ${t("The check included rows that the view’s filter leaves out.")}`}
        </p>
      )}
      <Checkbox
        name="onLoss"
        value="stop"
        label={t("Skip files that would lose data")}
        hint={t(
          "The report names each skipped file and what it would lose. Otherwise the file is written and the report names the loss.",
        )}
      />
    </ExportForecast>
  );
}

/** Every model that is exported was read before, and every row of them was examined. */
function isWhole({ asked, seen, rows, facts }: BulkFacts): boolean {
  return asked !== null && seen >= asked && (facts?.rowsSeen ?? 0) >= rows;
}

function seenWords({ seen, rows, facts }: BulkFacts): string {
  const looked = facts?.rowsSeen ?? 0;
  return looked < rows
    ? t(
        "from {models, plural, one {# model} other {# models}}, {looked} of {rows, plural, one {# row} other {# rows}}",
        {
          models: seen,
          looked: formatCount(looked),
          rows,
        },
      )
    : t("from {models, plural, one {# model} other {# models}}, {rows, plural, one {# row} other {# rows}}", {
        models: seen,
        rows,
      });
}

/** Names what is not known yet, and when it will be. */
function unreadWords({ asked, read, seen }: BulkFacts): string {
  const later = t("Each model is checked after it is read, before its file is written.");
  if (asked === null)
    return read === 0
      ? `${t("No model has been read for these classes yet.")} ${later}`
      : `${t("Other models and later changes are not checked yet.")} ${later}`;
  const unread = asked - read;
  if (unread > 0) {
    const words = t(
      "{unread, plural, one {#} other {#}} of {asked, plural, one {# model} other {# models}} {unread, plural, one {was} other {were}} never read in these classes, so what they lose is not known yet.",
      { unread, asked },
    );
    return `${words} ${later}`;
  }
  return seen < read
    ? `${t("{count} more models were read before and not checked now.", { count: formatCount(read - seen) })} ${later}`
    : t("A model that changed since then is checked again before its file is written.");
}
