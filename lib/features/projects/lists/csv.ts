/** What became of every row of a list, as lines of CSV. Read and made in pages, so that no list is held whole. */
import type { Actor } from "#lib/auth/actor.ts";
import { csvLines, type CsvProfile } from "#lib/elements/plain-csv.ts";
import { iterateProjectRows } from "./queries.ts";
import { OUTCOME_WORDS, VERDICT_WORDS } from "./schema.ts";

const HEADINGS = ["Line", "Name", "Place", "Verdict", "Result", "Number", "Why", "Operation"];

/** Every row of a list, also those that were left out, in the order in which they are created. */
export async function* iterateProjectListCsv(
  actor: Actor,
  listId: string,
  profile: CsvProfile,
): AsyncGenerator<string> {
  const csvLine = csvLines(profile);
  yield csvLine(HEADINGS);
  for await (const row of iterateProjectRows(actor, listId)) {
    const { line, name, place, verdict, outcome, serviceId, detail, operationHref } = row;
    const operation = operationHref?.slice(operationHref.lastIndexOf("/") + 1) ?? null;
    const words = [VERDICT_WORDS[verdict], OUTCOME_WORDS[outcome]] as const;
    yield csvLine([line, name, place, ...words, serviceId, detail, operation]);
  }
}
