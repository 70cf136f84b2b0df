import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { PlanState } from "#lib/db/client.ts";
import type { PlanView } from "#lib/features/plans/queries.ts";
import { msg, t } from "#lib/core/texts.ts";

export const PLAN_STATES: Record<PlanState, { words: string; tone: Tone }> = {
  DRAFT: { words: msg("Not started"), tone: "idle" },
  RUNNING: { words: msg("Running"), tone: "progress" },
  WAITING: { words: msg("Needs a decision"), tone: "unknown" },
  PAUSED: { words: msg("Paused"), tone: "warn" },
  ENDED: { words: msg("Completed"), tone: "ok" },
};

/** "1 Cloud, 4 projects, 1 model, 2 people" */
export function contentWords({
  projects,
  models,
  people,
}: Pick<PlanView, "projects" | "models" | "people">): string {
  return models === 0
    ? t(
        "1 Cloud, {projects, plural, one {# project} other {# projects}}, {people, plural, one {# person} other {# people}}",
        { projects, people },
      )
    : t(
        "1 Cloud, {projects, plural, one {# project} other {# projects}}, {models, plural, one {# model} other {# models}}, {people, plural, one {# person} other {# people}}",
        { projects, models, people },
      );
}
