/**
 * Words about invitations that several pages need. Pure.
 */
import { t } from "#lib/core/texts.ts";
import { ERASED_ADDRESS } from "./policy.ts";
import { ROLE_WORDS } from "./schema.ts";

/** The name of a role of the service, for a column of a file. */
export function roleName(role: number | null): string {
  if (role === 100) return t("Administrator");
  if (role === 50) return t("User");
  if (role === 25) return t("Guest");
  return role === null ? t("Service default") : t("Role {role} of the service", { role });
}

/** What a role of the service lets a person do. */
export function roleWords(role: number | null): string {
  if (role === 100) return t(ROLE_WORDS.administrator);
  if (role === 50) return t(ROLE_WORDS.user);
  return role === null ? t(ROLE_WORDS.unstated) : t("Role {role} of the service", { role });
}

/** An address as pages and files show it; words where it was erased. */
export function addressWords(email: string): string {
  return email === ERASED_ADDRESS ? t("(erased)") : email;
}
