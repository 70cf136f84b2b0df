/**
 * Invitation rows as the wire's records: no status and no dates (docs/service "Invitation").
 */
import type { ServiceInvitationModel } from "#lib/db/client.ts";
import {
  ROLE_ADMINISTRATOR,
  ROLE_GUEST,
  ROLE_USER,
  type InvitationRecord,
  type ProjectInvitationRecord,
  type ProjectRole,
} from "#lib/service/contract/records.ts";

export type InvitationRow = Pick<ServiceInvitationModel, "id" | "email" | "redirectUri" | "role">;

export function toInvitationRecord(row: InvitationRow): InvitationRecord {
  return { ...toProjectInvitationRecord(row), role: row.role === ROLE_USER ? ROLE_USER : ROLE_ADMINISTRATOR };
}

export function toProjectInvitationRecord(row: InvitationRow): ProjectInvitationRecord {
  return { id: row.id, email: row.email, redirect_uri: row.redirectUri, role: toProjectRole(row.role) };
}

/** A stored role; anything other than user or guest is administrator, the service's default. */
export function toProjectRole(role: number): ProjectRole {
  return role === ROLE_USER || role === ROLE_GUEST ? role : ROLE_ADMINISTRATOR;
}
