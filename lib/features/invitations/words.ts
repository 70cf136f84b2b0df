/**
 * Words about invitations that several pages need. Pure.
 */
import { ROLE_WORDS } from "./schema.ts";

/** What a role of the service lets a person do. */
export function roleWords(role: number | null): string {
  if (role === 100) return ROLE_WORDS.administrator;
  if (role === 50) return ROLE_WORDS.user;
  return role === null ? ROLE_WORDS.unstated : `Role ${String(role)} of the service`;
}
