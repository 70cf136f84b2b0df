/**
 * The record that lies beside an exported file: what it was made of, by whom and when, so that the file can be checked and
 * made again. It holds no credentials and no cell of the table.
 */
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { notFound } from "#lib/core/errors.ts";
import { getDb, type ExportRunModel } from "#lib/db/client.ts";
import type { CsvSummary } from "#lib/elements/csv.ts";
import type { RunTable } from "./table-source.ts";

/** The record as JSON text. */
export async function exportRecord(
  run: ExportRunModel,
  table: RunTable,
  summary: CsvSummary,
): Promise<string> {
  const project = await getDb().project.findUnique({
    where: { id: run.projectId },
    include: { cloud: { include: { connection: true } } },
  });
  if (project === null) throw notFound("The project of this export");
  const { cloud } = project;
  const { meta } = table.snapshot;
  const record = {
    format: "portico-export-1",
    portico: PORTICO_VERSION,
    run: run.id,
    startedBy: run.actorName,
    startedAt: run.createdAt.toISOString(),
    source: {
      connection: cloud.connection.name,
      baseUrl: cloud.connection.baseUrl,
      cloud: { id: Number(cloud.serviceId), name: cloud.name },
      project: { id: Number(project.serviceId), name: project.name },
      model: { id: Number(run.modelServiceId), name: run.modelName },
      ifcClass: run.ifcClass,
      subtypes: false,
      readAt: table.readAt.toISOString(),
      answer: { bytes: meta.bytes, sha256: meta.sha256 },
    },
    file: {
      name: run.fileName,
      profile: run.profile,
      rows: summary.rows,
      columns: summary.columns,
      bytes: summary.bytes,
      sha256: summary.sha256,
      guardedCells: summary.guardedCells,
      readBack: "identical",
    },
    columns: meta.columns.map((column, place) => ({
      heading: summary.headings[place + 1],
      set: column.origin === "attribute" ? null : column.set,
      property: column.property,
      unit: column.unit,
    })),
    warnings: meta.warnings,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}
