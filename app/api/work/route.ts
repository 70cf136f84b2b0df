import { defineRoute } from "#app/_server/route.ts";
import { listMyWork } from "#lib/features/work/queries.ts";

/** The person's running and recently ended background work: all kinds in one answer. */
export const GET = defineRoute<unknown>({
  name: "work.list",
  permission: "portal:read",
  isBackground: true,
  run: (_request, _params, actor) => listMyWork(actor),
});
