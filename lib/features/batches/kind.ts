/**
 * What a batch is, and what differs between its kinds: lists of invitations, lists of projects, plans. Each kind has two tables of its
 * own, of batches and of their rows, whose columns have the same names but for the one in which a row names its batch.
 */
import type { Actor, Permission } from "#lib/auth/actor.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { Said } from "#lib/core/texts.ts";
import type { Db, OperationState, PlanModel, PlanStepModel, Prisma } from "#lib/db/client.ts";
import type { StoredSentence } from "#lib/db/stored-sentence.ts";
import type { Linking } from "#lib/features/operations/journal.ts";
import type { OperationView } from "#lib/features/operations/rules/schema.ts";
import type { Things } from "./brake.ts";

/** The states of every kind. Plans have one more, WAITING: a person has to settle a step first. */
export type CommonState = "DRAFT" | "RUNNING" | "PAUSED" | "ENDED";

type BatchColumn =
  | ("id" | "state" | "pauseReason" | "pauseReasonSaid" | "stateSince" | "waitUntil" | "waits" | "brakeFrom")
  | ("actorId" | "actorName" | "reference" | "createdAt" | "startedAt");

/** The columns of a batch that every kind has. */
export type Batch = Pick<PlanModel, BatchColumn>;

/** The columns of a row that every kind has. */
export type BatchRow = Pick<PlanStepModel, "id" | "n" | "operationId">;

type BatchWhere<State> = {
  id?: string;
  key?: string;
  state?: State | CommonState;
  brakeFrom?: Date | null;
  waits?: number | { gt: number };
  waitUntil?: Date | null;
  createdAt?: { lt: Date };
};

type BatchChange<State> = Partial<Omit<Batch, "id" | "state" | "waits" | "pauseReasonSaid">> & {
  pauseReasonSaid?: StoredSentence<"pauseReason", null>["pauseReasonSaid"];
  state?: State | CommonState;
  waits?: number | { increment: number };
};

/** What the engine does to a kind's table of batches: a Prisma delegate, as far as the tables of all kinds are alike. */
type BatchTable<State> = {
  findFirst: (args: { where: BatchWhere<State> }) => PromiseLike<Batch | null>;
  updateMany: (args: {
    where: BatchWhere<State>;
    data: BatchChange<State>;
  }) => PromiseLike<{ count: number }>;
  deleteMany: (args: { where: BatchWhere<State> }) => PromiseLike<{ count: number }>;
};

type RowWhere = {
  id?: string;
  isIncluded?: boolean;
  heldBack?: null | { not: null };
  operationId?: null;
  operation?: { state: { in: OperationState[] } };
  OR?: RowWhere[];
};

/** The same for its table of rows. */
type RowTable = {
  updateMany: (args: {
    where: RowWhere;
    data: {
      isIncluded?: boolean;
      operationId?: string | null;
    } & Partial<StoredSentence<"heldBack", Sentence | null>>;
  }) => PromiseLike<{ count: number }>;
};

/** What a kind says where the sentences of the kinds differ. */
export type BatchWords = {
  /** What somebody asked for that is not there: "This list". */
  one: Said;
  /** Something for the log: "a list of projects". */
  inLog: string;
  isRunning: Said;
  isDraft: Said;
  nothingToRetry: Said;
  /** Why it stops when its sender has lost the right; written down. */
  noRight: (name: string) => Said;
};

/** What may be written to the audit about a change, beside the name and the states. */
export type AuditDetails = Record<string, string | number | null>;

export type BatchKind<B extends Batch = Batch> = {
  /** In the audit: what its rows are about, and how the names of its actions begin. */
  name: "invitation-list" | "project-list" | "plan";
  /** Needed to work on one, and to be the one in whose name it is sent. */
  permission: Permission;
  /** What its rows are, in sentences of the brake. */
  things: Things;
  /** A draft that nobody starts is removed after so many days. */
  draftDays: number;
  words: BatchWords;

  batches: (db: Db) => BatchTable<B["state"]>;
  rows: (db: Db) => RowTable;
  /** The table of its rows, and the column in which a row names its batch. */
  sql: {
    table: Prisma.Sql;
    of: Prisma.Sql;
    /** Whether a person lets the batch go on without the row `s`, where that can be. */
    isPassed?: Prisma.Sql;
  };
  /** The condition on a row that it belongs to this batch. */
  of: (id: string) => object;
  /** The condition on a row that its batch is in this state. */
  inState: (state: CommonState) => object;
  /** The operations of its rows. */
  operations: (id: string) => Prisma.OperationWhereInput;
  /** With what is needed to send its rows. */
  find: (id: string) => PromiseLike<B | null>;

  /** In the audit. */
  title: (batch: B) => string;
  /** The job that sends a slice of it: one for a batch at a time, and one batch of a connection after the other. */
  addJob: (db: Db, batch: B, runAt?: Date) => Promise<void>;

  /** In the transaction that starts a draft; says what the audit keeps. @throws AppError when nothing would be sent */
  begin: (tx: Db, batch: B, actor: Actor) => Promise<AuditDetails>;
  /** In the transaction in which a person lets it go on. @throws AppError when it cannot */
  beforeResume?: (tx: Db, batch: B) => Promise<AuditDetails>;
  /** In the transaction that gives the rest up, while its rows are as they were. */
  beforeDiscard?: (tx: Db, batch: B) => Promise<void>;
  /** A draft was discarded and is gone. */
  afterDraft?: (id: string) => Promise<void>;
  /** What else is forgotten of a row that is tried again. */
  onRetry?: object;
};

/** How the rows of a kind are sent. */
export type Sending<B extends Batch, R extends BatchRow> = {
  /** How many rows are under way at the same time. */
  atOnce: number;
  /** The rows that would be sent next, in their order, read as late as possible. Several takers may share it. */
  unsent: (id: string) => AsyncGenerator<R>;
  /** Whether this row can be sent now; it may move the batch instead. True for every row of a kind that does not say. */
  canSend?: (batch: B, row: R) => Promise<boolean>;
  /** Writes the row down as an operation with this key, linked in the same transaction; gives its id. @throws AppError */
  submit: (batch: B, actor: Actor, row: R, key: string, link: Linking) => Promise<string>;
  /** Sends what was written down, where the journal alone does not hold all of it. */
  send?: (row: R, operationId: string, signal: AbortSignal) => Promise<OperationView>;
};
