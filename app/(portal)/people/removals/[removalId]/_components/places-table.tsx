"use client";
import type { ReactNode } from "react";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { t } from "#lib/core/texts.ts";
import { OUTCOME_WORDS, type RemovedPlaceView } from "#lib/features/people/removals/schema.ts";
import { PlaceCell } from "../../_components/place-cell.tsx";

const TONES: Readonly<Record<RemovedPlaceView["outcome"], Tone>> = {
  WAITING: "idle",
  REMOVED: "ok",
  NOT_THERE: "ok",
  KEPT: "bad",
  UNCERTAIN: "unknown",
};

/** The outcome for each Cloud, with the reason where the person is still in it. */
export function PlacesTable({ rows }: { rows: readonly RemovedPlaceView[] }): ReactNode {
  const columns: DataTableColumn<RemovedPlaceView>[] = [
    { head: t("Cloud"), grow: true, cell: (row) => <PlaceCell place={row} /> },
    {
      head: t("Result"),
      cell: ({ outcome, problem }) => (
        <>
          <State tone={TONES[outcome]}>{t(OUTCOME_WORDS[outcome])}</State>
          {problem !== null && <small>{problem}</small>}
        </>
      ),
    },
  ];
  return <DataTable label={t("Clouds")} rows={rows} rowKey={(row) => String(row.n)} columns={columns} />;
}
