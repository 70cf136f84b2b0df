import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { PlanState } from "#lib/db/client.ts";
import type { PlanView } from "#lib/features/plans/schema.ts";
import { formatCounted } from "#app/_ui/format/count.ts";
import { msg } from "#lib/core/texts.ts";

export const PLAN_STATES: Record<PlanState, { words: string; tone: Tone }> = {
  DRAFT: { words: msg("Not started"), tone: "idle" },
  RUNNING: { words: msg("Being carried out"), tone: "progress" },
  WAITING: { words: msg("Waits for a person"), tone: "unknown" },
  PAUSED: { words: msg("Paused"), tone: "warn" },
  ENDED: { words: msg("Ended"), tone: "ok" },
};

/** "1 Cloud, 4 projects, 1 model, 2 people" */
export function contentWords({
  projects,
  models,
  people,
}: Pick<PlanView, "projects" | "models" | "people">): string {
  const own = models === 0 ? [] : [formatCounted(models, "model")];
  return [
    "1 Cloud",
    formatCounted(projects, "project"),
    ...own,
    formatCounted(people, "person", "people"),
  ].join(", ");
}
