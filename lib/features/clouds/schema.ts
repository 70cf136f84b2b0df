/** Input and shapes of Clouds. The limits are the service's (docs/service "Cloud"), so that it refuses nothing for its form. */
import { z } from "zod";
import { NAME_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import { t } from "#lib/core/texts.ts";

/** A name as the service accepts it: 1 to 256 characters, not blank, no NUL, no half characters. */
export const nameSchema = z
  .string()
  .transform((text) => text.trim().normalize("NFC"))
  .pipe(
    z
      .string()
      .min(1, { error: () => t("Type a name.") })
      .max(NAME_LENGTH_MAX, {
        error: () => t("Use at most {count} characters.", { count: NAME_LENGTH_MAX }),
      })
      .refine((text) => !text.includes("\0") && text.isWellFormed(), {
        error: () => t("The name has a character that cannot be stored."),
      }),
  );

/** Random text made with the form: the same form sent twice is one operation. */
export const keySchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, { error: () => t("This form has expired. Reload the page.") });

export const createCloudSchema = z.object({
  key: keySchema,
  connectionId: z.uuid(),
  name: nameSchema,
  /** The name that the person confirmed to use a second time, as the question showed it. */
  again: z.string().max(1000).default(""),
});
export type CreateCloud = z.input<typeof createCloudSchema>;

/** A number of the service, as typed. */
export const serviceIdSchema = z
  .string()
  .trim()
  .regex(/^[1-9][0-9]{0,15}$/, { error: () => t("Type only digits, without spaces or signs.") })
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value), { error: () => t("No service has numbers this large.") });

/** A name that may be left out. */
export const optionalNameSchema = z
  .string()
  .default("")
  .transform((text) => (text.trim() === "" ? null : text))
  .pipe(nameSchema.nullable());

export const adoptCloudSchema = z.object({
  connectionId: z.uuid(),
  serviceId: serviceIdSchema,
  /** Used where the service cannot be read. */
  name: optionalNameSchema,
});
export type AdoptCloud = z.input<typeof adoptCloudSchema>;

/** The version that the form was made from. */
export const versionSchema = z.coerce.number().int().positive();

export const changeCloudSchema = z.object({ id: z.uuid(), version: versionSchema, name: nameSchema });
export type ChangeCloud = z.input<typeof changeCloudSchema>;

export const deleteSchema = z.object({
  id: z.uuid(),
  /** The typed name, so that whoever deletes checks what it is. */
  typedName: z.string().max(1000),
});
export type Delete = z.input<typeof deleteSchema>;

/** What a list shows: current Clouds, archived ones, those the service no longer lists, or all. */
export const SHOWN = ["current", "archived", "gone", "all"] as const;
export type Shown = (typeof SHOWN)[number];

/** Each sort order, followed by its reverse. */
export const SORTS = ["name", "-name", "newest", "oldest", "number", "-number"] as const;
export type Sort = (typeof SORTS)[number];

/** The state of a row at the service and in the portal, as far as known. */
export type Standing = {
  archivedAt: Date | null;
  /** When Portico deleted it. */
  deletedAt: Date | null;
  /** Since when the service no longer lists it. */
  missingSince: Date | null;
};

/** When a list of the service was last read, and why not just now. */
export type ReadState = {
  connectionId: string;
  connectionName: string;
  /** fresh: read for this page or moments ago · stale: the last reading failed · notListed: the service does not list these */
  state: "fresh" | "stale" | "notListed";
  /** Read for this page; false: moments before it, or not at all. */
  isNew: boolean;
  readAt: Date | null;
  /** Why the last reading failed, for people. */
  problem: string | null;
};

/** The member and invitation counts of a Cloud, the same everywhere: head, tabs, lists and its people page (docs/decisions/0079). */
export type CloudPeople = {
  /**
   * People on the service's list of the Cloud's users, however they were added; null: the service has no such list, or it was not read yet.
   */
  members: number | null;
  /** People whose invitation waits for an answer. */
  invited: number;
  /** People invited with Portico who joined, as far as the ledger knows: shown where `members` is not known. */
  joined: number;
};
