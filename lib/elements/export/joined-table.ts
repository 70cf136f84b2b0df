/*
 * One table over any number of models: the elements of one after the other, each with where it comes from. One snapshot is open at a time, so
 * memory does not depend on how many there are. It knows no format and no service.
 */
import type { Snapshot } from "../snapshot.ts";
import type { JoinedColumns } from "./joined-columns.ts";
import type { ExportTable, PlaceColumn, RowPlace } from "./table.ts";

export type JoinedSource = {
  readonly ifcClass: string;
  readonly place: RowPlace;
  /** Opens the snapshot; who opens it closes it. @throws when it is not there any more */
  readonly open: () => Promise<Snapshot>;
};

/**
 * The table of all sources, in their order.
 * @param joined to which each source's description was added
 */
export function makeJoinedTable(
  sources: readonly JoinedSource[],
  joined: JoinedColumns,
  shape: { place: readonly PlaceColumn[]; hasClass: boolean },
): ExportTable {
  return {
    ...shape,
    columns: joined.columns(),
    rows: joined.rows,
    iterate: async function* (signal) {
      for (const { ifcClass, place, open } of sources) {
        const snapshot = await open();
        try {
          const places = Array.from(joined.placesIn(snapshot.meta));
          for await (const { id, cells } of snapshot.iterateRows(signal))
            yield { id, ifcClass, place, cells: places.map((at) => cells[at]) };
        } finally {
          await snapshot.close();
        }
      }
    },
  };
}
