import { answerFile } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { streamText } from "#app/_server/streams.ts";
import { now } from "#lib/core/clock.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { iterateLedgerCsv } from "#lib/features/invitations/csv.ts";
import { readLedgerAddress } from "../../_components/ledger-query.ts";

/** All pages of the ledger that the page of the same address shows, as a CSV file. */
export const GET = defineRoute({
  name: "invitations.download",
  permission: "portal:read",
  run: (request, _params, actor) => {
    const address = Object.fromEntries(new URL(request.url).searchParams);
    const { query } = readLedgerAddress(address);
    const profile = readCsvProfile(address["profile"]);
    const response = answerFile(
      `invitations-${now().toISOString().slice(0, 10)}.csv`,
      streamText(iterateLedgerCsv(actor, query, profile)),
    );
    return Promise.resolve(response);
  },
});
