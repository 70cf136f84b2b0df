import { defineTableRoute, numberIn } from "#app/_server/table-question.ts";
import { PAGE_ROWS_MAX } from "#lib/elements/query/types.ts";
import { describeTable, readTablePage } from "#lib/features/elements/table.ts";

const OFFSET_MAX = 2_000_000_000;

/** Rows of a table: ?offset= and ?limit=, with query and columns written as in the page's address. */
export const GET = defineTableRoute({
  name: "elements.rows",
  permission: "portal:read",
  ask: async ({ snapshotIds, query, columns, params }, actor, signal) => {
    const offset = numberIn(params, "offset", 0, OFFSET_MAX);
    const limit = numberIn(params, "limit", 1, PAGE_ROWS_MAX);
    const described = columns === null ? await describeTable(actor, snapshotIds, signal) : null;
    if (described !== null && described.state !== "answered") return described;
    const every = described?.answer.columns.filter(({ origin }) => origin !== "pseudo").map(({ id }) => id);
    const asked = { query, columns: columns ?? every ?? [], offset, limit };
    return readTablePage(actor, snapshotIds, asked, signal);
  },
});
