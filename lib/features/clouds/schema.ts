/**
 * Input and shapes of clouds. Limits are the service's (wire-facts "Cloud"), so that what is sent is not refused for its form.
 */
import { z } from "zod";
import type { ConnectionKind } from "#lib/db/client.ts";
import { NAME_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import type { OperationView } from "#lib/features/operations/schema.ts";

/** A name as the service takes it: 1 to 256 characters, not blank, no NUL, no half characters. */
export const nameSchema = z
  .string()
  .transform((text) => text.trim().normalize("NFC"))
  .pipe(
    z
      .string()
      .min(1, "Type a name.")
      .max(NAME_LENGTH_MAX, `Use at most ${String(NAME_LENGTH_MAX)} characters.`)
      .refine(
        (text) => !text.includes("\0") && text.isWellFormed(),
        "The name has a character that cannot be stored.",
      ),
  );

/** Random text born with the form: the same form sent twice is one operation. */
export const keySchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, "Reload the page: this form has no usable key.");

export const createCloudSchema = z.object({ key: keySchema, connectionId: z.uuid(), name: nameSchema });
export type CreateCloud = z.input<typeof createCloudSchema>;

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

export type CloudConnection = { id: string; name: string; kind: ConnectionKind; platformUrl: string };

export type CloudRow = {
  id: string;
  serviceId: number;
  name: string;
  connection: CloudConnection;
  createdAt: Date;
  /** null: made elsewhere and found in the service's list. */
  createdByName: string | null;
  /** Since when the service does not list it any more. */
  missingSince: Date | null;
  projectCount: number;
  waitingCount: number;
  joinedCount: number;
  /** Where invited people find it. */
  platformAddress: string;
};

export type CloudsPage = {
  rows: CloudRow[];
  next: string | null;
  total: number;
  reads: ReadState[];
};

/** What a creating command came to. The form takes a new key when `needsNewKey`. */
export type CloudResult = { operation: OperationView; cloudId: string | null; needsNewKey: boolean };
