import { msg } from "#lib/core/texts.ts";
import type { PlanStepView } from "#lib/features/plans/queries.ts";

export const KINDS: Record<PlanStepView["kind"], string> = {
  CREATE_CLOUD: msg("Cloud"),
  CREATE_PROJECT: msg("Project"),
  INVITE: msg("Invitation"),
  INVITE_TO_PROJECT: msg("Invitation"),
  UPLOAD: msg("Model"),
};
