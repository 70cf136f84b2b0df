/** CSV files about invitations, made line by line, so that a ledger of any length never has to fit into memory. */
import type { Actor } from "#lib/auth/actor.ts";
import { msg, t } from "#lib/core/texts.ts";
import { iterateListCsv } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { findInvitations } from "./queries.ts";
import { findRows } from "./lists/queries.ts";
import type { InvitationsQuery } from "./schema.ts";
import { roleName } from "./words.ts";

const RESULT_HEADINGS = [
  ...[msg("Line"), msg("As typed"), msg("Address"), msg("Check result"), msg("Result"), msg("Why")],
  ...[msg("Since"), msg("Operation")],
];
const LEDGER_HEADINGS: readonly string[] = [
  ...[msg("Cloud"), msg("Cloud number"), msg("Address"), msg("State"), msg("Evidence"), msg("Since")],
  ...[msg("Role"), msg("Emails sent"), msg("Last email"), msg("Invited by"), msg("Invited at")],
];

/** The result of a list: all its lines, including those left out. @throws AppError NOT_FOUND */
export function iterateResultCsv(actor: Actor, runId: string, profile: CsvProfile): AsyncGenerator<string> {
  return iterateListCsv(
    profile,
    RESULT_HEADINGS,
    (afterN: number | undefined, limit) => findRows(actor, { runId, afterN, limit }),
    ({ line, typed, email, verdictWords, outcomeWords, cause, since, operationHref }) => [
      ...[line, typed, email, verdictWords, outcomeWords, cause, since],
      operationHref?.slice(operationHref.lastIndexOf("/") + 1) ?? null,
    ],
  );
}

/** The matching rows of the ledger: who, into which Cloud, the outcome, and its evidence. */
export function iterateLedgerCsv(
  actor: Actor,
  query: InvitationsQuery,
  profile: CsvProfile,
): AsyncGenerator<string> {
  return iterateListCsv(
    profile,
    // A file of invitations into projects has the project behind the Cloud's number.
    query.into === "projects" ? LEDGER_HEADINGS.toSpliced(2, 0, msg("Project")) : LEDGER_HEADINGS,
    (after: string | undefined, limit) => findInvitations(actor, { ...query, after, limit }),
    (row) => [
      ...[row.cloudName, row.cloudNumber],
      ...(row.project === null ? [] : [row.project.name]),
      ...[row.email, row.stateWords, row.evidence, row.stateSince.toISOString(), roleName(row.role)],
      ...[row.mailsAsked, row.lastMailAt?.toISOString() ?? null],
      ...[row.invitedByName ?? t("outside Portico"), row.createdAt.toISOString()],
    ],
  );
}
