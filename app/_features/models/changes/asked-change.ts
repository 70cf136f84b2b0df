import type { ModelAct } from "#lib/features/models/rules.ts";
import type { ModelView } from "#lib/features/models/schema.ts";

export type ActedOn = Pick<ModelView, "modelId" | "name" | "state" | "isArchived">;

/** Which action somebody has chosen, for which models. */
export type AskedChange = {
  act: ModelAct | "rename";
  models: readonly ActedOn[];
  /** Id of the element that gets the focus afterwards. */
  returnFocusTo: string;
};

/** What this person may do with models. */
export type ModelRights = { change: boolean; remove: boolean; download: boolean };
