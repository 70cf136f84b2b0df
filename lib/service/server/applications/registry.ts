/**
 * The registry of applications (docs/service "What the service does": an application registers with the service operator): register,
 * change, rotate, retire, disable, enable, give and take clouds. Every function runs in the caller's transaction with the application's row
 * locked, so that check and write are atomic; the caller adds its audit row there. Only the SHA-256 of a secret is stored; the secret
 * itself is returned once.
 */
import { now } from "#lib/core/clock.ts";
import { notFound, validation, conflict } from "#lib/core/errors.ts";
import { newSecret } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import type { Db, ServiceApplicationModel } from "#lib/db/client.ts";
import { sealedSecret } from "../oauth/applications.ts";

/** The most live secrets: the one in use and its replacement. */
export const LIVE_SECRETS_MAX = 2;

/** `redirectRules` as normalised by parseRedirectRule, none: any address; null in a limit: no limit. */
export type ApplicationSettings = Pick<
  ServiceApplicationModel,
  "name" | "scopes" | "redirectRules" | "cloudsMax" | "storageBytesMax"
>;

export type MadeSecret = { secret: string; hint: string };

/** The application, its row locked until the transaction ends. @throws AppError NOT_FOUND */
export async function lockApplication(
  tx: Db,
  key: { id: number } | { clientId: string },
): Promise<ServiceApplicationModel> {
  if ("id" in key) await tx.$queryRaw`SELECT 1 FROM service_application WHERE id = ${key.id} FOR UPDATE`;
  else await tx.$queryRaw`SELECT 1 FROM service_application WHERE client_id = ${key.clientId} FOR UPDATE`;
  const row = await tx.serviceApplication.findUnique({ where: key });
  if (row === null) throw notFound(say("This application"));
  return row;
}

/** @throws AppError VALIDATION when the client id is taken. */
export async function registerApplication(
  tx: Db,
  clientId: string,
  settings: ApplicationSettings,
): Promise<MadeSecret & { id: number }> {
  const secret = newSecret();
  const sealed = sealedSecret(secret);
  const [made] = await tx.serviceApplication.createManyAndReturn({
    data: [{ ...settings, clientId, createdAt: now() }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (made === undefined) {
    throw validation(
      { clientId: [t("Another application has this client ID. Choose another one.")] },
      say("The client ID {clientId} is taken. Nothing was registered.", { clientId }),
    );
  }
  await tx.serviceSecret.create({ data: { applicationId: made.id, ...sealed, createdAt: now() } });
  return { id: made.id, secret, hint: sealed.hint };
}

/** Replaces the settings that an operator may change; live tokens lose a withdrawn scope at once. */
export async function changeApplication(tx: Db, id: number, settings: ApplicationSettings): Promise<void> {
  await tx.serviceApplication.update({ where: { id }, data: settings });
}

/**
 * Makes a further secret; the previous secret stays live until it is retired.
 * @throws AppError CONFLICT when two are live already.
 */
export async function addSecret(tx: Db, applicationId: number): Promise<MadeSecret> {
  const live = await tx.serviceSecret.count({ where: { applicationId, revokedAt: null } });
  if (live >= LIVE_SECRETS_MAX) {
    throw conflict(
      say(
        "There are already two active secrets, the maximum. No secret was created. Retire the old secret first.",
      ),
    );
  }
  const secret = newSecret();
  const sealed = sealedSecret(secret);
  await tx.serviceSecret.create({ data: { applicationId, ...sealed, createdAt: now() } });
  return { secret, hint: sealed.hint };
}

/**
 * Retires the older of two live secrets; its tokens stay valid until they expire. Returns the retired secret's last four characters.
 * @throws AppError CONFLICT when only one secret is live: without it the application could get no token.
 */
export async function retireOldSecret(tx: Db, applicationId: number): Promise<string> {
  const live = await tx.serviceSecret.findMany({
    where: { applicationId, revokedAt: null },
    orderBy: { id: "asc" },
  });
  const [oldest] = live;
  if (oldest === undefined || live.length < LIVE_SECRETS_MAX) {
    throw conflict(
      say(
        "There is no older secret to retire; the only secret stays active. To end the application's access, disable the application.",
      ),
    );
  }
  await tx.serviceSecret.updateMany({
    where: { applicationId, revokedAt: null, id: { lt: live.at(-1)?.id ?? 0 } },
    data: { revokedAt: now() },
  });
  return oldest.hint;
}

/** Disables or enables an application; returns false if nothing changed. Tokens of a disabled application are refused at once. */
export async function setDisabled(tx: Db, id: number, disabled: boolean): Promise<boolean> {
  const { count } = await tx.serviceApplication.updateMany({
    where: { id, disabledAt: disabled ? null : { not: null } },
    data: { disabledAt: disabled ? now() : null },
  });
  return count > 0;
}

/**
 * Lets the application see a Cloud as if it were its own; Cloud and bytes still count for the creator. Returns the Cloud's name.
 * @throws AppError VALIDATION when there is no such cloud or the application sees it already.
 */
export async function giveCloud(tx: Db, applicationId: number, cloudId: number): Promise<string> {
  const [cloud] = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM service_cloud WHERE id = ${cloudId} FOR SHARE`;
  if (cloud === undefined) {
    throw validation({ cloudId: [t("The built-in service has no Cloud with this number.")] });
  }
  const { count } = await tx.serviceCloudApplication.createMany({
    data: [{ cloudId, applicationId, createdAt: now() }],
    skipDuplicates: true,
  });
  if (count === 0) throw validation({ cloudId: [t("The application already sees this Cloud.")] });
  return cloud.name;
}

/**
 * Takes a given Cloud away from the application; all others keep it. The application's webhooks there are removed, because they would keep
 * reporting on it; invitations that the application sent are unchanged. Returns the Cloud's name.
 * @throws AppError NOT_FOUND when the Cloud was not given, CONFLICT when the application created it.
 */
export async function takeCloud(tx: Db, applicationId: number, cloudId: number): Promise<string> {
  const seen = await tx.serviceCloudApplication.findUnique({
    where: { cloudId_applicationId: { cloudId, applicationId } },
    include: { cloud: { select: { name: true, creatorAppId: true } } },
  });
  if (seen === null) throw notFound(say("This Cloud, shared with this application,"));
  if (seen.cloud.creatorAppId === applicationId) {
    throw conflict(
      say(
        "The application created this Cloud, so its access cannot be removed. To end all access of the application, disable it.",
      ),
    );
  }
  await tx.serviceCloudApplication.deleteMany({ where: { cloudId, applicationId } });
  await tx.serviceWebhook.deleteMany({ where: { cloudId, applicationId } });
  return seen.cloud.name;
}
