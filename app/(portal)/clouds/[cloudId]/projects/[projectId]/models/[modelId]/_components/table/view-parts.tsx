"use client";
import dynamic from "next/dynamic";
import { Suspense, useState, type ReactNode } from "react";
import { allTexts } from "#app/_ui/all-texts.ts";
import { late, useHere } from "#app/_ui/late.ts";
import { conditionsOf } from "#lib/elements/query/types.ts";
import type { FilterChipsProps } from "./made-filter-chips.tsx";
import type { ViewNotesProps } from "./made-view-notes.tsx";
import { isAbsent } from "./shown-columns.ts";

/* What only a view with conditions, or with columns that the model lacks, shows. Most visits begin without, so the page does not wait. */

const loadChips = async () => (await Promise.all([import("./made-filter-chips.tsx"), allTexts()]))[0];
const loadNotes = async () => (await Promise.all([import("./made-view-notes.tsx"), allTexts()]))[0];
const chips = late(loadChips);
const notes = late(loadNotes);
const OpenedChips = dynamic(async () => (await loadChips()).MadeFilterChips);
const OpenedNotes = dynamic(async () => (await loadNotes()).MadeViewNotes);

/** Every condition of a view: those that must all hold, and groups of which one must hold. */
export function FilterChips(props: FilterChipsProps): ReactNode {
  return conditionsOf(props.view).length > 0 && <SomeChips {...props} />;
}

function SomeChips(props: FilterChipsProps): ReactNode {
  const here = useHere(chips);
  // Drawn by the server, they stay the same elements; otherwise their code is here, and they appear at once.
  const [isHere] = useState(here !== null);
  if (isHere && here !== null) return <here.MadeFilterChips {...props} />;
  return (
    <Suspense>
      <OpenedChips {...props} />
    </Suspense>
  );
}

/** What is odd about a view, given the model: what the view names but the model lacks, and units that differ. */
export function ViewNotes(props: ViewNotesProps): ReactNode {
  const { table, view } = props;
  const mayBeOdd =
    conditionsOf(view).length > 0 || table.columns.some((column) => isAbsent(column, table.rows));
  return mayBeOdd && <SomeNotes {...props} />;
}

function SomeNotes(props: ViewNotesProps): ReactNode {
  const here = useHere(notes);
  const [isHere] = useState(here !== null);
  if (isHere && here !== null) return <here.MadeViewNotes {...props} />;
  return (
    <Suspense>
      <OpenedNotes {...props} />
    </Suspense>
  );
}
