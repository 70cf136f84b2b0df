import { toByteStream } from "#app/_server/byte-stream.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { attachmentHeader } from "#lib/features/exports/file-name.ts";
import type { PlaceInput } from "#lib/features/invitations/places/place.ts";
import { iteratePeopleCsv } from "#lib/features/people/csv.ts";
import { readPeopleAddress } from "./people-address.ts";

/** The people of all pages that the page of the same address shows, as a CSV file. `name`: how the file's name begins. */
export function answerPeopleFile(
  actor: Actor,
  place: PlaceInput,
  name: string,
  requestUrl: string,
): Response {
  const address = Object.fromEntries(new URL(requestUrl).searchParams);
  const query = readPeopleAddress(place, address);
  const profile = readCsvProfile(address["profile"]);
  return new Response(toByteStream(iteratePeopleCsv(actor, query, profile)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": attachmentHeader(`${name}-${now().toISOString().slice(0, 10)}.csv`),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
