/** A model as the portal shows it. */
import type { ModelView } from "#lib/features/models/schema.ts";

/** One that is ready, of which only its name is known; with other fields as a test needs them. */
export function modelView(modelId: number, fields: Partial<ModelView> = {}): ModelView {
  const state = fields.state ?? "ready";
  return {
    modelId,
    name: `M${String(modelId)}.ifc`,
    fileName: null,
    fileBytes: null,
    type: "IFC",
    schema: null,
    state,
    stateWords: state,
    errors: [],
    warnings: [],
    progress: null,
    createdAt: null,
    updatedAt: null,
    isArchived: false,
    isQueryable: state === "ready",
    version: null,
    ...fields,
  };
}
