/**
 * Invitation rows as the wire's records: no status and no dates (docs/service "Invitation").
 */
import type { ServiceInvitationModel } from "#lib/db/client.ts";
import { ROLE_ADMINISTRATOR, ROLE_USER, type InvitationRecord } from "#lib/service/contract/records.ts";

type InvitationRow = Pick<ServiceInvitationModel, "id" | "email" | "redirectUri" | "role">;

export function toInvitationRecord(row: InvitationRow): InvitationRecord {
  return {
    id: row.id,
    email: row.email,
    redirect_uri: row.redirectUri,
    role: row.role === ROLE_USER ? ROLE_USER : ROLE_ADMINISTRATOR,
  };
}
