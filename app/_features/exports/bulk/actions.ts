"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { newId } from "#lib/core/ids.ts";
import { cancelBulk, repeatBulk, startBulk } from "#lib/features/exports/bulk/commands.ts";
import { repeatBulkSchema, startBulkSchema } from "#lib/features/exports/bulk-schema.ts";

/** Starts the export of many models. */
export const startBulkAction = defineAction({
  name: "exports.start-bulk",
  permission: "elements:export",
  input: startBulkSchema,
  revalidates: "/exports/bulk",
  run: async (input, actor) => {
    const run = await startBulk(actor, input);
    return { id: run.id };
  },
});

/** Exports the same models again, with the service's current data. */
export const repeatBulkAction = defineAction({
  name: "exports.repeat-bulk",
  permission: "elements:export",
  input: repeatBulkSchema,
  revalidates: "/exports/bulk",
  run: async (input, actor) => {
    const run = await repeatBulk(actor, input);
    return { id: run.id, nextKey: newId() };
  },
});

/** Cancels the parts of a bulk run that have not ended. */
export const cancelBulkAction = defineAction({
  name: "exports.cancel-bulk",
  permission: "elements:export",
  input: z.strictObject({ bulkId: z.guid() }),
  revalidates: "/exports/bulk",
  run: async ({ bulkId }, actor) => {
    const run = await cancelBulk(actor, bulkId);
    return { run };
  },
});
