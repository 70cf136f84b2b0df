/**
 * The operator's commands on the embedded service's registry of applications (docs/service "What the service does"): each is one
 * transaction with the application's row locked, so that check and write are atomic, and includes its audit row. They refuse to change the
 * portal's own application, because a change on one side only would lock the portal out. Only the SHA-256 of a secret is stored; the secret
 * itself is returned once, by register and rotate.
 */
import { now } from "#lib/core/clock.ts";
import { conflict, notFound, validation } from "#lib/core/errors.ts";
import { newSecret } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { type Db, type ServiceApplicationModel, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { sealedSecret } from "#lib/service/server/oauth/applications.ts";
import type { Operator } from "./operator.ts";
import { refusePortalApplication } from "./portal-application.ts";
import type { ChangeInput, RegisterInput } from "./schema.ts";

/** The most live secrets: the one in use and its replacement. */
const LIVE_SECRETS_MAX = 2;

/** An application by its number (pages) or its client id (the command). */
export type ApplicationKey = { id: number } | { clientId: string };

export type ShownOnce = { id: number; clientId: string; name: string; secret: string };

/** @throws AppError VALIDATION when the client id is taken. */
export function registerApplication(operator: Operator, input: RegisterInput): Promise<ShownOnce> {
  const { clientId, ...rest } = input;
  return inTransaction(async (tx) => {
    const settings = toSettings(rest);
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
    const { secret, hint } = await addSecret(tx, made.id);
    const after = { clientId, ...describeSettings(settings), secretLast4: hint };
    await audit(tx, operator, "application.register", made.id, { after });
    return { id: made.id, clientId, name: input.name, secret };
  });
}

/** Live tokens lose a withdrawn scope at once. @throws AppError NOT_FOUND, CONFLICT for the portal's own. */
export function changeApplication(operator: Operator, { id, ...rest }: ChangeInput): Promise<void> {
  return withApplication({ id }, async (tx, row) => {
    const settings = toSettings(rest);
    await tx.serviceApplication.update({ where: { id }, data: settings });
    const [before, after] = [describeSettings(row), describeSettings(settings)];
    await audit(tx, operator, "application.change", id, { before, after });
  });
}

/**
 * Makes a further secret; the previous secret stays live until it is retired.
 * @throws AppError NOT_FOUND, CONFLICT when two secrets are live or it is the portal's own.
 */
export function rotateSecret(operator: Operator, key: ApplicationKey): Promise<ShownOnce> {
  return withApplication(key, async (tx, { id, clientId, name }) => {
    const live = await tx.serviceSecret.count({ where: { applicationId: id, revokedAt: null } });
    if (live >= LIVE_SECRETS_MAX) {
      throw conflict(
        say(
          "There are already two active secrets, the maximum. No secret was created. Retire the old secret first.",
        ),
      );
    }
    const { secret, hint } = await addSecret(tx, id);
    await audit(tx, operator, "application.rotate-secret", id, { after: { name, secretLast4: hint } });
    return { id, clientId, name, secret };
  });
}

/** Makes a further secret of an application; only its hash is stored. */
export async function addSecret(tx: Db, applicationId: number): Promise<{ secret: string; hint: string }> {
  const secret = newSecret();
  const sealed = sealedSecret(secret);
  await tx.serviceSecret.create({ data: { applicationId, ...sealed, createdAt: now() } });
  return { secret, hint: sealed.hint };
}

/**
 * Retires the older of two live secrets; its tokens stay valid until they expire. Returns the retired secret's last four characters.
 * @throws AppError NOT_FOUND, CONFLICT when it is the portal's own, or only one is live: without it the application could get no token.
 */
export function retireOldSecret(operator: Operator, key: ApplicationKey): Promise<{ hint: string }> {
  return withApplication(key, async (tx, { id, name }) => {
    const live = await tx.serviceSecret.findMany({
      where: { applicationId: id, revokedAt: null },
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
      where: { applicationId: id, revokedAt: null, id: { lt: live.at(-1)?.id ?? 0 } },
      data: { revokedAt: now() },
    });
    const { hint } = oldest;
    await audit(tx, operator, "application.retire-secret", id, { after: { name, secretLast4: hint } });
    return { hint };
  });
}

/**
 * Tokens of a disabled application are refused at once. `typedName`: the name, which the person types to confirm (pages); on the command
 * line the client id serves for that.
 * @throws AppError VALIDATION for another name, NOT_FOUND, CONFLICT for the portal's own.
 */
export function disableApplication(
  operator: Operator,
  key: ApplicationKey,
  typedName?: string,
): Promise<void> {
  return withApplication(key, async (tx, row) => {
    const { name } = row;
    if (typedName !== undefined && typedName.trim() !== name) {
      throw validation(
        { typedName: [t("Type the name as it is written: {name}", { name })] },
        say("Nothing was disabled."),
      );
    }
    await setDisabled(tx, operator, row, true);
  });
}

/** @throws AppError NOT_FOUND */
export function enableApplication(operator: Operator, key: ApplicationKey): Promise<void> {
  return withApplication(key, (tx, row) => setDisabled(tx, operator, row, false));
}

async function setDisabled(
  tx: Db,
  operator: Operator,
  { id, name }: ServiceApplicationModel,
  isDisabled: boolean,
): Promise<void> {
  const { count } = await tx.serviceApplication.updateMany({
    where: { id, disabledAt: isDisabled ? null : { not: null } },
    data: { disabledAt: isDisabled ? now() : null },
  });
  const action = isDisabled ? "application.disable" : "application.enable";
  if (count > 0) await audit(tx, operator, action, id, { after: { name } });
}

function withApplication<T>(
  key: ApplicationKey,
  change: (tx: Db, row: ServiceApplicationModel) => Promise<T>,
): Promise<T> {
  return inTransaction(async (tx) => {
    const row = await lockApplication(tx, key);
    await refusePortalApplication(tx, row);
    return change(tx, row);
  });
}

/** The application, its row locked until the transaction ends. @throws AppError NOT_FOUND */
export async function lockApplication(tx: Db, key: ApplicationKey): Promise<ServiceApplicationModel> {
  if ("id" in key) await tx.$queryRaw`SELECT 1 FROM service_application WHERE id = ${key.id} FOR UPDATE`;
  else await tx.$queryRaw`SELECT 1 FROM service_application WHERE client_id = ${key.clientId} FOR UPDATE`;
  const row = await tx.serviceApplication.findUnique({ where: key });
  if (row === null) throw notFound(say("This application"));
  return row;
}

/** The columns that an operator sets. `redirectRules`: none allow any address; null in a limit: no limit. */
function toSettings({ storageGigabytes: storageBytesMax, ...rest }: Omit<ChangeInput, "id">) {
  return { ...rest, storageBytesMax };
}

function describeSettings(settings: Omit<ReturnType<typeof toSettings>, "scopes"> & { scopes: string[] }) {
  const { name, scopes, redirectRules, cloudsMax, storageBytesMax } = settings;
  return { name, scopes, redirectRules, cloudsMax, storageBytesMax: storageBytesMax?.toString() ?? null };
}

/** Records what was done to an application. */
export function audit(
  tx: Db,
  { auditActor: actor }: Operator,
  action: AuditAction,
  id: number,
  sides: Pick<Parameters<typeof recordAudit>[1], "before" | "after">,
): Promise<void> {
  return recordAudit(tx, { actor, action, objectType: "application", objectId: String(id), ...sides });
}
