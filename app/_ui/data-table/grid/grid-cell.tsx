"use client";
import type { HTMLAttributes, ReactNode } from "react";
import type { Cell } from "#lib/elements/wire.ts";
import { t } from "#lib/core/texts.ts";
import { tellCell } from "#lib/elements/told-values.ts";
import { cx } from "../../cx.ts";
import { marked } from "../../marked.ts";
import { cutText, isLong, markOf, type CellMark } from "./cell-text.ts";
import { holds, splitHits } from "./hits.ts";
import { shownText } from "./short-number.ts";

const SHOWN_CHARS_MAX = 300;
const TITLE_CHARS_MAX = 1_000;
const BLANK_CHARS_MAX = 20;

export type CellPlace = {
  id: string;
  row: number;
  column: number;
  active: boolean;
  selected: boolean;
  /** Left edge within the row, or within the pinned columns. */
  leftPx: number;
  widthPx: number;
  className?: string | undefined;
};

/** The content of a cell: its value, or that the row is being read, or that it could not be read. */
export type CellContent = { state: "here"; cell: Cell } | { state: "reading" } | { state: "failed" };

/** One cell with the mark of its value. The element stays the same, so that the focus stays when the value arrives. */
export function GridCell({
  place,
  content,
  textScale,
  end,
  mono,
  rowHeader,
  find,
}: {
  place: CellPlace;
  content: CellContent;
  /** The text size relative to normal. */
  textScale: number;
  end: boolean;
  mono: boolean;
  rowHeader: boolean;
  /** The search text to mark in this cell; "": none. */
  find: string;
}): ReactNode {
  const here = content.state === "here";
  const mark = here ? markOf(content.cell) : null;
  const text = here ? tellCell(content.cell) : "";
  const shown = here ? shownText(content.cell, place.widthPx / textScale) : "";
  const isNumber = here && typeof content.cell === "object" && content.cell?.kind === "number";
  const parts = here && find !== "" ? splitHits(cutText(shown, SHOWN_CHARS_MAX), find, isNumber) : [];
  const isHit = parts.length === 1 && here && holds(content.cell, find);
  const long = shown === text && isLong(text, place.widthPx / textScale);
  return (
    <div
      {...cellAttributes(
        place,
        cx(
          end && "end",
          (mono || mark === "json") && "mono",
          mark === "missing" && "miss",
          long && "long",
          isHit && "hit",
        ),
      )}
      role={rowHeader ? "rowheader" : "gridcell"}
      title={long || shown !== text ? marked(cutText(text, TITLE_CHARS_MAX)) : undefined}
    >
      {mark === null
        ? drawWithoutValue(content.state === "failed")
        : parts.length > 1
          ? drawHits(parts)
          : drawMarked(mark, shown)}
    </div>
  );
}

/** Attributes of every cell and head: position, size, and its part in the grid's single tab stop. */
export function cellAttributes(place: CellPlace, className: string): CellAttributes {
  return {
    id: place.id,
    tabIndex: place.active ? 0 : -1,
    "aria-colindex": place.column + 1,
    "data-row": place.row,
    "data-column": place.column,
    // Absent on unselected cells: screen readers would repeat it at every step.
    "aria-selected": place.selected || undefined,
    className: cx("eg-cell", place.className, className),
    style: { left: place.leftPx, width: place.widthPx },
  };
}

type CellAttributes = HTMLAttributes<HTMLDivElement> & { "data-row": number; "data-column": number };

// Plain functions, not components: a screen of cells is redrawn with each jump of the scrollbar.
function drawWithoutValue(failed: boolean): ReactNode {
  if (failed) return <span className="eg-none">{t("not read")}</span>;
  return (
    <>
      <span className="sk" />
      <span className="sr-only">{t("reading")}</span>
    </>
  );
}

function drawMarked(mark: CellMark, text: string): ReactNode {
  switch (mark) {
    case "missing":
      return <span className="sr-only">{t("no such property")}</span>;
    case "null":
      return <span className="eg-none">{t("no value")}</span>;
    case "empty":
      return drawQuoted(t("empty text"), "");
    case "blank":
      return drawQuoted(t("white space only"), marked(cutText(text, BLANK_CHARS_MAX)));
    case "value":
    case "json":
      return marked(cutText(text, SHOWN_CHARS_MAX));
  }
}

function drawHits(parts: readonly string[]): ReactNode {
  return parts.map((part, place) =>
    place % 2 === 0 ? marked(part) : <mark key={String(place)}>{marked(part)}</mark>,
  );
}

function drawQuoted(label: string, text: string): ReactNode {
  return (
    <span className="eg-empty" role="img" aria-label={label}>
      “{text}”
    </span>
  );
}
