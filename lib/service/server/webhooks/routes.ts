/**
 * Webhooks of a cloud (wire-facts.md "Neighbouring operations"; docs/decisions/0021). An application sees the ones that it made itself.
 */
import type { Prisma } from "#lib/db/client.ts";
import { isMissingRow } from "#lib/db/errors.ts";
import { getVisibleCloud } from "../clouds/record.ts";
import { answerJson, answerNothing } from "../http/answers.ts";
import { readBody } from "../http/body.ts";
import { fieldErrors, wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge-again.ts";
import { idParam, type Route, type RouteContext } from "../http/route.ts";
import { emitPing } from "./emit.ts";
import { parseWebhookChange, parseWebhookInput } from "./input.ts";
import { getOwnWebhook, sealWebhookSecret, toWebhookRecord, webhookWhere } from "./record.ts";

/** One application's webhooks in one cloud: every event is written down once for each. */
const WEBHOOKS_MAX = 20;

async function createWebhook(context: RouteContext): Promise<Response> {
  const { application, db, request } = context;
  const cloudId = idParam(context, "cloudId");
  await getVisibleCloud(cloudId, application.id, db);
  const { secret, ...input } = parseWebhookInput(await readBody(request));
  const owner = { cloudId, applicationId: application.id };
  const row = await judgeAgainIfGone(async () => {
    await getVisibleCloud(cloudId, application.id, db);
    return db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM service_application WHERE id = ${application.id} FOR NO KEY UPDATE`;
      if ((await tx.serviceWebhook.count({ where: owner })) >= WEBHOOKS_MAX) {
        const sentence = `An application has at most ${String(WEBHOOKS_MAX)} webhooks in a Cloud.`;
        throw fieldErrors({ non_field_errors: [sentence] });
      }
      const { id } = await tx.serviceWebhook.create({ data: { ...input, ...owner } });
      // The secret is sealed for its row, so the row has to be there first.
      return tx.serviceWebhook.update({
        where: { id },
        data: { secretCipher: sealWebhookSecret(id, secret) },
      });
    });
  });
  return answerJson(201, toWebhookRecord(row));
}

async function listWebhooks(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const cloud = await getVisibleCloud(idParam(context, "cloudId"), application.id, db);
  const rows = await db.serviceWebhook.findMany({
    where: { cloudId: cloud.id, applicationId: application.id },
    orderBy: { id: "asc" },
  });
  return answerJson(200, rows.map(toWebhookRecord));
}

async function getWebhook(context: RouteContext): Promise<Response> {
  return answerJson(200, toWebhookRecord(await getOwnWebhook(context)));
}

async function changeWebhook(context: RouteContext): Promise<Response> {
  const { id } = await getOwnWebhook(context);
  const { secret, ...change } = parseWebhookChange(await readBody(context.request));
  const data: Prisma.ServiceWebhookUpdateInput = {
    ...change,
    ...(secret === undefined ? {} : { secretCipher: sealWebhookSecret(id, secret) }),
  };
  try {
    return answerJson(
      200,
      toWebhookRecord(await context.db.serviceWebhook.update({ where: webhookWhere(context), data })),
    );
  } catch (thrown) {
    if (isMissingRow(thrown)) throw wireNotFound();
    throw thrown;
  }
}

async function deleteWebhook(context: RouteContext): Promise<Response> {
  const { count } = await context.db.serviceWebhook.deleteMany({ where: webhookWhere(context) });
  if (count === 0) throw wireNotFound();
  return answerNothing();
}

/** Sends a message of the event `ping`, through the same queue as all others; a body is passed over. */
async function pingWebhook(context: RouteContext): Promise<Response> {
  const row = await judgeAgainIfGone(() =>
    context.db.$transaction(async (tx) => {
      const webhook = await getOwnWebhook(context, tx);
      await emitPing(tx, webhook);
      return webhook;
    }),
  );
  return answerJson(200, toWebhookRecord(row));
}

const COLLECTION = "/cloud/:cloudId/webhook";
const ONE = "/cloud/:cloudId/webhook/:webhookId";
const MANAGE = ["webhook:manage"] as const;

export const webhookRoutes: readonly Route[] = [
  { method: "GET", path: COLLECTION, scopes: MANAGE, handler: listWebhooks },
  { method: "POST", path: COLLECTION, scopes: MANAGE, handler: createWebhook },
  { method: "GET", path: ONE, scopes: MANAGE, handler: getWebhook },
  { method: "PATCH", path: ONE, scopes: MANAGE, handler: changeWebhook },
  { method: "DELETE", path: ONE, scopes: MANAGE, handler: deleteWebhook },
  { method: "POST", path: `${ONE}/ping`, scopes: MANAGE, handler: pingWebhook },
];
