/**
 * What a batch is, and how its kinds differ: lists of invitations, lists of projects, plans. Each kind has its own two tables, for batches
 * and for rows. Their columns have the same names, except the column in which a row names its batch.
 */
import type { Actor, Permission } from "#lib/auth/actor.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { Said } from "#lib/core/texts.ts";
import type { Db, PlanModel, PlanStepModel, Prisma } from "#lib/db/client.ts";
import type { StoredSentence } from "#lib/db/stored-sentence.ts";
import type { Linking } from "#lib/features/operations/submitting.ts";
import type { OperationView } from "#lib/features/operations/queries.ts";
import type { Things } from "./brake.ts";

/** The states of every kind. Plans have one more, WAITING: a person has to settle a step first. */
export type CommonState = "DRAFT" | "RUNNING" | "PAUSED" | "ENDED";

/** The columns of a batch that all kinds have. */
export type Batch = Omit<PlanModel, "key" | "connectionId" | "name">;

/** The columns of a row that all kinds have. */
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

/** What the engine does with a kind's table of batches: the part of the Prisma delegate that is the same for all kinds. */
type BatchTable<State> = {
  findFirst: (args: { where: BatchWhere<State> }) => PromiseLike<Batch | null>;
  updateMany: (args: {
    where: BatchWhere<State>;
    data: BatchChange<State>;
  }) => PromiseLike<{ count: number }>;
  deleteMany: (args: { where: BatchWhere<State> }) => PromiseLike<{ count: number }>;
  count: (args: { where: object }) => PromiseLike<number>;
};

type RowWhere = {
  id?: string | { in: string[] };
  isIncluded?: boolean;
  heldBack?: null;
  operationId?: null;
};

/** The same for the table of rows. */
type RowTable = {
  updateMany: (args: {
    where: RowWhere;
    data: {
      isIncluded?: boolean;
      operationId?: string | null;
    } & Partial<StoredSentence<"heldBack", Sentence | null>>;
  }) => PromiseLike<{ count: number }>;
};

/** The words in which the kinds' sentences differ. */
export type BatchWords = {
  /** What is missing in "not found": "This list". */
  one: Said;
  /** For the log: "a list of projects". */
  inLog: string;
  isRunning: Said;
  isDraft: Said;
  /** It is no longer a draft, so it was not changed. */
  isStarted: Said;
  nothingToRetry: Said;
  /** Why it pauses when its sender has lost the right; stored with the batch. */
  noRight: (name: string) => Said;
};

/** What shows all kinds asks for: the overview, and the job tray. */
type ShownWhere = {
  actorId?: string;
  state?: CommonState;
  stateSince?: { gt: Date };
  startedAt?: { not: null };
  OR?: ShownWhere[];
};

/** A batch among others of all kinds. */
export type ShownBatch = Pick<
  Batch,
  "id" | "pauseReason" | "pauseReasonSaid" | "stateSince" | "createdAt" | "startedAt"
> & {
  state: CommonState | "WAITING";
  title: string;
  /** Its Cloud, or its connection. */
  place: string;
  href: string;
  /** Its title while it stands. */
  stands: string;
  /** Its title when so many of its rows were refused or held back. */
  undone: (count: number) => string;
};

/** How the batches of a kind appear where all kinds do. */
type ShownBatches = {
  kind: "invitations" | "projects" | "plan";
  list: (
    db: Db,
    wanted: {
      where: ShownWhere;
      orderBy: { stateSince: "asc" | "desc" } | { createdAt: "desc" };
      take: number;
    },
  ) => Promise<ShownBatch[]>;
  /** Condition: the batch continues only when a person acts. */
  standing: object;
  /** The title of further batches that stand, and where they are. */
  others: { title: (count: number) => string; href: string };
};

/** What the audit may record about a change, besides the name and the states. */
export type AuditDetails = Record<string, string | number | null>;

export type BatchKind<B extends Batch = Batch> = {
  /** In the audit: the type of the object, and the prefix of its actions. */
  name: "invitation-list" | "project-list" | "plan";
  /** Needed to edit a batch, and to be the person in whose name it is sent. */
  permission: Permission;
  /** What its rows are called in the brake's sentences. */
  things: Things;
  /** Drafts that nobody starts are removed after this many days. */
  draftDays: number;
  words: BatchWords;

  shown: ShownBatches;

  batches: (db: Db) => BatchTable<B["state"]>;
  rows: (db: Db) => RowTable;
  /** The table of its batches, that of its rows, and the column in which a row names its batch. */
  sql: {
    batches: Prisma.Sql;
    table: Prisma.Sql;
    of: Prisma.Sql;
    /** Whether what the row `s` with its operation `o` was for has happened otherwise: it must not be sent again. */
    hasHappened: Prisma.Sql;
    /** Whether somebody let the batch continue without the row `s`. */
    isPassed: Prisma.Sql;
  };
  /** Condition: the row belongs to this batch. */
  of: (id: string) => object;
  /** Condition: the row's batch is in this state. */
  inState: (state: CommonState) => object;
  /** Condition: the operations of the batch's rows. */
  operations: (id: string) => Prisma.OperationWhereInput;
  /** The batch with all that sending its rows needs. */
  find: (id: string) => PromiseLike<B | null>;

  /** Its title in the audit. */
  title: (batch: B) => string;
  /** Queues the job that sends a slice of it: one job per batch at a time, and the batches of one connection one after the other. */
  addJob: (db: Db, batch: B, runAt?: Date) => Promise<void>;

  /** In the transaction that starts a draft; returns the details for the audit. @throws AppError when nothing would be sent */
  begin: (tx: Db, batch: B, actor: Actor) => Promise<AuditDetails>;
  /** In the transaction in which a person resumes it. @throws AppError when it cannot be resumed */
  beforeResume?: (tx: Db, batch: B) => Promise<AuditDetails>;
  /** In the transaction that discards the rest, before its rows change. */
  beforeDiscard?: (tx: Db, batch: B) => Promise<void>;
  /** After a draft was discarded and deleted. */
  afterDraft?: (id: string) => Promise<void>;
  /** Further columns that a retry resets. */
  onRetry?: object;
};

/** What is the same whatever a kind's batches hold: every kind is one of these. */
export type AnyKind = Pick<BatchKind, "name" | "draftDays" | "shown" | "sql"> & {
  batches: (db: Db) => BatchTable<CommonState>;
};

/** How the rows of a kind are sent. */
export type Sending<B extends Batch, R extends BatchRow> = {
  /** How many rows are sent at the same time. */
  atOnce: number;
  /** The rows to send next, in order, read as late as possible. Several takers may share the generator. */
  unsent: (id: string) => AsyncGenerator<R>;
  /** Whether this row can be sent now; may change the batch's state instead. Absent: every row can. */
  canSend?: (batch: B, row: R) => Promise<boolean>;
  /** Records the row as an operation with this key, linked in the same transaction; returns its id. @throws AppError */
  submit: (batch: B, actor: Actor, row: R, key: string, link: Linking) => Promise<string>;
  /** Sends the recorded operation, in kinds whose content the journal does not hold completely. */
  send?: (row: R, operationId: string, signal: AbortSignal) => Promise<OperationView>;
};
