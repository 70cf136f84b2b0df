/**
 * The service's status letters as states and words (wire-facts "Model"). Pure; lists of models are remembered, so words are English here
 * and told where they are shown.
 */
import { msg } from "#lib/core/texts.ts";
import type { Model } from "#lib/service/client/records.ts";
import type { ModelState, ModelView } from "./schema.ts";

const STATES: Record<string, ModelState> = {
  P: "waiting",
  W: "waiting",
  I: "running",
  C: "ready",
  E: "failed",
  X: "wontFix",
  D: "deleted",
};

const WORDS: Record<ModelState, string> = {
  waiting: msg("Waiting"),
  running: msg("In process"),
  ready: msg("Ready"),
  failed: msg("Failed"),
  wontFix: msg("Given up by the service"),
  deleted: msg("Deleted"),
  unstated: msg("State not stated"),
};

/** A model for people. */
export function toModelView(model: Model): ModelView {
  const state = STATES[model.status ?? ""] ?? "unstated";
  const isIfc = model.type === null || model.type === "IFC";
  return {
    modelId: model.id,
    name: model.name ?? model.fileName ?? `Model ${String(model.id)}`,
    fileName: model.fileName,
    fileBytes: model.fileBytes,
    type: model.type,
    schema: model.schema,
    state,
    stateWords: WORDS[state],
    errors: model.errors,
    warnings: model.warnings,
    progress: model.progress,
    createdAt: model.createdAt,
    updatedAt: model.updatedAt,
    isArchived: model.isArchived,
    // A service that states no status can only be asked.
    isQueryable: isIfc && (state === "ready" || state === "unstated"),
  };
}
