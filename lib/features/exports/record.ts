/**
 * The record beside an exported file: what it was made from, by whom and when, so that the file can be checked and made again. Contains no
 * credentials and no cell of the table.
 */
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { getDb, type ExportRunModel } from "#lib/db/client.ts";
import { FILE_FORMATS, FORMAT_TRAITS } from "#lib/elements/files/options.ts";
import type { Written } from "#lib/elements/files/written.ts";
import { readProfile, type LossForecast } from "./request.ts";
import type { ReadingFacts } from "./tables/run-readings.ts";
import type { RunTable } from "./tables/table-source.ts";

/** The record as JSON text. @param forecast the losses forecast before the file was written; null where no forecast was made */
export async function exportRecord(
  run: ExportRunModel,
  { readings, leftOut, request, bulk, table, absent }: RunTable,
  forecast: LossForecast | null,
  written: Written,
): Promise<string> {
  const project = await getDb().project.findUnique({
    where: { id: run.projectId },
    include: { cloud: { include: { connection: true } } },
  });
  if (project === null) throw notFound(say("The project of this export"));
  const { cloud } = project;
  const profile = readProfile(run.profile);
  const headings = written.headings.at(-1) ?? [];
  const fronts = headings.length - table.columns.length;
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
      ...(request.joined === undefined
        ? {
            project: { id: Number(project.serviceId), name: project.name },
            model: { id: Number(run.modelServiceId), name: run.modelName },
            ifcClass: run.ifcClass,
            subtypes: false,
            classes: readings.map(readingOf),
          }
        : { subtypes: false, models: modelsOf(readings), leftOut }),
    },
    view: bulk?.view ?? request.view,
    absent,
    ...(forecast === null ? {} : { forecast }),
    file: {
      name: run.fileName,
      format: FILE_FORMATS[profile],
      profile: run.profile,
      options: request.options,
      rows: written.rows,
      columns: written.columns,
      bytes: written.bytes,
      sha256: written.sha256,
      guardedCells: written.guardedCells,
      readBack: readBackWord(written.guardedCells),
    },
    columns: table.columns.map((column, place) => ({
      ...(FORMAT_TRAITS[profile].namesHeadings ? { heading: headings[place + fronts] } : {}),
      set: column.origin === "attribute" ? null : column.set,
      property: column.property,
      unit: column.unit,
      ...(column.variant === undefined ? {} : { apart: column.variant.suffix.trim() }),
    })),
    warnings: readings.flatMap(({ ifcClass, warnings, place }) =>
      warnings.map((warning) => ({
        ...(place === null ? {} : { model: Number(place.modelNumber) }),
        ifcClass,
        ...warning,
      })),
    ),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/**
 * The result of reading a file back, as records and reports say it.
 * @param guardedCells null where an earlier version did not store it
 */
export function readBackWord(guardedCells: number | null): "identical" | "guarded" | "compared" {
  if (guardedCells === null) return "compared";
  return guardedCells === 0 ? "identical" : "guarded";
}

function readingOf({ ifcClass, elements, readAt, answer }: ReadingFacts) {
  return { ifcClass, elements, readAt: readAt.toISOString(), answer };
}

/** The readings grouped by model, each model once. */
function modelsOf(readings: readonly ReadingFacts[]) {
  const models = Map.groupBy(readings, ({ place }) => place);
  return [...models].flatMap(([place, own]) =>
    place === null
      ? []
      : {
          project: { id: Number(place.projectNumber), name: place.project },
          model: { id: Number(place.modelNumber), name: place.model },
          classes: own.map(readingOf),
        },
  );
}
