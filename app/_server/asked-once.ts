import "server-only";
import { cache } from "react";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import type { ListQuery } from "#lib/features/clouds/list/list-query.ts";
import * as clouds from "#lib/features/clouds/queries.ts";
import * as connections from "#lib/features/connections/queries.ts";
import * as invitations from "#lib/features/invitations/commands.ts";
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

/** A page of Clouds, after their services' lists were read. */
export const listClouds = (
  actor: Actor,
  { connectionId, search, shown, sort, after }: ListQuery,
): ReturnType<typeof clouds.listClouds> => listCloudsOnce(actor, connectionId, search, shown, sort, after);

type Field<Name extends keyof ListQuery> = ListQuery[Name];

/** React compares each argument by identity: a query that was read twice from one address would be two. */
const listCloudsOnce = cache(
  (
    actor: Actor,
    connectionId: Field<"connectionId">,
    search: Field<"search">,
    shown: Field<"shown">,
    sort: Field<"sort">,
    after: Field<"after">,
  ) => clouds.listClouds(actor, { connectionId, search, shown, sort, after }),
);

/** Reads the members and invitations of a Cloud at its service. @throws AppError NOT_FOUND */
export const readCloudPeople = cache((actor: Actor, cloudId: string) =>
  invitations.refreshPeople(actor, { cloudId }),
);

/** A Cloud's row with its connection. @throws AppError NOT_FOUND */
export const getCloudModelOnce = cache(clouds.getCloudModel);

/** A Cloud with its current counts: a page that reads its service first gets the counts after the reading. @throws AppError NOT_FOUND */
export async function getCloud(actor: Actor, id: string): Promise<clouds.CloudRow> {
  return clouds.describeCloud(actor, await getCloudModelOnce(id));
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
): Promise<{ cloud: clouds.CloudWithConnection; project: Awaited<ReturnType<typeof getProject>> }> {
  const [cloud, project] = await Promise.all([getCloudModelOnce(cloudId), getProject(actor, projectId)]);
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
