/**
 * What a workbook says about itself: its models and their versions, when they were read, and the view with its conditions. Nothing about
 * the run itself, so that the same table always makes the same file.
 */
import { sayIn, t } from "#lib/core/texts.ts";
import { getDb, type ExportRunModel } from "#lib/db/client.ts";
import type { AboutLine } from "#lib/elements/files/written.ts";
import { getModelSource } from "#lib/features/models/source.ts";
import { tellAbsentCondition } from "#lib/features/views/condition-words.ts";
import { line, viewLines } from "./about-view.ts";
import type { ReadingFacts } from "./tables/run-readings.ts";
import type { RunTable } from "./tables/table-source.ts";

/** A model of the file, with the names it had when the run started. */
type FileModel = { projectId: string; modelId: number; name: string; readings: readonly ReadingFacts[] };

/** The lines, in the language of the file. */
export async function aboutFile(run: ExportRunModel, opened: RunTable): Promise<AboutLine[]> {
  const models = modelsOf(run, opened);
  const [versions, { cloudName, projectName }] = await Promise.all([
    versionNumbers(models),
    getModelSource(run.projectId),
  ]);
  const isCloud = opened.request.joined?.isCloud === true;
  return sayIn(opened.request.options.language, () => [
    line(t("Cloud"), cloudName),
    ...(isCloud ? [] : [line(t("Project"), projectName)]),
    ...models.flatMap((model) => modelLines(model, versions.get(keyOf(model)))),
    line(t("IFC classes"), opened.request.classes.join(", ")),
    ...viewLines(opened),
    line(t("Elements"), String(opened.table.rows)),
    ...opened.absent.flatMap(({ model, columns, conditions }) =>
      [...columns, ...conditions.map(tellAbsentCondition)].map((name) =>
        line(t("Not in the model"), model === null ? name : `${model}: ${name}`),
      ),
    ),
    ...opened.leftOut.map(({ modelName, reason }) => line(t("Left out"), `${modelName}: ${reason}`)),
  ]);
}

function modelsOf(run: ExportRunModel, { request, readings }: RunTable): FileModel[] {
  if (request.joined === undefined)
    return [{ projectId: run.projectId, modelId: Number(run.modelServiceId), name: run.modelName, readings }];
  return request.joined.models.flatMap(({ projectId, modelId, modelName }) => {
    const own = readings.filter(({ place }) => place?.modelNumber === String(modelId));
    return own.length === 0 ? [] : [{ projectId, modelId, name: modelName, readings: own }];
  });
}

const keyOf = ({ projectId, modelId }: Pick<FileModel, "projectId" | "modelId">): string =>
  `${projectId} ${String(modelId)}`;

/** The numbers of those models that are versions of a series. */
async function versionNumbers(models: readonly FileModel[]): Promise<Map<string, number>> {
  const rows = await getDb().modelVersion.findMany({
    where: {
      projectId: { in: [...new Set(models.map(({ projectId }) => projectId))] },
      modelServiceId: { in: models.map(({ modelId }) => BigInt(modelId)) },
    },
    select: { projectId: true, modelServiceId: true, number: true },
  });
  return new Map(
    rows.map(({ projectId, modelServiceId, number }) => [
      keyOf({ projectId, modelId: Number(modelServiceId) }),
      number,
    ]),
  );
}

function modelLines({ modelId, name, readings }: FileModel, version: number | undefined): AboutLine[] {
  const numbered = t("{name} (model {number})", { name, number: modelId });
  const readAt = new Set(readings.map((reading) => reading.readAt.toISOString()));
  return [
    line(t("Model"), numbered),
    ...(version === undefined ? [] : [line(t("Version"), String(version))]),
    ...[...readAt].map((text) => line(t("Read from the service"), text)),
  ];
}
