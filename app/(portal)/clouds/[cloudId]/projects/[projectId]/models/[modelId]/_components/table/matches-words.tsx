"use client";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { PortalRefusal } from "#app/_client/ask-portal.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { classesNoun } from "#lib/features/elements/class-words.ts";
import { matchingRows } from "../row-words.ts";
import type { ShownColumns } from "./shown-columns.ts";

/** Above the rows, or instead of them. */
export function RowsTrouble({ trouble, again }: { trouble: PortalRefusal; again: () => void }): ReactNode {
  return (
    <div className="border-b border-line p-2">
      <Note
        tone="bad"
        title={t("The rows could not be read.")}
        live
        action={
          <Button size="sm" onClick={again}>
            {t("Try again")}
          </Button>
        }
      >
        {trouble.whole}
      </Note>
    </div>
  );
}

/** Below the rows. */
export function MatchesSummary({
  matches,
  rows,
  shown,
  classes,
}: {
  matches: number;
  rows: number;
  shown: ShownColumns;
  classes: readonly string[];
}): ReactNode {
  return (
    <>
      <b className="font-medium text-fg">{matchingRows(classes, matches, rows)}</b>
      {shown.emptyHidden > 0 && (
        <span className="max-sm:hidden">
          ,{" "}
          {t("{count, plural, one {# empty column} other {# empty columns}} left out", {
            count: shown.emptyHidden,
          })}
        </span>
      )}
    </>
  );
}

/** Instead of the rows. */
export function NothingMatches({
  view,
  change,
  classes,
}: {
  view: TableView;
  change: (next: (view: TableView) => TableView) => void;
  classes: readonly string[];
}): ReactNode {
  const conditions = [...view.filters, ...view.anyOf];
  const noun = classesNoun(classes, 2);
  return (
    <Blank
      icon={<SearchX aria-hidden />}
      title={t("No {noun} match", { noun })}
      action={
        <Button onClick={() => change((now) => ({ ...now, search: "", filters: [], anyOf: [] }))}>
          {t("Show all {noun}", { noun })}
        </Button>
      }
    >
      {view.search !== "" && `${t("Searched every column for “{search}”.", { search: view.search })} `}
      {conditions.length > 0 &&
        t("{count, plural, one {# filter applies.} other {All # filters must apply.}}", {
          count: conditions.length,
        })}
    </Blank>
  );
}
