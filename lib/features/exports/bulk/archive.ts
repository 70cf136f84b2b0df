/**
 * The archive of a bulk run, packed from its parts' files while it is downloaded: nothing is stored twice. Each file is checked against the
 * SHA-256 stored when it was verified; a difference breaks off the download, so that it is no valid archive.
 */
import { createHash } from "node:crypto";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { AppError, notFound } from "#lib/core/errors.ts";
import { say, sayForRecords } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { getDb, type Prisma } from "#lib/db/client.ts";
import { iterateZip, type ZipEntry } from "#lib/elements/files/zip.ts";
import { folderName } from "#lib/elements/file-names.ts";
import { getBulkRun, type BulkRunView } from "./queries.ts";
import { bulkSummary } from "./summary.ts";
import { readLossForecast } from "../request.ts";
import { openExportFile, openExportRecord } from "../queries.ts";
import { readBackWord } from "../record.ts";

const WITH_PROJECT = {
  project: { select: { name: true, serviceId: true } },
} satisfies Prisma.ExportRunInclude;

type Part = Prisma.ExportRunGetPayload<{ include: typeof WITH_PROJECT }>;

/**
 * The archive of an ended bulk run: a report of what is in it and what is missing, then the files.
 * @throws AppError NOT_FOUND when it has none, is not over, was cancelled, or its files have expired
 */
export async function openBulkArchive(actor: Actor, bulkId: string) {
  requirePermission(actor, "elements:export");
  const run = await getBulkRun(actor, bulkId);
  if (!run.hasArchive) throw notFound(say("The archive of this bulk export"));
  const parts = await getDb().exportRun.findMany({
    where: { bulkId },
    orderBy: { id: "asc" },
    include: WITH_PROJECT,
  });
  return { fileName: run.fileName, stream: iterateZip(entriesOf(actor, run, parts)) };
}

async function* entriesOf(actor: Actor, run: BulkRunView, parts: readonly Part[]): AsyncGenerator<ZipEntry> {
  const report = Buffer.from(`${JSON.stringify(await bulkReport(run, parts), null, 2)}\n`);
  yield { name: "report.json", bytes: report.length, content: [report] };
  for (const part of parts) {
    if (part.state !== "DONE") continue;
    const file = await openExportFile(actor, part.id);
    yield { name: pathOf(run, part), bytes: file.bytes, content: checked(file) };
    if (run.table === null) continue;
    const record = await openExportRecord(actor, part.id);
    yield { name: record.fileName, bytes: record.bytes, content: record.stream };
  }
}

async function* checked(file: {
  stream: AsyncIterable<Uint8Array>;
  sha256: string;
}): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const piece of file.stream) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") === file.sha256) return;
  throw new AppError(
    "INTERNAL",
    say(
      "A file in this archive no longer matches the verified file, so the download was stopped. Export again.",
    ),
  );
}

/** Each project has its own folder when several projects have separate files. */
function pathOf(run: BulkRunView, { project, fileName }: Part): string {
  return run.project === null && run.table === null ? folderName(project) + fileName : fileName;
}

/** What is in the archive and what is missing, with the reasons. */
async function bulkReport(run: BulkRunView, parts: readonly Part[]) {
  const cloud = await getDb().cloud.findUniqueOrThrow({
    where: { id: run.cloud.id },
    include: { connection: true },
  });
  return {
    format: "portico-bulk-export-1",
    portico: PORTICO_VERSION,
    run: run.id,
    summary: sayForRecords(() => bulkSummary(run)),
    startedBy: run.actorName,
    startedAt: run.createdAt,
    endedAt: run.endedAt,
    source: {
      connection: cloud.connection.name,
      baseUrl: cloud.connection.baseUrl,
      cloud: { id: Number(cloud.serviceId), name: cloud.name },
      project: run.project?.name ?? null,
    },
    classes: run.classes,
    profile: run.profile,
    view: run.viewName,
    files: parts
      .filter(({ state }) => state === "DONE")
      .map((part) => {
        const forecast = readLossForecast(part.forecast);
        // Texts of the file that got an apostrophe.
        const guardedCells = part.guardedCells === null ? null : Number(part.guardedCells);
        return {
          ...(run.table === null ? identityOf(part) : { models: run.modelsDone }),
          name: pathOf(run, part),
          rows: part.rowsTotal,
          columns: part.columns,
          bytes: Number(part.bytes),
          sha256: part.sha256,
          guardedCells,
          readBack: readBackWord(guardedCells),
          lost: forecast?.losses ?? [],
          absent: forecast?.absent ?? [],
        };
      }),
    failed: parts
      .filter(({ state }) => state !== "DONE")
      .map((part) => ({ ...identityOf(part), reason: part.failure ?? part.state.toLowerCase() })),
    leftOut: [...run.leftOut, ...run.notReady],
  };
}

function identityOf({ modelServiceId, modelName, project }: Part) {
  return {
    project: { id: Number(project.serviceId), name: project.name },
    model: { id: Number(modelServiceId), name: modelName },
  };
}
