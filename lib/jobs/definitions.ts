/**
 * Every job that Portico knows: its name, its payload (ids only: the row owns the truth), which lane it runs in and how
 * often it is tried. Safe to import anywhere; the code that does the work is handed to startJobs by lib/boot.
 */
import { z } from "zod";

/**
 * `heavy` work keeps a core busy (reading models); `light` work waits for others (mail, removing files); somebody at a page
 * waits for `export` work, so it queues behind neither. `outbound` work waits for other people's servers, so nothing of ours may
 * queue behind it. `bulk` work is hundreds of files for one person, so nobody who waits for one file queues behind it.
 * `onboarding` work is many calls to a connected service for one person, one after the other, in slices.
 */
export type Lane = "heavy" | "light" | "export" | "bulk" | "outbound" | "onboarding";

type JobDefinition = { payload: z.ZodType; lane: Lane; /** tries, the first included */ attemptsMax: number };

const rowId = z.int().positive();

export const JOBS = {
  /** Reads an uploaded model and writes its ready-made answers. Ends the model as C or E by itself, so retries are for faults. */
  "service.ingest-model": { payload: z.object({ modelId: rowId }), lane: "heavy", attemptsMax: 25 },
  /** Removes stored files whose rows are gone; `prefix` is a folder of the file store. */
  "service.remove-files": {
    payload: z.object({ prefix: z.string().min(1) }),
    lane: "light",
    attemptsMax: 25,
  },
  /** Writes, reads back and publishes the CSV file of an export run. Ends the run by itself, so retries are for faults. */
  "portal.export-csv": { payload: z.object({ runId: z.guid() }), lane: "export", attemptsMax: 25 },
  /** The same for a part of a bulk run. */
  "portal.export-part": { payload: z.object({ runId: z.guid() }), lane: "bulk", attemptsMax: 25 },
  /** Sends a slice of a list of invitations; what is left is a job of its own. Each address is an operation, sent once. */
  "portal.invite-list": { payload: z.object({ runId: z.uuid() }), lane: "onboarding", attemptsMax: 25 },
  /** The same for a list of projects. */
  "portal.create-projects": { payload: z.object({ listId: z.uuid() }), lane: "onboarding", attemptsMax: 25 },
  /** Carries out a slice of a plan, step by step. */
  "portal.run-plan": { payload: z.object({ planId: z.uuid() }), lane: "onboarding", attemptsMax: 25 },
  /** Takes one person out of clouds for a while; what is left is a job of its own. */
  "portal.remove-person": {
    payload: z.object({ removalId: z.uuid() }),
    lane: "onboarding",
    attemptsMax: 25,
  },
  /** Tries a plan or a list out at the built-in service, and removes what that made. */
  "portal.rehearse": { payload: z.object({ rehearsalId: z.uuid() }), lane: "onboarding", attemptsMax: 25 },
  /** Delivers one mail of the outbox. */
  "mail.deliver": { payload: z.object({ outboxId: z.uuid() }), lane: "light", attemptsMax: 6 },
  /** Tries once to deliver one event to one webhook; a further try is a job of its own. */
  "service.deliver-webhook": {
    payload: z.object({ deliveryId: z.uuid() }),
    lane: "outbound",
    attemptsMax: 25,
  },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]["payload"]>;

export type JobContext = {
  jobId: string;
  /** 1 for the first try. A try that ended with the death of its process counts; one that a tidy stop ended does not. */
  attempt: number;
  /** Aborts when Portico stops: the handler breaks off, leaves nothing half done, and throws what it likes. */
  signal: AbortSignal;
};

/** The code of a job. It may run twice and may die anywhere, so it must be idempotent. */
export type JobHandler<Name extends JobName> = (
  payload: JobPayload<Name>,
  context: JobContext,
) => Promise<void>;

export type JobHandlers = { [Name in JobName]?: JobHandler<Name> };
