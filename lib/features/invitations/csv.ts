/** CSV files about invitations, made line by line, so that a ledger of any length never has to fit into memory. */
import type { Actor } from "#lib/auth/actor.ts";
import { msg, sayIn, t, type Language } from "#lib/core/texts.ts";
import { csvLines, languageOfFile } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { iterateInvitations } from "./queries.ts";
import { iterateRows } from "./lists/queries.ts";
import type { InvitationsQuery } from "./schema.ts";
import { roleName } from "./words.ts";

const LIST_HEADINGS = [
  ...[msg("Line"), msg("As typed"), msg("Address"), msg("Check result"), msg("Result"), msg("Why")],
  ...[msg("Since"), msg("Operation")],
];
const LEDGER_HEADINGS: readonly string[] = [
  ...[msg("Cloud"), msg("Cloud number"), msg("Address"), msg("State"), msg("Evidence"), msg("Since")],
  ...[msg("Role"), msg("Emails sent"), msg("Last email"), msg("Invited by"), msg("Invited at")],
];

/** A file of invitations into projects has the project behind the Cloud's number. */
function headingsOf({ into }: InvitationsQuery): readonly string[] {
  return into === "projects" ? LEDGER_HEADINGS.toSpliced(2, 0, msg("Project")) : LEDGER_HEADINGS;
}

/** The result of a list: all its lines, including those left out. @throws AppError NOT_FOUND */
export function iterateListCsv(actor: Actor, runId: string, profile: CsvProfile): AsyncGenerator<string> {
  return listLines(actor, runId, profile, languageOfFile(profile));
}

/** The matching rows of the ledger: who, into which Cloud, the outcome, and its evidence. */
export function iterateLedgerCsv(
  actor: Actor,
  query: InvitationsQuery,
  profile: CsvProfile,
): AsyncGenerator<string> {
  return ledgerLines(actor, query, profile, languageOfFile(profile));
}

// Lines are made while the file is sent, when the request that knows the language may have ended.
async function* listLines(
  actor: Actor,
  runId: string,
  profile: CsvProfile,
  language: Language,
): AsyncGenerator<string> {
  const csvLine = csvLines(profile, language);
  yield csvLine(sayIn(language, () => LIST_HEADINGS.map((heading) => t(heading))));
  for await (const row of iterateRows(actor, runId, language)) {
    const { line, typed, email, verdictWords, outcomeWords, cause, since, operationHref } = row;
    const operation = operationHref?.slice(operationHref.lastIndexOf("/") + 1) ?? null;
    yield csvLine([line, typed, email, verdictWords, outcomeWords, cause, since, operation]);
  }
}

async function* ledgerLines(
  actor: Actor,
  query: InvitationsQuery,
  profile: CsvProfile,
  language: Language,
): AsyncGenerator<string> {
  const csvLine = csvLines(profile, language);
  yield csvLine(sayIn(language, () => headingsOf(query).map((heading) => t(heading))));
  const elsewhere = sayIn(language, () => t("outside Portico"));
  for await (const row of iterateInvitations(actor, query, language)) {
    yield csvLine([
      ...[
        row.cloudName,
        row.cloudNumber,
        ...(row.project === null ? [] : [row.project.name]),
        row.email,
        row.stateWords,
        row.evidence,
      ],
      ...[row.stateSince.toISOString(), sayIn(language, () => roleName(row.role))],
      ...[row.mailsAsked, row.lastMailAt?.toISOString() ?? null],
      ...[row.invitedByName ?? elsewhere, row.createdAt.toISOString()],
    ]);
  }
}
