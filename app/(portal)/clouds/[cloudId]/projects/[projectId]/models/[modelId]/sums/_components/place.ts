import type { ModelIds } from "../../_components/read-again.tsx";

/** Which sums a page shows. */
export type SumsPlace = {
  path: string;
  /** The page of the table. */
  tablePath: string;
  ids: ModelIds;
  classes: readonly string[];
};
