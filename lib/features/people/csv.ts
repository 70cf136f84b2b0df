/** The people of a Cloud or project as a CSV file, made line by line. */
import type { Actor } from "#lib/auth/actor.ts";
import { msg, t } from "#lib/core/texts.ts";
import { iterateListCsv } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { findPage } from "./queries.ts";
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
  return iterateListCsv(
    profile,
    HEADINGS,
    (after: string | undefined, limit) => findPage(actor, { ...query, after, limit }),
    (row) => {
      const since = row.since.toISOString();
      return [
        ...[row.email, row.name, row.stateWords, row.roleWords],
        ...[row.isAtLeast ? null : since, row.isAtLeast ? since : null],
        ...[row.invitedByName ?? t("outside Portico"), row.userId],
      ];
    },
  );
}
