/** Counts the members and invitations of Clouds from what is known; nothing here reads a service. */
import { getDb } from "#lib/db/client.ts";
import type { CloudPeople } from "./schema.ts";

/** `invitationCount`: rows of the ledger, in any state. */
type Counted = { people: CloudPeople; invitationCount: number };

/** For a Cloud that is not found. */
export const NOBODY: Counted = { people: { members: null, invited: 0, joined: 0 }, invitationCount: 0 };

type Row = {
  id: string;
  isListed: boolean;
  members: number;
  invitations: number;
  invited: number;
  joined: number;
};

/** By the Cloud's id. `invited` counts the invited people of lib/features/people, for many Clouds at once. */
export async function countPeople(ids: readonly string[]): Promise<ReadonlyMap<string, Counted>> {
  if (ids.length === 0) return new Map();
  const rows = await getDb().$queryRaw<Row[]>`
    SELECT c.id, c.invitations_read_at IS NOT NULL AND coalesce(a.answers, true) AS "isListed",
      (SELECT count(*)::int FROM member m WHERE m.cloud_id = c.id AND NOT m.is_removed) AS members,
      i.invitations, i.invited, i.joined
    FROM cloud c
    LEFT JOIN capability a ON a.connection_id = c.connection_id AND a.operation = 'listCloudUsers'
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS invitations, count(*) FILTER (WHERE state = 'JOINED')::int AS joined,
        count(*) FILTER (WHERE state = 'WAITING' AND erased_at IS NULL)::int AS invited
      FROM invitation WHERE cloud_id = c.id
    ) i
    WHERE c.id = ANY(${[...ids]}::uuid[])`;
  return new Map(
    rows.map(({ id, isListed, members, invitations, invited, joined }) => [
      id,
      { people: { members: isListed ? members : null, invited, joined }, invitationCount: invitations },
    ]),
  );
}
