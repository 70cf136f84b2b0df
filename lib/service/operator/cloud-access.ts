/** The operator lets an application see a Cloud that another one created, or takes it away; each with its audit row. */
import { now } from "#lib/core/clock.ts";
import { conflict, notFound, validation } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { inTransaction } from "#lib/db/client.ts";
import { audit, lockApplication, type ApplicationKey } from "./commands.ts";
import type { Operator } from "./operator.ts";
import { refusedRehearsal } from "./portal-application.ts";

/**
 * Lets the application see a Cloud as if it were its own; Cloud and bytes still count for the creator. Returns the Cloud's name.
 * @throws AppError NOT_FOUND, VALIDATION when the Cloud does not exist or the application sees it already.
 */
export function giveCloud(operator: Operator, key: ApplicationKey, cloudId: number): Promise<string> {
  return inTransaction(async (tx) => {
    const { id: applicationId, name, isRehearsal } = await lockApplication(tx, key);
    // A rehearsal removes every Cloud that it sees.
    if (isRehearsal) throw refusedRehearsal();
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
    const after = { name, cloudId, cloudName: cloud.name };
    await audit(tx, operator, "application.give-cloud", applicationId, { after });
    return cloud.name;
  });
}

/**
 * Takes a given Cloud away from the application; all others keep it. The application's webhooks there are removed, because they would keep
 * reporting on it; invitations that the application sent are unchanged. Returns the Cloud's name.
 * @throws AppError NOT_FOUND when the Cloud was not given, CONFLICT when the application created it.
 */
export function takeCloud(operator: Operator, key: ApplicationKey, cloudId: number): Promise<string> {
  return inTransaction(async (tx) => {
    const { id: applicationId, name } = await lockApplication(tx, key);
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
    const after = { name, cloudId, cloudName: seen.cloud.name };
    await audit(tx, operator, "application.take-cloud", applicationId, { after });
    return seen.cloud.name;
  });
}
