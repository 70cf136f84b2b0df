/**
 * Input and shapes of clouds. Limits are the service's (docs/service "Cloud"), so that what is sent is not refused for its form.
 */
import { z } from "zod";
import type { ConnectionKind, ConnectionStage } from "#lib/db/client.ts";
import { NAME_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import type { OperationView } from "#lib/features/operations/rules/schema.ts";
import { t } from "#lib/core/texts.ts";

/** A name as the service takes it: 1 to 256 characters, not blank, no NUL, no half characters. */
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

/** Random text born with the form: the same form sent twice is one operation. */
export const keySchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, { error: () => t("This form has expired. Reload the page.") });

export const createCloudSchema = z.object({
  key: keySchema,
  connectionId: z.uuid(),
  name: nameSchema,
  /** The name that the service may get once more, as it stood there when that was asked. */
  again: z.string().max(1000).default(""),
});
export type CreateCloud = z.input<typeof createCloudSchema>;

/** A number of the service, as it is typed. */
export const serviceIdSchema = z
  .string()
  .trim()
  .regex(/^[1-9][0-9]{0,15}$/, { error: () => t("Type only digits, without spaces or signs.") })
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value), { error: () => t("No service has numbers this large.") });

/** A name where it may be left out. */
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

/** The version that the form was made with. */
export const versionSchema = z.coerce.number().int().positive();

export const changeCloudSchema = z.object({ id: z.uuid(), version: versionSchema, name: nameSchema });
export type ChangeCloud = z.input<typeof changeCloudSchema>;

export const deleteSchema = z.object({
  id: z.uuid(),
  /** The name, typed: whoever deletes looks at what it is. */
  typedName: z.string().max(1000),
});
export type Delete = z.input<typeof deleteSchema>;

/** What a list shows: what is worked with, what was taken out of sight, what the service no longer shows, or everything. */
export const SHOWN = ["current", "archived", "gone", "all"] as const;
export type Shown = (typeof SHOWN)[number];

/** Each order, and after it the same the other way round. */
export const SORTS = ["name", "-name", "newest", "oldest", "number", "-number"] as const;
export type Sort = (typeof SORTS)[number];

/** Where a row stands with the service and with us, as far as is known. */
export type Standing = {
  archivedAt: Date | null;
  /** Deleted from here. */
  deletedAt: Date | null;
  /** Since when the service does not list it any more. */
  missingSince: Date | null;
};

/** When a list of the service was last read, and why not just now. */
export type ReadState = {
  connectionId: string;
  connectionName: string;
  /** fresh: read for this page or moments ago · stale: the last reading failed · notListed: the service does not list these */
  state: "fresh" | "stale" | "notListed";
  readAt: Date | null;
  /** Why the last reading failed, for people. */
  problem: string | null;
};

export type CloudConnection = {
  id: string;
  name: string;
  kind: ConnectionKind;
  stage: ConnectionStage | null;
  platformUrl: string;
};

/** The people of a Cloud in figures: everywhere the same, head, tabs, lists and the page of its people (docs/decisions/0079). */
export type CloudPeople = {
  /** On the service's list of the Cloud's users, however they came in; null: the service lists none, or the list was not read yet. */
  members: number | null;
  /** Whose invitation waits for an answer. */
  invited: number;
  /** Invited with Portico and joined, as far as the ledger knows: what can be said where there are no `members`. */
  joined: number;
};

export type CloudRow = Standing & {
  id: string;
  version: number;
  /** Its number was typed in, and nothing the service said has proven it yet. */
  unverifiedSince: Date | null;
  serviceId: number;
  name: string;
  connection: CloudConnection;
  createdAt: Date;
  /** null: made elsewhere and found in the service's list. */
  createdByName: string | null;
  projectCount: number;
  people: CloudPeople;
  /** Rows of the ledger, whatever became of them. */
  invitationCount: number;
  /** Where invited people find it. */
  platformAddress: string;
};

export type CloudsPage = {
  rows: CloudRow[];
  next: string | null;
  total: number;
  /** How many match the search, by what is shown. */
  counts: Record<Shown, number>;
  reads: ReadState[];
};

/** What a creating command came to. The form takes a new key when `needsNewKey`. */
export type CloudResult = { operation: OperationView; cloudId: string | null; needsNewKey: boolean };
