import { answerFile } from "#app/_server/file-answer.ts";
import { streamText } from "#app/_server/streams.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
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
  return answerFile(
    `${name}-${now().toISOString().slice(0, 10)}.csv`,
    streamText(iteratePeopleCsv(actor, query, profile)),
  );
}
