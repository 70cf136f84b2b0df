/**
 * The passport of a view as a finished file, with its name. Contains what the page of the same address shows, or says why there is nothing
 * yet; csv.ts writes the lines.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { safeName } from "#lib/elements/file-names.ts";
import { passportCsv } from "./csv.ts";
import { openPassport, type PassportQuery } from "./queries.ts";
import { readSamples } from "./samples.ts";
import type { PassportView } from "./schema.ts";
import { selectEntries } from "./select.ts";

/**
 * The file with all entries that the view selects, in its order.
 * @throws AppError NOT_FOUND; CONFLICT while the elements are being read, or when a model cannot be read
 */
export async function makePassportFile(
  actor: Actor,
  query: PassportQuery,
  view: PassportView,
  profile: CsvProfile,
  signal?: AbortSignal,
): Promise<{ fileName: string; text: string }> {
  requirePermission(actor, "elements:export");
  const { opened, here, before, entries } = await openPassport(actor, query);
  // A file without the requested comparison would look like one without differences.
  const isWhole = before?.state !== "absent";
  if (opened.state !== "open" || here?.state !== "ready" || entries === null || !isWhole) {
    throw conflict(
      say(
        "The elements of this class are not read yet, so there is no file. Open the property overview to see the progress.",
      ),
    );
  }
  const chosen = selectEntries(entries, view);
  const samples = await readSamples(
    actor,
    here.snapshot.id,
    chosen.flatMap((entry) => entry.here ?? []),
    signal,
  );
  const what = before === null ? "passport" : `schema-comparison-with-${safeName(before.modelName, "model")}`;
  return {
    fileName: `${safeName(here.modelName, "model")}-${opened.ifcClass}-${what}-${now().toISOString().slice(0, 10)}.csv`,
    text: passportCsv(chosen, samples, before?.modelName ?? null, profile),
  };
}
