/**
 * The first account: made from PORTICO_ADMIN_EMAIL and PORTICO_ADMIN_PASSWORD, or by the person who opens the one-time link that each start
 * prints while there is no account. The link is valid for an hour. Once any account exists, neither works any more.
 */
import { findPasswordFault, hashPassword } from "#lib/core/identity/password.ts";
import { parseAddress } from "#lib/core/address.ts";
import { after, now } from "#lib/core/clock.ts";
import { forbidden, validation, type FieldErrors } from "#lib/core/errors.ts";
import { getEnv } from "#lib/core/env.ts";
import { newId, newSecret, sha256Hex } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { networkKeys } from "#lib/core/network/network-key.ts";
import { say, t } from "#lib/core/texts.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import { countTry, takeBackTry } from "#lib/db/try-counter.ts";
import { auditStaff, ownActor } from "./account-audit.ts";
import { lockStaff } from "./lock.ts";

export type FirstAccount = { name: string; email: string; password: string };

/** Enough time to open the link; later, others may read it in the log. */
const VALID_MS = 60 * 60_000;

/** Counts wrong links and refused accounts. */
const TRIES = { purpose: "first-account", windowMs: 15 * 60_000, perPairMax: 30, perNetworkMax: 30 };

/** True while no staff account exists. */
export async function isFirstRun(db: Db): Promise<boolean> {
  return (await db.staff.findFirst({ select: { id: true } })) === null;
}

/** A new one-time address to print at the first start, or null when an account exists. Earlier ones stop working. */
export async function issueSetupLink(db: PrismaClient): Promise<string | null> {
  if (!(await isFirstRun(db))) return null;
  const token = newSecret();
  await db.$transaction([
    db.setupLink.deleteMany({}),
    db.setupLink.create({ data: { tokenHash: sha256Hex(token), createdAt: now() } }),
  ]);
  return `${getEnv().origin}/first-run?setup=${token}`;
}

/** good: makes the first account; old: printed too long ago; dead: never existed, was used or replaced, or an account exists. */
export type SetupLinkState = "good" | "old" | "dead";

/** The state of a token; does not use it up. */
export async function findSetupLinkState(db: Db, token: string): Promise<SetupLinkState> {
  const link = await db.setupLink.findFirst({
    where: { tokenHash: sha256Hex(token), usedAt: null },
    select: { createdAt: true },
  });
  if (link === null || !(await isFirstRun(db))) return "dead";
  return link.createdAt > after(-VALID_MS) ? "good" : "old";
}

/**
 * Creates the first administrator with a setup token; token and account are one transaction. An invalid token is refused before the
 * password is hashed.
 * @throws AppError VALIDATION with a sentence per field, FORBIDDEN when the link is too old, was used or replaced, RATE_LIMITED
 */
export async function createFirstAccount(
  db: PrismaClient,
  { token, networkAddress }: { token: string; networkAddress: string },
  input: FirstAccount,
): Promise<{ staffId: string; email: string }> {
  const counted = await countTry(db, TRIES, { address: "setup-link", networkAddress });
  assertGood(await findSetupLinkState(db, token));
  const data = await toStaffRow(input);
  await db.$transaction(async (tx) => {
    await lockStaff(tx);
    assertGood(await findSetupLinkState(tx, token));
    await tx.setupLink.updateMany({ where: { tokenHash: sha256Hex(token) }, data: { usedAt: now() } });
    await makeFirst(tx, data, { way: "set-up link", network: networkKeys(networkAddress).near });
  });
  await takeBackTry(db, counted);
  return { staffId: data.id, email: data.email };
}

function assertGood(state: SetupLinkState): void {
  if (state === "old")
    throw forbidden(
      say(
        "This link is older than an hour and no longer works. No account was created. Restart Portico to print a new link.",
      ),
    );
  if (state === "dead")
    throw forbidden(
      say(
        "This link was already used, or a newer link was printed. Look for the latest link where Portico was started, or sign in.",
      ),
    );
}

/** Creates the first administrator from the configuration when no account exists. Returns whether one was created. */
export async function ensureConfiguredAccount(
  db: PrismaClient,
  email: string,
  password: string,
): Promise<boolean> {
  if (!(await isFirstRun(db))) return false;
  const data = await toStaffRow({ name: email.split("@")[0] ?? email, email, password });
  return db.$transaction(async (tx) => {
    await lockStaff(tx);
    if (!(await isFirstRun(tx))) return false;
    await makeFirst(tx, data, { way: "PORTICO_ADMIN_EMAIL" });
    return true;
  });
}

type FirstRow = Awaited<ReturnType<typeof toStaffRow>>;

/** The account and its audit row: who may do everything from now on, and how the account was made. */
async function makeFirst(tx: Db, data: FirstRow, how: { way: string; network?: string }): Promise<void> {
  await tx.staff.create({ data });
  const after = { email: data.email, role: data.role, ...how };
  await auditStaff(tx, ownActor(data), "staff.create-first", data, { after });
}

async function toStaffRow(input: FirstAccount) {
  const errors: FieldErrors = {};
  const name = input.name.trim().normalize("NFC");
  if (name === "") errors["name"] = [t("Type the name that colleagues will see.")];
  if (name.length > 120) errors["name"] = [t("Use at most {lengthMax} characters.", { lengthMax: 120 })];
  const address = parseAddress(input.email);
  if (!address.ok) errors["email"] = [told(address.reason)];
  const fault = findPasswordFault(input.password, input.email);
  if (fault !== null) errors["password"] = [fault];
  if (!address.ok || Object.keys(errors).length > 0) throw validation(errors);
  return {
    id: newId(),
    email: address.key,
    name,
    passwordHash: await hashPassword(input.password),
    role: "ADMINISTRATOR" as const,
    createdAt: now(),
  };
}
