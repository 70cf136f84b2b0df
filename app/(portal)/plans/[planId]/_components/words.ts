import type { PlanStepView } from "#lib/features/plans/schema.ts";

export const KINDS: Record<PlanStepView["kind"], string> = {
  CREATE_CLOUD: "Cloud",
  CREATE_PROJECT: "Project",
  INVITE: "Invitation",
  UPLOAD: "Model",
};
