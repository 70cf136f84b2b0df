"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { validation } from "#lib/core/errors.ts";
import { t } from "#lib/core/texts.ts";
import {
  changeView,
  createView,
  deleteView,
  duplicateView,
  importView,
  restoreView,
} from "#lib/features/views/commands.ts";
import { VIEW_PROFILES } from "#lib/features/views/content.ts";
import { VIEW_FILE_BYTES_MAX } from "#lib/features/views/file.ts";
import { LIVE_VERSIONS } from "#lib/features/views/live-address.ts";
import { makeAddress } from "#lib/features/views/live/state.ts";
import { contentTextSchema, viewNameSchema } from "#lib/features/views/schema.ts";

const permission = "portal:read" as const;
const version = z.coerce.number().pipe(z.int().min(1));
const ticked = z.literal("on").optional();

/** Saves what the table shows as a new view. */
export const saveViewAction = defineAction({
  name: "views.save",
  permission,
  input: z.object({
    name: viewNameSchema,
    shared: ticked,
    units: ticked,
    profile: z.enum(VIEW_PROFILES),
    content: contentTextSchema,
  }),
  run: async ({ name, shared, units, profile, content }, actor) =>
    createView(actor, {
      name,
      isShared: shared === "on",
      content: { ...content, profile, unitInHeading: units === "on" },
    }),
});

/** Renames, shares or updates a view; absent fields stay unchanged. */
export const changeViewAction = defineAction({
  name: "views.change",
  permission,
  input: z.object({
    viewId: z.guid(),
    version,
    name: viewNameSchema.optional(),
    shared: z.enum(["yes", "no"]).optional(),
    content: contentTextSchema.optional(),
  }),
  run: async ({ viewId, version: seen, name, shared, content }, actor) =>
    changeView(actor, {
      viewId,
      version: seen,
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { isShared: shared === "yes" }),
      ...(content !== undefined && { content }),
    }),
});

/** Makes a private copy. */
export const duplicateViewAction = defineAction({
  name: "views.duplicate",
  permission,
  input: z.object({ viewId: z.string().max(40) }),
  run: async ({ viewId }, actor) => duplicateView(actor, viewId),
});

/** Deletes a view; it can be restored for a day. */
export const deleteViewAction = defineAction({
  name: "views.delete",
  permission,
  input: z.object({ viewId: z.guid(), version }),
  run: (input, actor) => deleteView(actor, input),
});

/** Restores a deleted view. */
export const restoreViewAction = defineAction({
  name: "views.restore",
  permission,
  input: z.object({ viewId: z.guid() }),
  run: async ({ viewId }, actor) => restoreView(actor, viewId),
});

/** Saves the view from a file. */
export const importViewAction = defineAction({
  name: "views.import",
  permission,
  input: z.object({ file: z.instanceof(File, { error: () => t("Choose a file.") }) }),
  run: async ({ file }, actor) => {
    if (file.size === 0) throw validation({ file: [t("Choose a view file.")] });
    if (file.size > VIEW_FILE_BYTES_MAX)
      throw validation({ file: [t("This file is too large to be a view.")] });
    return importView(actor, await file.text());
  },
});

/** Makes the live address of a view over a model, or updates its columns to the current model. */
export const makeAddressAction = defineAction({
  name: "views.address",
  permission: "elements:export",
  input: z.object({
    viewId: z.string().max(40),
    projectId: z.guid(),
    modelId: z.coerce.number().pipe(z.int().min(1)),
    version: z.enum(LIVE_VERSIONS),
    takesIn: ticked,
  }),
  run: async ({ takesIn, ...key }, actor) => makeAddress(actor, key, takesIn === "on"),
});
