/** The outcome of every row of a list, as lines of CSV. Read and written in pages, so that no list has to fit into memory. */
import type { Actor } from "#lib/auth/actor.ts";
import { msg, sayIn, t, type Language } from "#lib/core/texts.ts";
import { csvLines, languageOfFile } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { iterateProjectRows } from "./queries.ts";
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
  return lines(actor, listId, profile, languageOfFile(profile));
}

// Lines are made while the file is sent, when the request that knows the language may have ended.
async function* lines(
  actor: Actor,
  listId: string,
  profile: CsvProfile,
  language: Language,
): AsyncGenerator<string> {
  const csvLine = csvLines(profile, language);
  const tellAll = (texts: readonly string[]): string[] => sayIn(language, () => texts.map((text) => t(text)));
  yield csvLine(tellAll(HEADINGS));
  for await (const row of iterateProjectRows(actor, listId, language)) {
    const { line, name, place, verdict, outcome, serviceId, detail, operationHref } = row;
    const operation = operationHref?.slice(operationHref.lastIndexOf("/") + 1) ?? null;
    const words = tellAll([VERDICT_WORDS[verdict], OUTCOME_WORDS[outcome]]);
    yield csvLine([line, name, place, ...words, serviceId, detail, operation]);
  }
}
