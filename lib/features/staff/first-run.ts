/**
 * The first account: made from PORTICO_ADMIN_EMAIL and PORTICO_ADMIN_PASSWORD, or by the person who opens the one-time link
 * that the first start prints. Once any account exists, neither works any more.
 */
import { findPasswordFault, hashPassword } from "#lib/core/password.ts";
import { parseAddress } from "#lib/core/address.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, validation } from "#lib/core/errors.ts";
import type { FieldErrors } from "#lib/core/errors.ts";
import { getEnv } from "#lib/core/env.ts";
import { newId, newSecret, sha256Hex } from "#lib/core/ids.ts";
import { told } from "#lib/core/kept-texts.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import { lockStaff } from "./lock.ts";

export type FirstAccount = { name: string; email: string; password: string };

/** True while no staff account exists. */
export async function isFirstRun(db: Db): Promise<boolean> {
  return (await db.staff.findFirst({ select: { id: true } })) === null;
}

/** A fresh one-time token for /first-run?setup=…, or null when an account exists. Earlier ones stop working. */
export async function issueSetupToken(db: PrismaClient): Promise<string | null> {
  if (!(await isFirstRun(db))) return null;
  const token = newSecret();
  await db.$transaction([
    db.setupLink.deleteMany({}),
    db.setupLink.create({ data: { tokenHash: sha256Hex(token), createdAt: now() } }),
  ]);
  return token;
}

/** True when the token is the current one and no account exists; does not use it up. */
export async function isSetupTokenValid(db: PrismaClient, token: string): Promise<boolean> {
  const link = await db.setupLink.findFirst({
    where: { tokenHash: sha256Hex(token), usedAt: null },
    select: { tokenHash: true },
  });
  return link !== null && (await isFirstRun(db));
}

/**
 * Makes the first administrator with a setup token; token and account are settled in one transaction.
 * @throws AppError VALIDATION with a sentence per field, or FORBIDDEN when the link was used or replaced.
 */
export async function createFirstAccount(
  db: PrismaClient,
  token: string,
  input: FirstAccount,
): Promise<{ staffId: string }> {
  const data = await toStaffRow(input);
  return db.$transaction(async (tx) => {
    await lockStaff(tx);
    const used = await tx.setupLink.updateMany({
      where: { tokenHash: sha256Hex(token), usedAt: null },
      data: { usedAt: now() },
    });
    if (used.count !== 1 || (await tx.staff.count()) > 0) {
      throw new AppError(
        "FORBIDDEN",
        say(
          "This link was used already, or a newer one was printed. Look for the latest link where Portico was started, or sign in.",
        ),
      );
    }
    await tx.staff.create({ data });
    return { staffId: data.id };
  });
}

/** Makes the first administrator from the configuration when no account exists. Returns whether one was made. */
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
    await tx.staff.create({ data });
    return true;
  });
}

async function toStaffRow(input: FirstAccount): Promise<{
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  role: "ADMINISTRATOR";
  createdAt: Date;
}> {
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
    role: "ADMINISTRATOR",
    createdAt: now(),
  };
}

/** The address to print at the first start, or null when an account exists. */
export async function issueSetupLink(): Promise<string | null> {
  const token = await issueSetupToken(getDb());
  return token === null ? null : `${getEnv().origin}/first-run?setup=${token}`;
}
