"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { newId } from "#lib/core/ids.ts";
import { cancelExport, repeatExport, startExport } from "#lib/features/exports/commands.ts";
import { repeatExportSchema, startExportSchema } from "#lib/features/exports/schema.ts";

/** Starts the export of the table that the page shows. */
export const startExportAction = defineAction({
  name: "exports.start",
  permission: "elements:export",
  input: startExportSchema,
  run: async (input, actor) => ({ run: await startExport(actor, input), nextKey: newId() }),
});

/** Repeats an export with the service's current data. */
export const repeatExportAction = defineAction({
  name: "exports.repeat",
  permission: "elements:export",
  input: repeatExportSchema,
  revalidates: "/exports",
  run: async (input, actor) => {
    const run = await repeatExport(actor, input);
    return { run, nextKey: newId() };
  },
});

/** Cancels a run that has not ended. */
export const cancelExportAction = defineAction({
  name: "exports.cancel",
  permission: "elements:export",
  input: z.strictObject({ runId: z.guid() }),
  revalidates: "/exports",
  run: async ({ runId }, actor) => {
    const run = await cancelExport(actor, runId);
    return { run };
  },
});
