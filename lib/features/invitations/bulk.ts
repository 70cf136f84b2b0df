/**
 * Writes many rows of the ledger at once: ten thousand rows are one value of one statement, so that a long list takes a fraction of a
 * second. Decides nothing.
 */
import { newId } from "#lib/core/ids.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { Db, InvitationModel } from "#lib/db/client.ts";
import { written } from "#lib/db/stored-sentence.ts";
import type { Observed } from "./evidence.ts";
import type { PlaceTables } from "./places/place.ts";

export type NewInvitation = Pick<
  InvitationModel,
  "address" | "email" | "redirectUri" | "role" | "state" | "stateSince" | "createdAt"
> &
  Partial<Pick<InvitationModel, "serviceId" | "listedAt" | "createdById">> & {
    /** Registry id of the Cloud or project. */
    placeId: string;
    evidence: Sentence;
  };

/** Adds invitations; an address that the place already has stays unchanged. */
export async function insertInvitations(
  tx: Db,
  { invitation, id }: PlaceTables,
  rows: readonly NewInvitation[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = JSON.stringify(
    rows.map((row) => ({ ...withEvidence(row), id: newId(), serviceId: row.serviceId?.toString() ?? null })),
  );
  await tx.$executeRaw`
    INSERT INTO ${invitation} (id, ${id}, address, email, redirect_uri, service_id, role, state, evidence, evidence_said, state_since, listed_at,
      created_by_id, created_at)
    SELECT r.id, r."placeId", r.address, r.email, r."redirectUri", r."serviceId", r.role, r.state::"InvitationState", r.evidence, r."evidenceSaid",
      r."stateSince", r."listedAt", r."createdById", r."createdAt"
    FROM jsonb_to_recordset(${values}::jsonb) AS r(id uuid, "placeId" uuid, address text, email text, "redirectUri" text,
      "serviceId" bigint, role int, state text, evidence text, "evidenceSaid" jsonb, "stateSince" timestamptz, "listedAt" timestamptz,
      "createdById" uuid, "createdAt" timestamptz)
    ON CONFLICT (${id}, address) DO NOTHING`;
}

/** What the lists prove about a row, as the row was when they were compared. */
export type InvitationChange = {
  row: Pick<InvitationModel, "id" | "email" | "state" | "stateSince">;
  seen: Observed;
};

/** Changes invitations whose state is still that of their row; returns their ids. `at`: since when a new state holds. */
export async function changeInvitations(
  tx: Db,
  { invitation }: PlaceTables,
  changes: readonly InvitationChange[],
  at: Date,
): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const values = JSON.stringify(
    changes.map(({ row: { id, state: from, stateSince: since }, seen: { state: to, ...seen } }) =>
      withEvidence({ ...seen, id, from, since, to }),
    ),
  );
  const changed = await tx.$queryRaw<{ id: string }[]>`
    UPDATE ${invitation} i
    SET state = c."to"::"InvitationState", evidence = c.evidence, evidence_said = c."evidenceSaid",
      state_since = CASE WHEN c."to" = c."from" THEN i.state_since ELSE ${at} END,
      joined_at = CASE
        WHEN c."to" = 'JOINED' THEN coalesce(i.joined_at, ${at})
        WHEN c."from" = 'JOINED' AND c."to" = 'GONE' THEN coalesce(i.joined_at, c.since)
        WHEN c."to" = 'WAITING' THEN NULL
        ELSE i.joined_at END,
      service_id = coalesce(c."serviceId", i.service_id), role = coalesce(c.role, i.role)
    FROM jsonb_to_recordset(${values}::jsonb) AS c(id uuid, "from" text, since timestamptz, "to" text,
      evidence text, "evidenceSaid" jsonb, "serviceId" bigint, role int)
    WHERE i.id = c.id AND i.state = c."from"::"InvitationState" AND i.state_since = c.since
    RETURNING i.id`;
  return new Set(changed.map(({ id }) => id));
}

function withEvidence<T extends { evidence: Sentence }>(row: T) {
  const { text, said } = written(row.evidence);
  return { ...row, evidence: text, evidenceSaid: said };
}
