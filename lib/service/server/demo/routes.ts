/**
 * POST /cloud/{c}/create-demo (wire-facts.md "Neighbouring operations"): answers 200 with the project. A body is passed over.
 */
import { StorageError } from "#lib/storage/errors.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { getVisibleCloud } from "../clouds/record.ts";
import { answerJson } from "../http/answers.ts";
import { detailError, wireNotFound } from "../http/errors.ts";
import { idParam, type Route, type RouteContext } from "../http/route.ts";
import { isForeignKeyViolation } from "#lib/db/errors.ts";
import { toProjectRecord } from "../projects/record.ts";
import { createDemo } from "./create-demo.ts";

async function answerDemo(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const cloud = await getVisibleCloud(idParam(context, "cloudId"), application.id, db);
  try {
    const project = await createDemo(cloud.id, { db, storage: getStorage() });
    return answerJson(200, toProjectRecord(project));
  } catch (thrown) {
    if (isForeignKeyViolation(thrown)) throw wireNotFound();
    // The same answers as of an upload: the fault lies here, not with what was sent.
    if (!(thrown instanceof StorageError)) throw thrown;
    throw detailError(thrown.reason === "STORE_UNAVAILABLE" ? 502 : 500, thrown.message);
  }
}

export const demoRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/cloud/:cloudId/create-demo",
    scopes: ["cloud:manage", "org:manage"],
    handler: answerDemo,
  },
];
