import { toByteStream } from "#app/_server/byte-stream.ts";
import { defineRoute } from "#app/_server/route.ts";
import { now } from "#lib/core/clock.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { attachmentHeader } from "#lib/features/exports/file-name.ts";
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
    const response = new Response(toByteStream(iterateLedgerCsv(actor, query, profile)), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": attachmentHeader(`invitations-${now().toISOString().slice(0, 10)}.csv`),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
    return Promise.resolve(response);
  },
});
