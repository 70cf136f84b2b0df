"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ShareLine } from "#app/_ui/charts/bars.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { marked } from "#app/_ui/marked.ts";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Skeleton } from "#app/_ui/primitives/skeleton.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { Completeness, QueryColumn, TableQuery } from "#lib/elements/query/types.ts";
import { isRelationColumn } from "#lib/elements/relations/relation-columns.ts";
import { completenessQuery, type TableAddress } from "./ask-table.ts";
import { fullNameOf } from "./shown-columns.ts";

const NAMED_MAX = 12;

/** Which properties are filled for which elements: every set with its share, and the elements grouped by what they lack. */
export function CompletenessDialog({
  address,
  query,
  columns,
  onClose,
}: {
  address: TableAddress;
  query: TableQuery;
  columns: readonly QueryColumn[];
  onClose: () => void;
}): ReactNode {
  const ids = columns.map(({ id }) => id);
  const { data, error, isPending } = useQuery(completenessQuery(address, query, ids));
  return (
    <Dialog
      title={t("Completeness")}
      description={t("Of the columns shown, among the rows that match.")}
      size="lg"
      open
      onClose={onClose}
    >
      {isPending && <Skeleton className="h-60" />}
      {error !== null && (
        <Note tone="bad" title={t("Couldn’t calculate the completeness.")} live>
          {error.whole}
        </Note>
      )}
      {data !== undefined && <Picture completeness={data} columns={columns} />}
    </Dialog>
  );
}

function Picture({
  completeness,
  columns,
}: {
  completeness: Completeness;
  columns: readonly QueryColumn[];
}): ReactNode {
  const { rows, sets, patterns, otherRows } = completeness;
  const names = new Map(columns.map((column) => [column.id, fullNameOf(column)]));
  const asked = completeness.columns.map(({ id }) => names.get(id) ?? id);
  return (
    <>
      <section>
        <h3 className="mb-1.5 text-13 font-medium">{t("Sets")}</h3>
        <ul className="grid gap-2 rounded-2 border border-line p-3">
          {sets.map((set) => (
            <li
              key={`${set.origin}:${set.set}:${String(set.setInstance)}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-13"
            >
              <span className="[overflow-wrap:anywhere]">
                {set.origin === "attribute"
                  ? t("Attributes")
                  : isRelationColumn(set)
                    ? t("Relations")
                    : marked(set.set)}
                {set.setInstance > 1 && ` (${String(set.setInstance)})`}
              </span>
              <span className="text-fg-3 tabular-nums">{sayShare(set, rows)}</span>
              <span className="col-span-2">
                <ShareLine share={set.cells === 0 ? 0 : set.present / set.cells} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="mb-1.5 text-13 font-medium">{t("Elements by missing values")}</h3>
        {patterns === null ? (
          <p className="text-13 text-fg-2">
            {t("Too many columns are shown to group the elements. Show fewer columns.")}
          </p>
        ) : (
          <ol
            tabIndex={0}
            aria-label={t("Elements by missing values")}
            className="grid max-h-[40vh] gap-2 overflow-y-auto rounded-2 border border-line p-3"
          >
            {patterns.map(({ pattern, count }) => (
              <li key={pattern} className="text-13">
                <span className="flex justify-between gap-3">
                  <b className="font-medium">
                    {t("{count, plural, one {# element} other {# elements}}", { count })}
                  </b>
                  <span className="text-fg-3 tabular-nums">
                    {t("{filled} of {all} filled", {
                      filled: formatCount(pattern.split("p").length - 1),
                      all: formatCount(pattern.length),
                    })}
                  </span>
                </span>
                <span className="text-fg-2 [overflow-wrap:anywhere]">{wrapped(sayLack(pattern, asked))}</span>
              </li>
            ))}
            {otherRows > 0 && (
              <li className="text-13 text-fg-3">
                {t("{count, plural, one {# element} other {# elements}} with other gaps", {
                  count: otherRows,
                })}
              </li>
            )}
          </ol>
        )}
      </section>
    </>
  );
}

/** "83 % of 12 columns, in 40 of 214": how much of a set is filled, and how many elements have it. */
function sayShare(set: Completeness["sets"][number], rows: number): string {
  const facts = { share: percent(set.present, set.cells), columns: set.columns };
  return set.rows === null
    ? t("{share} of {columns, plural, one {# column} other {# columns}}", facts)
    : t("{share} of {columns, plural, one {# column} other {# columns}}, in {present} of {rows}", {
        share: facts.share,
        columns: facts.columns,
        present: formatCount(set.rows),
        rows: formatCount(rows),
      });
}

function sayLack(pattern: string, names: readonly string[]): string {
  const lacking = names.filter((_, index) => pattern[index] !== "p");
  if (lacking.length === 0) return t("Nothing is missing.");
  const named = lacking.slice(0, NAMED_MAX).join(", ");
  const more = lacking.length - NAMED_MAX;
  return more > 0
    ? t("Without {named}, and {more} more", { named, more: formatCount(more) })
    : t("Without {named}", { named });
}

/** 100 % and 0 % only when exact. */
function percent(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const rounded = Math.round((part / whole) * 100);
  if (rounded === 100 && part < whole) return t("over 99 %");
  return rounded === 0 && part > 0 ? t("under 1 %") : `${String(rounded)} %`;
}
