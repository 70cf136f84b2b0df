/** Connections that currently get no answers, by the records of the portal's own calls. */
import { after } from "#lib/core/clock.ts";
import type { Db } from "#lib/db/client.ts";

/** One lost answer is retried automatically; this many in a row are no accident. */
const CALLS = 3;
/** A service that was not called within this time may be answering again. */
const LATELY_MS = 60 * 60_000;

export type SilentConnection = { id: string; name: string; since: Date };

/** Connections whose last three calls, the newest within an hour, all got no answer; `since` is the first of the three. */
export function listSilentConnections(db: Db): Promise<SilentConnection[]> {
  return db.$queryRaw<SilentConnection[]>`
    SELECT c.id, c.name, min(r.at) AS since
    FROM connection c CROSS JOIN LATERAL (
      SELECT at, status FROM request_record WHERE connection_id = c.id ORDER BY id DESC LIMIT ${CALLS}
    ) r
    WHERE c.archived_at IS NULL
    GROUP BY c.id, c.name
    HAVING count(*) = ${CALLS} AND count(r.status) = 0 AND max(r.at) > ${after(-LATELY_MS)}
    ORDER BY c.name`;
}
