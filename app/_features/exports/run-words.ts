import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import type { ExportRunView } from "#lib/features/exports/queries.ts";
import type { ExportStateName } from "#lib/core/export-states.ts";

export const RUN_TONES: Record<ExportStateName, Tone> = {
  QUEUED: "idle",
  READING: "progress",
  WRITING: "progress",
  VERIFYING: "progress",
  DONE: "ok",
  FAILED: "bad",
  CANCELLED: "idle",
};

const WORDS: Record<ExportStateName, string> = {
  QUEUED: msg("Queued"),
  READING: msg("Reading"),
  WRITING: msg("Writing"),
  VERIFYING: msg("Verifying"),
  DONE: msg("Done"),
  FAILED: msg("Failed"),
  CANCELLED: msg("Cancelled"),
};

/** "214 doors", or "Doors" while the number is unknown; "1 204 elements of 3 classes". */
export function runTitle(run: Pick<ExportRunView, "ifcClass" | "classes" | "rowsTotal">): string {
  if (run.rowsTotal !== null) return `${formatCount(run.rowsTotal)} ${runNoun(run, run.rowsTotal)}`;
  const noun = runNoun(run, 2);
  return `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
}

/** What a run's rows are. */
export function runNoun(
  { ifcClass, classes }: Pick<ExportRunView, "ifcClass" | "classes">,
  count: number,
): string {
  if (classes.length < 2) return classNoun(ifcClass, count);
  const places = { classes: formatCount(classes.length) };
  return count === 1 ? t("element of {classes} classes", places) : t("elements of {classes} classes", places);
}

/** The state in a word. */
export function runWord(run: Pick<ExportRunView, "state" | "hasFile">): string {
  return run.state === "DONE" && !run.hasFile ? t("Done, file removed") : t(WORDS[run.state]);
}

/**
 * The result of reading the finished file back. A file that changes any value is not said to keep them, nor is one whose changes an earlier
 * version did not count.
 */
export function readBackWords({ guardedCells }: Pick<ExportRunView, "guardedCells">): string {
  if (guardedCells === null) return t("verified");
  if (guardedCells === 0) return t("verified, no value changed");
  return t("verified, {count, plural, one {# text} other {# texts}} changed: apostrophe added", {
    count: guardedCells,
  });
}

/** The progress of a run: "120 of 214 doors verified". Null where it is unknown. */
export function progressWords(run: ExportRunView): string | null {
  const done = formatCount(run.rowsDone);
  const things = runNoun(run, run.rowsTotal ?? 2);
  const total = run.rowsTotal === null ? null : formatCount(run.rowsTotal);
  const left = leftWords(run);
  if (run.state === "READING") return `${t("{done} {things} read", { done, things })}${left}`;
  if (run.state === "VERIFYING")
    return `${t("{done} of {total} {things} verified", { done, total: total ?? done, things })}${left}`;
  if (run.state !== "WRITING") return null;
  const written =
    total === null
      ? t("{done} {things} written", { done, things })
      : t("{done} of {total} {things} written", { done, total, things });
  return `${written}${run.bytes > 0 ? `, ${formatFileSize(run.bytes)}` : ""}${left}`;
}

/** ", about 12 s left", or nothing while that is unknown. */
export function leftWords({ secondsLeft }: Pick<ExportRunView, "secondsLeft">): string {
  if (secondsLeft === null) return "";
  const words =
    secondsLeft < 60
      ? t("about {count} s left", { count: Math.max(1, secondsLeft) })
      : t("about {count} min left", { count: Math.round(secondsLeft / 60) });
  return `, ${words}`;
}

/** The finished share of the current step, 0 to 1; undefined while unknown. */
export function progressShare(run: ExportRunView): number | undefined {
  if (run.state !== "WRITING" && run.state !== "VERIFYING") return undefined;
  return run.rowsTotal === null || run.rowsTotal === 0 ? undefined : run.rowsDone / run.rowsTotal;
}

/** "9f31c2…7be0" */
export function shortHash(sha256: string): string {
  return `${sha256.slice(0, 6)}…${sha256.slice(-4)}`;
}

/** How long a run took: "< 0.1 s", "0.4 s", "12 s", "1 min 47 s". Null while it has not ended, or if it never began. */
export function runTime(run: Pick<ExportRunView, "startedAt" | "endedAt">): string | null {
  if (run.startedAt === null || run.endedAt === null) return null;
  const seconds = Math.max(0, Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
  const tenths = (value: number): string => tellNumber(value.toFixed(1));
  if (seconds < 0.1) return `< ${tenths(0.1)} s`;
  if (seconds < 9.95) return `${tenths(seconds)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${String(whole)} s` : `${String(Math.floor(whole / 60))} min ${String(whole % 60)} s`;
}
