/**
 * The table of a bulk run with one table: the readings of many models, one after the other, each open only while it is read. A model that
 * cannot be read is left out whole, with its reason; it never stops the others.
 */
import { now } from "#lib/core/clock.ts";
import { unavailable } from "#lib/core/errors.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { startRounds } from "#lib/core/process/rounds.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type ExportRunModel } from "#lib/db/client.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";
import { JoinedColumns } from "#lib/elements/files/joined-columns.ts";
import { makeJoinedTable, type JoinedSource } from "#lib/elements/files/joined-table.ts";
import { PLACE_COLUMNS, PROJECT_PLACE_COLUMNS, type RowPlace } from "#lib/elements/files/table.ts";
import { uniteColumns } from "#lib/elements/query/union.ts";
import { assertOneSheet } from "#lib/elements/files/xlsx/write.ts";
import { failureWords } from "#lib/features/elements/failure-words.ts";
import { getModelSource } from "#lib/features/models/source.ts";
import { absenceOf, listAbsence, type ModelAbsence } from "#lib/features/views/absences.ts";
import { narrowTable } from "#lib/features/views/live/columns.ts";
import type { LeftOut } from "../bulk-schema.ts";
import { openLater, type KeptModel, type KeptPart } from "./joined-model.ts";
import type { Claim, RunProgress } from "../progress.ts";
import { readProfile, type BulkRequest, type ExportRequest, type JoinedRequest } from "../request.ts";
import { openReadings, type ClassesWanted, type ReadingFacts } from "./run-readings.ts";
import type { RunTable } from "./table-source.ts";

/** Readings that a run works on are marked as used, so that none is removed to make room for another. */
const TOUCH_MS = 60_000;
const IDS_AT_ONCE = 1_000;

type Model = JoinedRequest["models"][number];
/**
 * Reads all models and opens their table.
 * @throws AppError UNAVAILABLE when no model could be read; ElementsError BAD_OPTION when one table cannot hold them all
 */
export async function openJoinedTable(
  run: ExportRunModel,
  { request, bulk, joined }: { request: ExportRequest; bulk: BulkRequest | null; joined: JoinedRequest },
  claim: Claim,
  progress: RunProgress,
): Promise<RunTable> {
  const content = bulk?.view?.content ?? null;
  const columns = new JoinedColumns(request.options.language);
  const sources: JoinedSource[] = [];
  const readings: ReadingFacts[] = [];
  const leftOut: LeftOut[] = [];
  const absent: ModelAbsence[] = [];
  const used: string[] = [];
  let storedBytes = 0;
  let rows = 0;
  await using opened = new AsyncDisposableStack();
  opened.defer(startRounds("marking readings in use", TOUCH_MS, () => touchAll(used)));
  const wanted = { classes: request.classes, isOfView: content !== null, shown: [] };
  for (const [i, model] of joined.models.entries()) {
    const made = await readModel(run, wanted, model, claim, {
      signal: progress.signal,
      advance: (rows) => progress.advance(columns.rows + rows),
    });
    if ("place" in made) {
      for (const { snapshotId, facts, meta } of made.parts) {
        columns.add(meta);
        storedBytes += meta.files.rows.bytes;
        used.push(snapshotId);
        readings.push(facts);
      }
      if (content !== null) {
        const metas = made.parts.map(({ meta }) => meta);
        const elements = metas.reduce((sum, { rows }) => sum + rows, 0);
        const absence = absenceOf(content, uniteColumns(metas).columns);
        absent.push(...listAbsence(absence, made.place.model, elements));
      }
      const source = await openLater(made, content, progress.signal);
      sources.push(source);
      rows += source.rows;
      if (readProfile(run.profile) === "xlsx") assertOneSheet(rows, 1);
    } else leftOut.push(made);
    progress.modelsRead(i + 1);
    progress.advance(columns.rows);
  }
  const [first] = leftOut;
  if (sources.length === 0)
    throw unavailable(
      say("No model could be read. {modelName}: {reason}", {
        modelName: first?.modelName ?? "",
        reason: first?.reason ?? "",
      }),
    );
  const shape = {
    place: joined.isCloud ? PLACE_COLUMNS : PROJECT_PLACE_COLUMNS,
    hasClass: request.classes.length > 1,
  };
  const table = makeJoinedTable(sources, columns, shape);
  const whileOpen = opened.move();
  return {
    request,
    bulk,
    table: content === null ? table : narrowTable(content, table),
    whole: null,
    readings,
    storedBytes,
    snapshotId: used[0] ?? null,
    leftOut,
    view: content === null ? null : { content, columns: table.columns },
    absent,
    [Symbol.asyncDispose]: () => whileOpen.disposeAsync(),
  };
}

/** All classes of a model, or why it is left out. */
async function readModel(
  run: ExportRunModel,
  wanted: ClassesWanted,
  { projectId, modelId, modelName }: Model,
  claim: Claim,
  progress: Pick<RunProgress, "signal" | "advance">,
): Promise<KeptModel | LeftOut> {
  let projectName = "";
  try {
    const { cloudName, projectServiceId, ...source } = await getModelSource(projectId);
    projectName = source.projectName;
    const place: RowPlace = {
      cloud: cloudName,
      projectNumber: String(projectServiceId),
      project: projectName,
      modelNumber: String(modelId),
      model: modelName,
    };
    const parts: KeptPart[] = [];
    const { reference } = run;
    const target = { projectId, modelServiceId: BigInt(modelId), place, reference, claim, progress };
    for await (const opened of openReadings(target, wanted)) {
      // Only its description is kept: the rows are opened again for each pass.
      await using snapshot = opened.snapshot;
      const { snapshotId, facts } = opened;
      parts.push({ snapshotId, facts, meta: snapshot.meta });
    }
    return { place, parts };
  } catch (thrown) {
    if (progress.signal.aborted || translateDatabaseError(thrown) !== thrown) throw thrown;
    return {
      projectName,
      modelId,
      modelName,
      reason: kept("it could not be read. {why}", { why: failureWords(thrown, run.reference) }),
      asked: true,
    };
  }
}

async function touchAll(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    await getDb().snapshot.updateMany({
      where: { id: { in: ids.slice(from, from + IDS_AT_ONCE) } },
      data: { lastUsedAt: now() },
    });
}
