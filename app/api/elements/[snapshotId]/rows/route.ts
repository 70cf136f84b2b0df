import { defineRoute } from "#app/_server/route.ts";
import { validation } from "#lib/core/errors.ts";
import { readElementRows } from "#lib/features/elements/queries.ts";
import { ROWS_PER_PAGE_MAX, rowsQuerySchema } from "#lib/features/elements/schema.ts";

export const dynamic = "force-dynamic";

/** A page of rows of a finished reading: ?from= and ?count=. */
export const GET = defineRoute<{ snapshotId: string }>({
  name: "elements.rows",
  permission: "portal:read",
  run: async (request, { snapshotId }, actor) => {
    const query = rowsQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) {
      throw validation(
        {},
        `Ask for rows with ?from= (0 or more) and ?count= (1 to ${String(ROWS_PER_PAGE_MAX)}).`,
      );
    }
    const rows = await readElementRows(actor, snapshotId, query.data.from, query.data.count);
    return Response.json({ rows }, { headers: { "Cache-Control": "no-store" } });
  },
});
