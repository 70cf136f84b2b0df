/** How much of a person's work is shown, and how its end is told. Pure. */
import { t } from "#lib/core/texts.ts";
import type { WorkItem } from "./schema.ts";

/** Work that ended longer ago is not listed. */
export const LATELY_MS = 24 * 3_600_000;

/** Work that was started longer ago is not searched, which limits the cost of a look. */
export const STARTED_MS = 7 * LATELY_MS;

/** Per kind, newest first. */
export const OF_A_KIND_MAX = 10;

/** How work that has ended is told, by how many of its parts failed or have no certain answer. */
export function endedWords(failed: number, uncertain: number): Pick<WorkItem, "tone" | "words"> {
  if (uncertain > 0)
    return { tone: "unknown", words: t("Ended, {uncertain} without a certain answer", { uncertain }) };
  if (failed > 0) return { tone: "bad", words: t("Ended, {failed} failed", { failed }) };
  return { tone: "ok", words: t("Done") };
}
