/**
 * The live address of a view over a model: the model's current rows, in the columns fixed when the address was made, written like every
 * export, with guarded texts only for spreadsheets. The file depends only on answer, view, columns and coding, so an entity tag shows
 * whether anything has changed.
 */
import { addAbortListener } from "node:events";
import type { TokenActor } from "#lib/auth/personal-token.ts";
import { requirePermission } from "#lib/auth/actor.ts";
import { AppError, forbidden } from "#lib/core/errors.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { say } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { safeName } from "#lib/elements/file-names.ts";
import type { ViewContent } from "./content.ts";
import type { LiveFormat, LiveModel } from "./live-address.ts";
import { mediaTypeOf, openBody } from "./live/body.ts";
import { chooseCoding, entityTag, judgeConditions } from "./live/conditions.ts";
import { columnsOf, narrowToAddress, type AddressTable } from "./live/columns.ts";
import { canFix, settleColumns, type FixedColumn } from "./live/fixed.ts";
import { settleAddress } from "./live/kept.ts";
import { beginWaiting, takeFilePlace, type Patience } from "./live/places.ts";
import { oldestReading, openLiveReadings, type LiveReadings } from "./live/readings.ts";
import { orderedRows, withTable, type LiveTable } from "./live/table.ts";
import { settleVersion } from "./live/version.ts";
import type { NewestVersion } from "#lib/features/models/versions.ts";
import { getView } from "./queries.ts";

/**
 * How long a program waits for readings, an index and its turn before it is told to retry: Power Query gives up a request after 100
 * seconds, and tries three times.
 */
const WAIT_MS = 80_000;
/** Increase it when the same answer and view give another file. */
const FORM = 4;

export type LiveRequest = LiveModel & {
  viewId: string;
  format: LiveFormat;
  /** The headers of the same names. */
  acceptEncoding: string | null;
  ifMatch: string | null;
  ifNoneMatch: string | null;
  /** HEAD: everything except the file. */
  withBody: boolean;
  signal: AbortSignal;
  /** Instead of the usual time. */
  waitMs?: number;
};

export type LiveFile = ReturnType<typeof headOf> & {
  /** null: not needed, or not requested. */
  body: { rows: number; stream: ReadableStream<Uint8Array> } | null;
};

/**
 * Opens the file of a view over a model.
 * @throws AppError FORBIDDEN (the token is for another view), NOT_FOUND (no such view for its owner, no such project or model),
 * RATE_LIMITED, VALIDATION (the format cannot hold the view), CONFLICT (the service could not process the model), UNAVAILABLE, or what the
 * service said
 */
export async function openLive(actor: TokenActor, request: LiveRequest): Promise<LiveFile> {
  requirePermission(actor, "elements:export");
  if (actor.scope === "VIEW" && actor.viewId !== request.viewId) {
    throw forbidden(say("This token reads another view. Create a token for this view or for all views."));
  }
  const { name, content } = await getView(actor, request.viewId);
  const endWaiting = beginWaiting(actor.staffId);
  try {
    const until = performance.now() + (request.waitMs ?? WAIT_MS);
    const { projectId, signal } = request;
    const model = await settleVersion(actor, request, signal);
    const place = { projectId, modelId: model.modelId, ifcClasses: content.ifcClasses };
    const found = await openLiveReadings(actor, place, { until, signal });
    return await open(actor, request, { name, content, model }, found, until);
  } catch (thrown) {
    if (!request.signal.aborted) throw thrown;
    throw new AppError("CANCELLED", say("The program stopped waiting."), { cause: thrown });
  } finally {
    endWaiting();
  }
}

type ViewOfModel = { name: string; content: ViewContent; model: NewestVersion };

/** The file, once its head is known; the table stays open until the stream has ended or its reader is gone. */
async function open(
  actor: TokenActor,
  request: LiveRequest,
  view: ViewOfModel,
  found: LiveReadings,
  until: number,
): Promise<LiveFile> {
  const { content } = view;
  const gone = new AbortController();
  const patience: Patience = { until, signal: AbortSignal.any([request.signal, gone.signal]) };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.closed.catch((reason: unknown) => gone.abort(reason));
  // If the program left before the answer began, nobody reads or cancels the stream. A write would then hang, and keep the place.
  addAbortListener(patience.signal, () => {
    writer.abort(patience.signal.reason).catch(() => undefined);
  });
  const { promise, resolve, reject } = Promise.withResolvers<LiveFile>();
  const work = async (live: LiveTable): Promise<void> => {
    const { sources } = live;
    const columns = columnsOf(sources);
    const fixed = await settleAddress(actor, request, canFix(content, sources.length), (before) =>
      settleColumns(content, columns, before),
    );
    const known = narrowToAddress(content, sources, fixed, null);
    const head = headOf(request, view, found, fixed, known);
    if (head.outcome !== "send" || !request.withBody) {
      resolve({ ...head, body: null });
      return;
    }
    const giveBack = await takeFilePlace(actor.tokenId, patience);
    try {
      const rows = await orderedRows(live, known.view, patience);
      const held = rows === null ? known : narrowToAddress(content, sources, fixed, rows);
      const storedBytes = sources.reduce((sum, { snapshot }) => sum + snapshot.meta.files.rows.bytes, 0);
      const { format } = request;
      const { coding } = head;
      const pieces = await openBody({ format, coding, content, held, storedBytes, patience });
      resolve({ ...head, body: { rows: held.table.rows, stream: readable } });
      for await (const piece of pieces) await writer.write(piece);
      await writer.close();
    } finally {
      giveBack();
    }
  };
  withTable(found.readings, work).catch((thrown: unknown) => {
    reject(thrown);
    // Breaks off in the middle, so that no reader mistakes the part for the whole.
    writer.abort(thrown).catch(() => undefined);
    if (!patience.signal.aborted && !(thrown instanceof AppError))
      log.warn("a live file was cut off", { cause: String(thrown) });
  });
  return promise;
}

function headOf(
  request: LiveRequest,
  { name, content, model }: ViewOfModel,
  { modelName, readings, absentClasses }: LiveReadings,
  fixed: readonly FixedColumn[],
  { absent, newColumns, otherUnits }: AddressTable,
) {
  const { format, ifMatch, ifNoneMatch } = request;
  const sources = readings.map(({ ifcClass, sha256 }) => [ifcClass, sha256]);
  const digest = sha256Hex(JSON.stringify([FORM, PORTICO_VERSION, format, content, fixed, sources]));
  const coding = chooseCoding(request.acceptEncoding, format === "parquet");
  const etag = entityTag(digest.slice(0, 40), coding);
  return {
    outcome: judgeConditions(etag, { ifMatch, ifNoneMatch }),
    etag,
    coding,
    mediaType: mediaTypeOf(format, content),
    fileName: `${safeName(`${name} ${modelName}`, "elements")}.${format}`,
    /** The model that the rows come from. */
    model,
    readAt: oldestReading(readings),
    /** Classes of the view that the model does not have. */
    absentClasses,
    /** What the view or the address names but the model lacks. */
    absent,
    /** Properties of the model that the address does not have. */
    newColumns,
    /** Columns whose values have another unit than when the address was made. */
    otherUnits,
  };
}
