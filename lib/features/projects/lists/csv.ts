/** The outcome of every row of a list, as lines of CSV. Read and written in pages, so that no list has to fit into memory. */
import type { Actor } from "#lib/auth/actor.ts";
import { msg, t } from "#lib/core/texts.ts";
import { iterateListCsv } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { findRows } from "./queries.ts";
import { OUTCOME_WORDS, VERDICT_WORDS } from "./schema.ts";

const HEADINGS = [
  ...[
    msg("Line"),
    msg("Name"),
    msg("Parent project"),
    msg("Check result"),
    msg("Result"),
    msg("Number"),
    msg("Why"),
  ],
  msg("Operation"),
];

/** Every row of a list, including those left out, in order of creation. */
export function iterateProjectListCsv(
  actor: Actor,
  listId: string,
  profile: CsvProfile,
): AsyncGenerator<string> {
  return iterateListCsv(
    profile,
    HEADINGS,
    (afterN: number | undefined, limit) => findRows(actor, { listId, afterN, limit }),
    ({ line, name, place, verdict, outcome, serviceId, detail, operationHref }) => [
      ...[line, name, place, t(VERDICT_WORDS[verdict]), t(OUTCOME_WORDS[outcome]), serviceId, detail],
      operationHref?.slice(operationHref.lastIndexOf("/") + 1) ?? null,
    ],
  );
}
