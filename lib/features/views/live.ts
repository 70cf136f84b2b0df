/**
 * The steady address of a view over a model: its CSV as the service has the model now, with the writer and the guards of every export. What
 * it gives depends on the answer and the view alone, so an entity tag tells whether anything has changed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { TokenActor } from "#lib/auth/personal-token.ts";
import { requirePermission } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import { told } from "#lib/core/kept-texts.ts";
import { log } from "#lib/core/logger.ts";
import { say } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import { iterateCsvLines } from "#lib/elements/export/csv-lines.ts";
import { PLAIN_OPTIONS } from "#lib/elements/export/options.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { TableNotReady } from "#lib/elements/query/not-ready.ts";
import { isEverything } from "#lib/elements/query/rows.ts";
import type { Table } from "#lib/elements/query/table.ts";
import { uniteColumns } from "#lib/elements/query/union.ts";
import { getTables, toTablePart } from "#lib/features/elements/tables.ts";
import type { Absence } from "./absences.ts";
import type { ViewContent } from "./content.ts";
import { fitView } from "./fit.ts";
import { narrowToView, type NarrowedTable } from "./live-columns.ts";
import { notInTime, oldestReading, openLiveReadings } from "./live-readings.ts";
import { getView } from "./queries.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

/** How long a program waits for readings and the making of an index before it is told to come again. */
const WAIT_MS = 25_000;
const LOOK_MS = 250;
/** Files of one token on their way at the same time. */
const AT_ONCE_MAX = 4;
/** Raised when the same answer and view give another file. */
const FORM = 2;

export type LiveRequest = {
  viewId: string;
  projectId: string;
  modelId: number;
  /** The If-None-Match header. */
  ifNoneMatch: string | null;
  /** HEAD: everything but the file. */
  withBody: boolean;
  signal: AbortSignal;
  /** Instead of the usual time. */
  waitMs?: number;
};

export type LiveCsv = {
  etag: string;
  fileName: string;
  readAt: Date;
  /** Classes of the view that the model does not have. */
  absentClasses: string[];
  /** null: not modified, or not asked for. */
  body: { rows: number; absent: Absence; stream: ReadableStream<Uint8Array> } | null;
  isModified: boolean;
};

const underWay = oncePerProcess("live addresses under way", () => new Map<string, number>());

/**
 * Opens the CSV of a view over a model.
 * @throws AppError FORBIDDEN (the token is for another view), NOT_FOUND (no such view for its owner, no such project or model), RATE_LIMITED,
 * CONFLICT, UNAVAILABLE, or what the service said
 */
export async function openLiveCsv(actor: TokenActor, request: LiveRequest): Promise<LiveCsv> {
  requirePermission(actor, "elements:export");
  if (actor.scope === "VIEW" && actor.viewId !== request.viewId) {
    throw new AppError(
      "FORBIDDEN",
      say("This token reads another view. Make one for this view, or one that reads all of them."),
    );
  }
  const { name, content } = await getView(actor, request.viewId);
  const release = takePlace(actor.tokenId);
  let isHandedOn = false;
  try {
    const until = performance.now() + (request.waitMs ?? WAIT_MS);
    const { projectId, modelId, signal } = request;
    const place = { projectId, modelId, ifcClasses: content.ifcClasses };
    const { modelName, readings, absentClasses } = await openLiveReadings(actor, place, until, signal);
    const etag = tagOf(content, readings);
    const isModified = !matches(request.ifNoneMatch, etag);
    const opened = {
      etag,
      isModified,
      absentClasses,
      readAt: oldestReading(readings),
      fileName: fileNameOf(name, modelName),
    };
    if (!isModified || !request.withBody) return { ...opened, body: null };
    const body = await openBody(content, readings, until, signal, release);
    isHandedOn = true;
    return { ...opened, body };
  } finally {
    if (!isHandedOn) release();
  }
}

function takePlace(tokenId: string): () => void {
  const count = underWay.get(tokenId) ?? 0;
  if (count >= AT_ONCE_MAX) {
    throw new AppError(
      "RATE_LIMITED",
      say("{count} files of this token are on their way already. Ask again when one has arrived.", { count }),
      { details: { retryAfterSeconds: 5 } },
    );
  }
  underWay.set(tokenId, count + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const left = (underWay.get(tokenId) ?? 1) - 1;
    if (left === 0) underWay.delete(tokenId);
    else underWay.set(tokenId, left);
  };
}

