import "server-only";
import { cache } from "react";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { describeCloud, getCloudModel, type CloudRow } from "#lib/features/clouds/queries.ts";
import * as connections from "#lib/features/connections/queries.ts";
import * as operations from "#lib/features/operations/queries.ts";
import * as plans from "#lib/features/plans/queries.ts";
import * as projects from "#lib/features/projects/queries.ts";
import { openMailboxMessage } from "#lib/mail/mailbox.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import * as operator from "#lib/service/operator/queries.ts";

/*
 * Data for a page and its breadcrumb. Both are made for the same request, so each query runs once; a request has one actor (page.ts), so
 * the actor may be part of the cache key.
 */

/** When this request came: a list that was read after it is not read again for another part of the page. */
export const askedAt = cache(now);

/** A Cloud's row with its connection. @throws AppError NOT_FOUND */
export const getCloudModelOnce = cache(getCloudModel);

/** A Cloud with its current counts: a page that reads its service first gets the counts after the reading. @throws AppError NOT_FOUND */
export async function getCloud(actor: Actor, id: string): Promise<CloudRow> {
  return describeCloud(actor, await getCloudModelOnce(id));
}

/** A project with its ancestors. @throws AppError NOT_FOUND */
export const getProject = cache(projects.getProject);

/**
 * A Cloud and one of its projects. Under another Cloud's address there is no such project: that Cloud's world would be beside its models.
 * @throws AppError NOT_FOUND
 */
export async function getProjectPlace(
  actor: Actor,
  cloudId: string,
  projectId: string,
): Promise<{ cloud: CloudRow; project: Awaited<ReturnType<typeof getProject>> }> {
  const [cloud, project] = await Promise.all([getCloud(actor, cloudId), getProject(actor, projectId)]);
  if (project.cloudId !== cloud.id) throw notFound(say("This project"));
  return { cloud, project };
}

/** A connection. @throws AppError NOT_FOUND */
export const getConnection = cache(connections.getConnection);

/** A connection with its checks and its service's capabilities. @throws AppError NOT_FOUND */
export const getConnectionDetails = cache(connections.getConnectionDetails);

/** An operation with its attempts. @throws AppError NOT_FOUND */
export const getOperation = cache(operations.getOperation);

/** A plan and its rehearsal. @throws AppError NOT_FOUND */
export const getPlanDetails = cache(plans.getPlanDetails);

/** An application of the built-in service. @throws AppError NOT_FOUND, FORBIDDEN */
export const getApplication = cache((actor: Actor, id: number) =>
  operator.getApplication(staffOperator(actor), id),
);

/** Opens an email of the mailbox and marks it as seen; null where there is none for this person. */
export const openMail = cache(async (actor: Actor, id: string) =>
  isId(id) ? openMailboxMessage(getDb(), id, { withStaff: isAllowed(actor, "staff:manage") }) : null,
);
