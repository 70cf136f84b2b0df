import { toByteStream } from "#app/_server/byte-stream.ts";
import { defineRoute } from "#app/_server/route.ts";
import { now } from "#lib/core/clock.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { attachmentHeader } from "#lib/features/exports/file-name.ts";
import { iteratePeopleCsv } from "#lib/features/people/csv.ts";
import { readPeopleAddress } from "../people-address.ts";

/** The people that the page of the same address shows, all of its pages, as a CSV file. */
export const GET = defineRoute<{ cloudId: string }>({
  name: "people.download",
  permission: "portal:read",
  run: async (request, { cloudId }, actor) => {
    const address = Object.fromEntries(new URL(request.url).searchParams);
    const cloud = await getCloud(actor, cloudId);
    const query = readPeopleAddress(cloud.id, address);
    const profile = readCsvProfile(address["profile"]);
    return new Response(toByteStream(iteratePeopleCsv(actor, query, profile)), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": attachmentHeader(
          `people-${cloud.serviceId}-${now().toISOString().slice(0, 10)}.csv`,
        ),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});
