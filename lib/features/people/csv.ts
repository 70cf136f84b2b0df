/** The people of a Cloud or project as a CSV file, made line by line. */
import type { Actor } from "#lib/auth/actor.ts";
import { msg, sayIn, t, type Language } from "#lib/core/texts.ts";
import { csvLines, languageOfFile } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { iteratePeople } from "./queries.ts";
import type { PeopleQuery } from "./schema.ts";

const HEADINGS = [
  ...[msg("Address"), msg("Name"), msg("State"), msg("Role"), msg("Since"), msg("First seen")],
  ...[msg("Invited by"), msg("User number")],
];

/** Everybody who matches, one per line: who, state, role, since when, invited by whom. */
export function iteratePeopleCsv(
  actor: Actor,
  query: PeopleQuery,
  profile: CsvProfile,
): AsyncGenerator<string> {
  return peopleLines(actor, query, profile, languageOfFile(profile));
}

// Lines are made while the file is sent, when the request that knows the language may have ended.
async function* peopleLines(
  actor: Actor,
  query: PeopleQuery,
  profile: CsvProfile,
  language: Language,
): AsyncGenerator<string> {
  const csvLine = csvLines(profile, language);
  yield csvLine(sayIn(language, () => HEADINGS.map((heading) => t(heading))));
  const elsewhere = sayIn(language, () => t("outside Portico"));
  for await (const row of iteratePeople(actor, query, language)) {
    const since = row.since.toISOString();
    yield csvLine([
      ...[row.email, row.name, row.stateWords, row.roleWords],
      ...[row.isAtLeast ? null : since, row.isAtLeast ? since : null],
      ...[row.invitedByName ?? elsewhere, row.userId],
    ]);
  }
}
