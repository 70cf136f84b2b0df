/**
 * Who may change the registry of the embedded service: an administrator of the portal, or a person who can run commands on the machine.
 * Every command takes an Operator, and only these functions make one. And the addresses that an operator hands over with the credentials.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { newReference } from "#lib/core/ids.ts";
import { systemActor, type AuditActor } from "#lib/audit/record.ts";
import { REALM, serviceUrl } from "#lib/service/server/oauth/issuer.ts";
import { tokenPath } from "#lib/service/contract/addresses.ts";

export type Operator = { readonly auditActor: AuditActor };

/** @throws AppError FORBIDDEN for everybody but administrators. */
export function staffOperator(actor: Actor): Operator {
  requirePermission(actor, "application:manage");
  return { auditActor: actor };
}

/** The account of the operating system that runs the command; its access to the data folder's secrets proves its right to do so. */
export function consoleOperator(accountName: string): Operator {
  const name = `${accountName} (command line)`;
  return { auditActor: { staffId: null, name, requestId: newReference() } };
}

/** Portico itself, for scheduled work. */
export function automaticOperator(): Operator {
  return { auditActor: systemActor() };
}

/** {base_url}, and the token endpoint's full address (docs/service "Addresses"). */
export function serviceAddresses(): { baseUrl: string; tokenUrl: string } {
  const baseUrl = serviceUrl();
  return { baseUrl, tokenUrl: `${baseUrl}${tokenPath(REALM)}` };
}