/** RFC 9110 section 8.8.3, a strong one: the same bytes every time. */
function tagOf(content: ViewContent, readings: readonly SnapshotModel[]): string {
  const sources = readings.map(({ ifcClass, sha256 }) => [ifcClass, sha256]);
  return `"${sha256Hex(JSON.stringify([FORM, PORTICO_VERSION, content, sources])).slice(0, 40)}"`;
}

/** RFC 9110 section 13.1.2: weak comparison. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

function fileNameOf(viewName: string, modelName: string): string {
  const stem = `${viewName} ${modelName.replace(/\.ifc(zip)?$/i, "")}`
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-")
    .replaceAll(/^-+|(?<!-)-+$/g, "");
  return `${[...(stem === "" ? "elements" : stem)].slice(0, 60).join("")}.csv`;
}

/** The stream, which keeps the table open until it has ended or nobody listens any more. */
async function openBody(
  content: ViewContent,
  readings: readonly SnapshotModel[],
  until: number,
  signal: AbortSignal,
  release: () => void,
): Promise<NonNullable<LiveCsv["body"]>> {
  const options = { ...PLAIN_OPTIONS[content.profile], unitInHeading: content.unitInHeading };
  const gone = new AbortController();
  const listening = AbortSignal.any([signal, gone.signal]);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.closed.catch((reason: unknown) => gone.abort(reason));
  const { promise, resolve, reject } = Promise.withResolvers<NonNullable<LiveCsv["body"]>>();
  const write = async ({ table, absent }: NarrowedTable): Promise<void> => {
    resolve({ rows: table.rows, absent, stream: readable });
    for await (const piece of iterateCsvLines({ table, options, signal: listening }))
      await writer.write(piece);
    await writer.close();
  };
  withTable(content, readings, until, listening, write)
    .catch((thrown: unknown) => {
      reject(thrown);
      // Cut off in the middle, so that no reader takes the part for the whole.
      writer.abort(thrown).catch(() => undefined);
      if (!listening.aborted && !(thrown instanceof AppError))
        log.warn("a live file was cut off", { cause: String(thrown) });
    })
    .finally(release);
  return promise;
}

/** Works on the export table of a view, waiting for its index where it needs one. */
async function withTable(
  content: ViewContent,
  readings: readonly SnapshotModel[],
  until: number,
  signal: AbortSignal,
  work: (table: NarrowedTable) => Promise<void>,
): Promise<void> {
  if (readings.length === 0) return work(narrowToView(content, [], null));
  try {
    await getTables().use(readings.map(toTablePart), async (table) => {
      const rows = await rowsOf(content, table, until, signal);
      await work(narrowToView(content, table.sources, rows));
    });
  } catch (thrown) {
    if (thrown instanceof TableNotReady) throw notInTime(thrown);
    if (!(thrown instanceof ElementsError && thrown.code.startsWith("SNAPSHOT_"))) throw thrown;
    throw new AppError(
      "UNAVAILABLE",
      say("{message} Ask again in a moment.", { message: told(thrown.message) }),
      {
        details: { retryAfterSeconds: 10 },
        cause: thrown,
      },
    );
  }
}

/** Row numbers of the view in order; null: all as they stand. */
async function rowsOf(
  content: ViewContent,
  table: Table,
  until: number,
  signal: AbortSignal,
): Promise<Int32Array | null> {
  const { view } = fitView(content, unionOf(table));
  if (isEverything(view)) return null;
  for (;;) {
    try {
      return await table.matches(view, { signal });
    } catch (thrown) {
      const isWorthWaiting = thrown instanceof TableNotReady && thrown.reason === "preparing";
      if (!isWorthWaiting || performance.now() + LOOK_MS > until) throw thrown;
      await sleep(LOOK_MS, undefined, { signal });
    }
  }
}

const unionOf = (table: Table) => uniteColumns(table.sources.map(({ snapshot }) => snapshot.meta)).columns;
