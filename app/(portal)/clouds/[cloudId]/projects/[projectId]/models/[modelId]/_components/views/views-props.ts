import type { TableView } from "#lib/elements/query/types.ts";
import type { AskedColumn } from "#lib/elements/query/address/named-column.ts";

export type ViewsProps = {
  /** What the table shows now. */
  view: TableView;
  /** The classes of the table. */
  ifcClasses: readonly string[];
  /** The columns of the table. */
  columns: readonly AskedColumn[];
  onApply: (view: TableView) => void;
};
