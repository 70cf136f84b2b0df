/** The parts of a bulk run: one per model, or one for the table of all models. Pure; commands.ts stores them. */
import { newId } from "#lib/core/ids.ts";
import { FILE_ENDINGS, type ExportProfile } from "#lib/elements/files/options.ts";
import { partName, tableName } from "#lib/elements/file-names.ts";
import type { PlannedModel } from "./plan.ts";
import type { BulkForm } from "../bulk-schema.ts";
import type { BulkRequest, ExportRequest } from "../request.ts";

/** What is made of the models of a run. */
export type BulkOrder = {
  /** Null: the whole Cloud. */
  projectId: string | null;
  classes: readonly string[];
  profile: ExportProfile;
  form: BulkForm;
  request: BulkRequest;
};

/**
 * The parts of a run; at least one when there is a model.
 * @param scopeName of the project or Cloud
 */
export function makeParts(models: readonly PlannedModel[], order: BulkOrder, scopeName: string) {
  const { classes, profile, form, request } = order;
  const common = { ifcClass: classes[0] ?? "", profile };
  const plain: ExportRequest = {
    version: 1,
    classes: [...classes],
    snapshotIds: [],
    // A view over many models is stored by names, once for all parts, with the bulk run.
    view: null,
    options: request.options,
  };
  if (form === "table") return [{ ...common, ...tablePart(models, order, plain, scopeName) }];
  return models.map((model) => ({
    ...common,
    id: newId(),
    projectId: model.projectId,
    modelServiceId: BigInt(model.modelId),
    modelName: model.modelName,
    request: plain,
    fileName: partName(model, classes, FILE_ENDINGS[profile]),
  }));
}

/** Rows are ordered by project, then by model number, so that a model added later does not move the rows of others. */
function tablePart(
  models: readonly PlannedModel[],
  { classes, profile, projectId }: BulkOrder,
  plain: ExportRequest,
  scopeName: string,
) {
  const projects = [...Map.groupBy(models, (model) => model.projectId).values()];
  const ordered = projects.flatMap((own) => own.toSorted((a, b) => a.modelId - b.modelId));
  return {
    id: newId(),
    projectId: ordered[0]?.projectId ?? "",
    modelServiceId: BigInt(ordered[0]?.modelId ?? 0),
    modelName: `${String(models.length)} models of ${scopeName}`,
    request: { ...plain, joined: { isCloud: projectId === null, models: ordered } },
    fileName: tableName(scopeName, classes, FILE_ENDINGS[profile]),
  };
}
