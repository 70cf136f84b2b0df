/**
 * All jobs of Portico: name, payload (only ids, because the row is the source of truth), lane, and number of tries. Safe to import
 * anywhere; lib/boot passes the code that does the work to startJobs.
 */
import { z } from "zod";

/**
 * `heavy` work keeps a core busy (reading models); `light` work waits for others (email, removing files); a person at a page waits for
 * `export` work, so it must not queue behind either. `outbound` work waits for other people's servers, so none of our own work may queue
 * behind it. `bulk` work is hundreds of files for one person, so nobody waiting for a single file may queue behind it. `onboarding` work is
 * many calls to a connected service for one person, one after the other, in slices.
 */
export type Lane = "heavy" | "light" | "export" | "bulk" | "outbound" | "onboarding";

/** Tries, the first included, of a job that does not state another number. */
export const ATTEMPTS_MAX = 25;

export type JobDefinition = { payload: z.ZodType; lane: Lane; attemptsMax?: number };

const rowId = z.int().positive();

export const JOBS = {
  /** Reads an uploaded model and writes its ready-made answers. The job itself ends the model as C or E, so retries are only for faults. */
  "service.ingest-model": { payload: z.object({ modelId: rowId }), lane: "heavy" },
  /** Removes stored files whose rows are gone; `prefix`: a file or folder of the file store. */
  "service.remove-files": { payload: z.object({ prefix: z.string().min(1) }), lane: "light" },
  /** Writes, reads back and publishes the CSV file of an export run. The job itself ends the run, so retries are only for faults. */
  "portal.export-csv": { payload: z.object({ runId: z.guid() }), lane: "export" },
  /** The same for a part of a bulk run. */
  "portal.export-part": { payload: z.object({ runId: z.guid() }), lane: "bulk" },
  /** Sends a slice of a list of invitations; the rest is a further job. Each address is an operation, sent once. */
  "portal.invite-list": { payload: z.object({ runId: z.uuid() }), lane: "onboarding" },
  /** The same for a list of projects. */
  "portal.create-projects": { payload: z.object({ listId: z.uuid() }), lane: "onboarding" },
  /** Carries out a slice of a plan, step by step. */
  "portal.run-plan": { payload: z.object({ planId: z.uuid() }), lane: "onboarding" },
  /** Removes one person from Clouds, for a limited time; the rest is a further job. */
  "portal.remove-person": { payload: z.object({ removalId: z.uuid() }), lane: "onboarding" },
  /** Rehearses a plan or a list at the built-in service, and removes what that created. */
  "portal.rehearse": { payload: z.object({ rehearsalId: z.uuid() }), lane: "onboarding" },
  /** Delivers one email of the outbox. */
  "mail.deliver": { payload: z.object({ outboxId: z.uuid() }), lane: "light", attemptsMax: 6 },
  /** Tries once to deliver one event to one webhook; a further try is a further job. */
  "service.deliver-webhook": { payload: z.object({ deliveryId: z.uuid() }), lane: "outbound" },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]["payload"]>;

export type JobContext = {
  jobId: string;
  /** 1 for the first try. A try that ended with the death of its process counts; a try ended by a regular shutdown does not. */
  attempt: number;
  /** Aborts when Portico stops: the handler must break off, leave nothing half done, and may throw anything. */
  signal: AbortSignal;
};

/** The code of a job. It may run twice and may die at any point, so it must be idempotent. */
export type JobHandler<Name extends JobName> = (
  payload: JobPayload<Name>,
  context: JobContext,
) => Promise<void>;

/** The code of each of these jobs, none left out. */
export type JobHandlersOf<Names extends JobName> = { [Name in Names]: JobHandler<Name> };

/** The code of the jobs that a process does. */
export type JobHandlers = Partial<JobHandlersOf<JobName>>;
