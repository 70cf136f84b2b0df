/**
 * A restore must not revive revoked access: a backup does not know what was revoked after it was made. So all access in the backup ends
 * here, or is disabled until an administrator has checked and enabled it.
 */
import { parseAddress } from "#lib/core/address.ts";
import type { Load } from "#lib/db/backup/dump.ts";
import { StartTrouble } from "../trouble.mjs";

type Counted = { name: string; count: number };

export type AccessReport = {
  ended: Counted[];
  disabled: Counted[];
  /** The administrators whose accounts are enabled. */
  administrators: { name: string; email: string }[];
};

/** Each statement returns one row for each thing it ended. */
const ENDING: Readonly<Record<string, string>> = {
  "sessions of staff": "update staff_session set ended_at = now() where ended_at is null returning id",
  "sessions of invited people": "delete from service_user_session returning user_id",
  "personal access tokens":
    "update personal_token set revoked_at = now() where revoked_at is null returning id",
  "password links of staff": "delete from password_reset returning staff_id",
  "password links of invited people": "delete from service_password_reset returning user_id",
  "recovery codes of staff": "update recovery_code set used_at = now() where used_at is null returning id",
  "recovery codes of invited people":
    "update service_recovery_code set used_at = now() where used_at is null returning id",
  "invitations of staff": `update staff_invitation set expires_at = now()
    where open_key is not null and expires_at > now() returning id`,
  "links of invitations":
    "update service_invitation set token_expires = now() where token_expires > now() returning id",
  "signing keys with their access tokens": "delete from service_signing_key returning kid",
};

/** No person ever saw the secrets of the portal's own applications. */
const DISABLE_APPLICATIONS = `
  update service_application set disabled_at = now()
  where disabled_at is null and not is_rehearsal and client_id not in (select client_id from connection where kind = 'BUILTIN')
  returning id`;

const DISABLE_STAFF = `
  update staff set disabled_at = now()
  where disabled_at is null and (role <> 'ADMINISTRATOR' or (cardinality($1::text[]) > 0 and email <> all($1::text[]))) returning id`;

/**
 * @param administrators addresses of those whose accounts stay enabled; empty: all administrators
 * @throws StartTrouble when an address is not that of an administrator in the backup
 */
export async function endAccess(
  load: Pick<Load, "query">,
  administrators: readonly string[],
): Promise<AccessReport> {
  const ended: Counted[] = [];
  for (const [name, statement] of Object.entries(ENDING)) {
    ended.push({ name, count: (await load.query(statement)).length });
  }
  const addresses = administrators.map((typed) => {
    const address = parseAddress(typed);
    if (address.ok) return address.key;
    throw new StartTrouble(`--administrator ${typed}: ${address.reason} Nothing was restored.`);
  });
  const staff = await load.query(DISABLE_STAFF, [addresses]);
  const applications = await load.query(DISABLE_APPLICATIONS);
  const left = await load.query<{ name: string; email: string }>(
    "select name, email from staff where disabled_at is null order by email",
  );
  const unknown = addresses.filter((address) => !left.some(({ email }) => email === address));
  if (unknown.length > 0) {
    throw new StartTrouble(
      `The backup has no administrator ${unknown.join(", ")} whose account is enabled. Nothing was restored.`,
    );
  }
  return {
    ended,
    disabled: [
      { name: "accounts", count: staff.length },
      { name: "applications", count: applications.length },
    ],
    administrators: left,
  };
}
