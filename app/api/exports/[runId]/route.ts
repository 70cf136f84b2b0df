import { defineRoute } from "#app/_server/route.ts";
import { getExportRun } from "#lib/features/exports/queries.ts";

/** The state of an export: polled once a second while somebody looks at it. */
export const GET = defineRoute<{ runId: string }>({
  name: "exports.read",
  permission: "elements:export",
  run: (_request, { runId }, actor) => getExportRun(actor, runId),
});
