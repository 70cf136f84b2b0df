"use client";
import type { ReactNode } from "react";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { t } from "#lib/core/texts.ts";
import { REMOVABLE, VERDICT_WORDS, type PreviewView } from "#lib/features/people/removals/schema.ts";
import { PlaceCell } from "../../_components/place-cell.tsx";

/** What would be done in each Cloud. */
export function PreviewTable({ rows }: { rows: readonly PreviewView[] }): ReactNode {
  const columns: DataTableColumn<PreviewView>[] = [
    { head: t("Cloud"), grow: true, cell: (row) => <PlaceCell place={row} /> },
    {
      head: t("What happens"),
      cell: ({ verdict }) => (
        <State tone={REMOVABLE.includes(verdict) ? "ok" : "warn"}>{t(VERDICT_WORDS[verdict])}</State>
      ),
    },
  ];
  return <DataTable label={t("Clouds")} rows={rows} rowKey={(row) => row.cloudId} columns={columns} />;
}
