import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { ExportProfile } from "#lib/elements/export/options.ts";
import type { ExportRunView } from "#lib/features/exports/schema.ts";
import type { ExportStateName } from "#lib/features/exports/states.ts";

export const PROFILE_WORDS: Record<ExportProfile, string> = {
  programs: "CSV for programs",
  spreadsheets: "CSV for spreadsheets",
  xlsx: "XLSX",
  parquet: "Parquet",
  json: "JSON",
};

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
  QUEUED: "Queued",
  READING: "Reading",
  WRITING: "Writing",
  VERIFYING: "Verifying",
  DONE: "Done",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
};

/** "214 doors", or "Doors" while it is not known how many; "1 204 elements of 3 classes". */
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
  return `${count === 1 ? "element" : "elements"} of ${formatCount(classes.length)} classes`;
}

/** The state in a word. */
export function runWord(run: Pick<ExportRunView, "state" | "hasFile">): string {
  return run.state === "DONE" && !run.hasFile ? "Done, file removed" : WORDS[run.state];
}

/** How far a run is: "120 of 214 doors read back". Null where nothing can be said. */
export function progressWords(run: ExportRunView): string | null {
  const verbs: Partial<Record<ExportStateName, string>> = {
    READING: "read",
    WRITING: "written",
    VERIFYING: "read back and equal",
  };
  const verb = verbs[run.state];
  if (verb === undefined) return null;
  const noun = runNoun(run, run.rowsTotal ?? 2);
  const whole = run.rowsTotal === null || run.state === "READING" ? "" : ` of ${formatCount(run.rowsTotal)}`;
  const bytes = run.state === "WRITING" && run.bytes > 0 ? `, ${formatFileSize(run.bytes)}` : "";
  return `${formatCount(run.rowsDone)}${whole} ${noun} ${verb}${bytes}${leftWords(run)}`;
}

/** ", about 12 s left", or nothing while that cannot be said. */
export function leftWords({ secondsLeft }: Pick<ExportRunView, "secondsLeft">): string {
  if (secondsLeft === null) return "";
  return secondsLeft < 60
    ? `, about ${String(Math.max(1, secondsLeft))} s left`
    : `, about ${String(Math.round(secondsLeft / 60))} min left`;
}

/** The share of a running step that is done, 0 to 1; undefined while it is not known. */
export function progressShare(run: ExportRunView): number | undefined {
  if (run.state !== "WRITING" && run.state !== "VERIFYING") return undefined;
  return run.rowsTotal === null || run.rowsTotal === 0 ? undefined : run.rowsDone / run.rowsTotal;
}

/** Where a finished file is. */
export function fileHref(runId: string): string {
  return `/api/exports/${runId}/file`;
}

/** Where the record beside it is. */
export function recordHref(runId: string): string {
  return `/api/exports/${runId}/record`;
}

/** "9f31c2…7be0" */
export function shortHash(sha256: string): string {
  return `${sha256.slice(0, 6)}…${sha256.slice(-4)}`;
}

/** How long a run took: "< 0.1 s", "0.4 s", "12 s", "1 min 47 s". Null while it is not over, or never began. */
export function runTime(run: Pick<ExportRunView, "startedAt" | "endedAt">): string | null {
  if (run.startedAt === null || run.endedAt === null) return null;
  const seconds = Math.max(0, Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
  if (seconds < 0.1) return "< 0.1 s";
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${String(whole)} s` : `${String(Math.floor(whole / 60))} min ${String(whole % 60)} s`;
}
