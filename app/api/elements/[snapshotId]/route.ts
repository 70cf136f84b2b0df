import { defineRoute } from "#app/_server/route.ts";
import { getReadingState } from "#lib/features/elements/queries.ts";

/** The state of a reading; answers when it has ended, or after a moment. */
export const GET = defineRoute<{ snapshotId: string }>({
  name: "elements.reading",
  permission: "portal:read",
  run: (_request, { snapshotId }, actor) => getReadingState(actor, snapshotId),
});
