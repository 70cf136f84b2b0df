/** Input and shapes of projects: the six fields of docs/service "Records" within the limits of docs/service "Project". */
import { z } from "zod";
import {
  keySchema,
  nameSchema,
  optionalNameSchema,
  serviceIdSchema,
  versionSchema,
} from "#lib/features/clouds/schema.ts";
import { t } from "#lib/core/texts.ts";

/** An image of 256 KiB in base64, with its prefix. */
const LOGO_LENGTH_MAX = 350_000;
const DESCRIPTION_LENGTH_MAX = 20_000;

/** An optional number from a form: an empty choice means none. */
const optionalId = z
  .union([z.literal(""), z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER), z.null()])
  .optional()
  .transform((value) => (typeof value === "number" ? value : null));

/** The form's field for each of the service's field names. */
export const SERVICE_FIELDS = {
  name: "name",
  description: "description",
  status: "status",
  parent_id: "parentId",
  main_model_id: "mainModelId",
  logo: "logo",
} as const;

const fields = {
  name: nameSchema,
  description: z
    .string()
    .max(DESCRIPTION_LENGTH_MAX, {
      error: () => t("Use at most {count} characters.", { count: DESCRIPTION_LENGTH_MAX }),
    })
    .refine((text) => !text.includes("\0"), {
      error: () => t("The description has a character that cannot be stored."),
    })
    .default("")
    // Browsers send line ends of forms as CRLF, whatever was typed.
    .transform((text) => text.replaceAll("\r\n", "\n").trim()),
  /** A active, D deleted (docs/service "Project"). */
  status: z.enum(["A", "D"]).default("A"),
  /** Number at the service of a project of the same Cloud. */
  parentId: optionalId,
  /** Number at the service of a model; a new project has no models yet. */
  mainModelId: optionalId,
  /** Empty: the key is left out. An http(s) address or a data:image address. */
  logo: z
    .string()
    .max(LOGO_LENGTH_MAX, { error: () => t("The logo is too large: use an image of at most 256 KiB.") })
    .default("")
    .transform((text) => text.trim())
    .refine(
      (text) =>
        text === "" || /^https?:\/\/[^\s]+$/i.test(text) || /^data:image\/[a-z0-9.+-]+[;,]/i.test(text),
      { error: () => t("Give an address that starts with http:// or https://, or choose an image.") },
    ),
};

/** Only the six fields, as in a row of a file. */
export const projectFieldsSchema = z.object(fields);
export type ProjectFields = z.output<typeof projectFieldsSchema>;

/** A name with the number of its parent, as confirmed by a person for a second use. */
export function nameThere(parentId: number | string | null, name: string): string {
  return `${String(parentId ?? "")}/${name.trim()}`;
}

export const createProjectSchema = z.object({
  key: keySchema,
  /** Registry id. */
  cloudId: z.uuid(),
  ...fields,
  /** The name and place that the person confirmed to use a second time (`nameThere`), as the question showed them. */
  again: z.string().max(1000).default(""),
});
export type CreateProject = z.input<typeof createProjectSchema>;

/** `logo`: keep it, remove it, or else the new one. */
export const changeProjectSchema = z.object({
  id: z.uuid(),
  version: versionSchema,
  ...fields,
  status: z.enum(["A", "D"]),
  logo: z.union([z.literal("keep"), z.literal("remove"), fields.logo.refine((text) => text !== "")]),
});
export type ChangeProject = z.input<typeof changeProjectSchema>;

export const adoptProjectSchema = z.object({
  cloudId: z.uuid(),
  serviceId: serviceIdSchema,
  /** Used where the service cannot be read. */
  name: optionalNameSchema,
});
export type AdoptProject = z.input<typeof adoptProjectSchema>;

/** An ancestor of a project. */
export type ParentProject = { id: string; serviceId: number; name: string };

/** A choice for a project's main model. */
export type ModelChoice = { modelId: number; name: string; projectName: string };
