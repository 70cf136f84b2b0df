import type { ReactNode } from "react";
import type { DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { RehearsalOutcome } from "#lib/db/client.ts";
import type { RehearsalAnswer } from "#lib/features/rehearsals/schema.ts";
import type { RehearsalView } from "#lib/features/rehearsals/queries.ts";

const REHEARSED: Record<RehearsalOutcome, { words: string; tone: Tone }> = {
  CREATED: { words: msg("Would be done"), tone: "ok" },
  REFUSED: { words: msg("Would be refused"), tone: "bad" },
  HELD_BACK: { words: msg("Would not be tried"), tone: "warn" },
};

type Rehearsed = { rehearsed: RehearsalAnswer | null; isIncluded: boolean };

/** The column with the service's answers; none without a rehearsal. */
export function rehearsalColumns<Row extends Rehearsed>(isRehearsed: boolean): DataTableColumn<Row>[] {
  if (!isRehearsed) return [];
  return [{ head: t("Rehearsal"), small: "line", cell: (row) => <RehearsedState row={row} /> }];
}

/** The answer to one step or row; null: not rehearsed. */
function RehearsedState({ row: { rehearsed, isIncluded } }: { row: Rehearsed }): ReactNode {
  if (rehearsed === null) return isIncluded ? <State tone="idle">{t("Not rehearsed")}</State> : "";
  const { words, tone } = REHEARSED[rehearsed.outcome];
  return (
    <State tone={tone} detail={told(rehearsed.words)}>
      {t(words)}
    </State>
  );
}

/** The progress of a rehearsal, and its result. */
export function RehearsalNote({ rehearsal }: { rehearsal: RehearsalView }): ReactNode {
  const { state, isUnderWay, total, outcomes, actorName, startedAt } = rehearsal;
  const { CREATED = 0, REFUSED = 0, HELD_BACK = 0 } = outcomes;
  const answered = CREATED + REFUSED + HELD_BACK;
  if (isUnderWay) {
    const words = t("{answered} of {total} rehearsed", {
      answered: formatCount(answered),
      total: formatCount(total),
    });
    return (
      <div className="grid gap-1.5" aria-live="polite">
        <Progress label={t("Rehearsed")} value={answered} max={Math.max(total, 1)} words={words} />
        <p className="text-13">
          {t("{words}, on the built-in service. A rehearsal sends no email.", { words })}
        </p>
      </div>
    );
  }
  const who = rich("Rehearsed by {actorName} {when}.", {
    actorName,
    when: <RelativeTime at={startedAt} />,
  });
  if (state === "FAILED") {
    return (
      <Note tone="warn" title={t("The rehearsal did not finish.")} live>
        {rehearsal.problem === null ? null : told(rehearsal.problem)} {who}
      </Note>
    );
  }
  return (
    <Note tone={REFUSED + HELD_BACK === 0 ? "ok" : "warn"} title={resultOf(total, REFUSED, HELD_BACK)} live>
      {who}{" "}
      {t(
        "The rehearsal ran on the built-in service, and its data was removed. No email was sent. Another service may have its own rules.",
      )}
    </Note>
  );
}

function resultOf(steps: number, refusedSteps: number, heldBackSteps: number): string {
  const total = formatCount(steps);
  const refused = formatCount(refusedSteps);
  const heldBack = formatCount(heldBackSteps);
  if (refusedSteps + heldBackSteps === 0) return t("All {total} steps passed the rehearsal.", { total });
  if (heldBackSteps === 0) return t("Of {total} steps, {refused} would be refused.", { total, refused });
  if (refusedSteps === 0) return t("Of {total} steps, {heldBack} would not be tried.", { total, heldBack });
  return t("Of {total} steps, {refused} would be refused and {heldBack} not tried.", {
    total,
    refused,
    heldBack,
  });
}
