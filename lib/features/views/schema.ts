/** Inputs of the commands on views, and views as pages see them. Shared with client code: imports nothing but zod and types. */
import { z } from "zod";
import { parsedJson } from "#lib/core/json-text.ts";
import { t } from "#lib/core/texts.ts";
import { viewContentSchema, type ViewContent } from "./content.ts";

export const VIEW_NAME_LENGTH_MAX = 120;
/** Views of one person. */
export const VIEWS_PER_PERSON_MAX = 200;
/** Characters of a view's content as JSON. */
export const CONTENT_LENGTH_MAX = 200_000;

export const viewNameSchema = z
  .string()
  .transform((name) => name.normalize("NFC").trim())
  .pipe(
    z
      .string()
      .min(1, { error: () => t("Give the view a name.") })
      .max(VIEW_NAME_LENGTH_MAX, {
        error: () =>
          t("A name has at most {most} characters.", {
            most: VIEW_NAME_LENGTH_MAX,
          }),
      })
      .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), {
        error: () => t("A name cannot contain control characters."),
      }),
  );

/** A view's content as a form sends it. */
export const contentTextSchema = z
  .string()
  .max(CONTENT_LENGTH_MAX, {
    error: () => t("This view is too large. Choose fewer columns or filters."),
  })
  .transform(parsedJson(() => t("The view cannot be read. Reload the page.")))
  .pipe(viewContentSchema);

export const createViewSchema = z.object({
  name: viewNameSchema,
  isShared: z.boolean(),
  content: viewContentSchema,
});
export type CreateView = z.input<typeof createViewSchema>;

/** Only changed fields are given; `version` is the one the person saw. */
export const changeViewSchema = z.object({
  viewId: z.guid(),
  version: z.int().min(1),
  name: viewNameSchema.optional(),
  isShared: z.boolean().optional(),
  content: viewContentSchema.optional(),
});
export type ChangeView = z.input<typeof changeViewSchema>;

export type ViewSummary = {
  /** A row's id, or the name of a ready-made view. */
  id: string;
  name: string;
  kind: "standard" | "own" | "shared";
  isShared: boolean;
  /** null for ready-made ones. */
  ownerName: string | null;
  version: number;
  content: ViewContent;
  /** The current person may rename, update, share and delete it. */
  canChange: boolean;
  updatedAt: string | null;
};

/** A view in the menu of a table; `address`: its parameters, for a table that is not open. */
export type ViewEntry = ViewSummary & { address: string };

export type ViewList = { canShare: boolean; views: ViewEntry[] };
