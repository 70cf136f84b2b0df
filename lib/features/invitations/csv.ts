/** CSV files about invitations, made line by line, so that a ledger of any length is never held whole. */
import type { Actor } from "#lib/auth/actor.ts";
import { csvLines, type CsvProfile } from "#lib/elements/plain-csv.ts";
import { iterateInvitations } from "./queries.ts";
import { iterateRows } from "./runs/queries.ts";
import type { InvitationsQuery } from "./schema.ts";

/** The result of a list: every line of it, also those that were left out. @throws AppError NOT_FOUND */
export async function* iterateListCsv(
  actor: Actor,
  runId: string,
  profile: CsvProfile,
): AsyncGenerator<string> {
  const csvLine = csvLines(profile);
  yield csvLine(["Line", "As typed", "Address", "Verdict", "Result", "Why", "Since", "Operation"]);
  for await (const row of iterateRows(actor, runId)) {
    const { line, typed, email, verdictWords, outcomeWords, cause, since, operationHref } = row;
    const operation = operationHref?.slice(operationHref.lastIndexOf("/") + 1) ?? null;
    yield csvLine([line, typed, email, verdictWords, outcomeWords, cause, since, operation]);
  }
}

/** The ledger, as far as it matches: who, into which Cloud, what became of it, and how that is known. */
export async function* iterateLedgerCsv(
  actor: Actor,
  query: InvitationsQuery,
  profile: CsvProfile,
): AsyncGenerator<string> {
  const csvLine = csvLines(profile);
  yield csvLine([
    ...["Cloud", "Address", "State", "Evidence", "Since", "Role"],
    ...["Mails asked for", "Last mail", "Invited by", "Invited at"],
  ]);
  for await (const row of iterateInvitations(actor, query)) {
    yield csvLine([
      ...[row.cloudName, row.email, row.stateWords, row.evidence, row.stateSince.toISOString(), row.role],
      ...[row.mailsAsked, row.lastMailAt?.toISOString() ?? null],
      ...[row.invitedByName ?? "elsewhere", row.createdAt.toISOString()],
    ]);
  }
}
