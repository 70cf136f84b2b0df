/**
 * Lists of addresses invited together: input, and what people see of a list and its rows. docs/decisions/0030-invitation-lists.md explains
 * each state.
 */
import { z } from "zod";
import type { AddressVerdict } from "#lib/db/client.ts";
import { msg, t } from "#lib/core/texts.ts";
import { keySchema } from "#lib/features/clouds/schema.ts";
import { ADDRESSES_MAX } from "../addresses/address-list.ts";
import { roleSchema } from "../schema.ts";
import { OUTCOME_WORDS as COMMON_OUTCOME_WORDS, type StepOutcome } from "#lib/features/batches/outcomes.ts";

export const LIST_BYTES_MAX = 8 * 1024 * 1024;

export const prepareInvitationListSchema = z.object({
  key: keySchema,
  /** Registry id. */
  cloudId: z.uuid(),
  role: roleSchema,
  addresses: z.string().default(""),
});

export const listRoleSchema = z.object({
  listId: z.uuid(),
  role: z.enum(["", "50", "100"], { error: () => t("Choose a role for the people of the list.") }),
});

export const VERDICT_WORDS: Record<AddressVerdict, string> = {
  GOOD: msg("Ready"),
  LOOK_ALIKE: msg("Look-alike domain"),
  MIXED_SCRIPTS: msg("Look-alike letters"),
  REPEATED: msg("Listed twice"),
  MALFORMED: msg("Invalid address"),
  INVITED: msg("Already invited"),
  MEMBER: msg("Already a member"),
  UNDER_WAY: msg("In progress"),
};

const VERDICTS = Object.keys(VERDICT_WORDS) as AddressVerdict[];

/** One fix for several rows: those of the ids, all of a verdict, or all. */
export const fixRowsSchema = z.object({
  listId: z.uuid(),
  rows: z.enum(["selected", "all", ...VERDICTS]),
  rowIds: z.array(z.uuid()).max(ADDRESSES_MAX).default([]),
  fix: z.enum(["suggestion", "domain", "include", "leave-out"]),
  /** What follows the @ from now on. */
  domain: z.string().trim().max(300).default(""),
});

/** "Sent" is what the service took over; that the person accepted is "Joined" in the ledger. */
export const OUTCOME_WORDS: Record<StepOutcome, string> = {
  ...COMMON_OUTCOME_WORDS,
  DONE: msg("Sent"),
  DONE_ID_LOST: msg("Sent, number lost"),
  DUPLICATE_FOUND: msg("Sent twice"),
};
