/**
 * Delivers one event to one webhook: a POST of the recorded bytes with their signature. At least once: if a process dies between the answer
 * and its record, the event is sent again, with the same delivery id. A failure is not an error of the job but a recorded state with its
 * reason; six tries extend over 24 hours. Redirects are not followed and the receiver's answer is not read.
 */
import { createHmac } from "node:crypto";
import { after, now } from "#lib/core/clock.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { literalAddress } from "#lib/core/network/networks.ts";
import { redact } from "#lib/core/log/redact.ts";
import { SIX_TRIES_WAITS_MS } from "#lib/core/network/retry-waits.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import type { Prisma, PrismaClient } from "#lib/db/client.ts";
import { exchange } from "#lib/http/exchange.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { WEBHOOK_LIMITS } from "#lib/http/limits.ts";
import { DELIVERY_HEADER, SIGNATURE_HEADER } from "#lib/service/contract/webhooks.ts";
import { addDeliveryJob } from "./emit.ts";
import { openWebhookSecret } from "./record.ts";
import { TARGET_REFUSED, isAllowedTarget, lookupTarget } from "./target.ts";

const REASON_LENGTH_MAX = 300;
const REFUSED_TARGET = kept("Portico does not deliver to the network of this address.");

const deliveryInclude = {
  webhook: { include: { application: true } },
} satisfies Prisma.ServiceWebhookDeliveryInclude;
type DeliveryRow = Prisma.ServiceWebhookDeliveryGetPayload<{ include: typeof deliveryInclude }>;

/** `status` is null when no answer came; `reason` is null for a delivery that arrived. */
type Outcome = { status: number | null; reason: string | null; final?: boolean };

const UNWANTED: Outcome = {
  status: null,
  reason: kept("The application was disabled or does not see this Cloud any more, so nothing was sent."),
  final: true,
};

/** Handles one job. */
export async function deliverWebhook(
  { deliveryId }: { deliveryId: string },
  { signal }: { signal: AbortSignal },
  db: PrismaClient,
): Promise<void> {
  const row = await db.serviceWebhookDelivery.findUnique({
    where: { id: deliveryId, state: "WAITING" },
    include: deliveryInclude,
  });
  if (row === null) return;
  const outcome = (await isStillWanted(row, db)) ? await post(row, signal) : UNWANTED;
  // A regular shutdown is not a failure: the queue runs the job again.
  if (signal.aborted && outcome.reason !== null) throw new Error("The delivery was broken off.");
  await record(row, outcome, db);
}

async function isStillWanted({ webhook }: DeliveryRow, db: PrismaClient): Promise<boolean> {
  const { cloudId, applicationId, application } = webhook;
  if (application.disabledAt !== null) return false;
  return (await db.serviceCloudApplication.count({ where: { cloudId, applicationId } })) > 0;
}

async function post({ id, body, webhook }: DeliveryRow, signal: AbortSignal): Promise<Outcome> {
  const url = new URL(webhook.url);
  const address = literalAddress(url);
  if (address !== null && !isAllowedTarget(address)) return { status: null, reason: REFUSED_TARGET };
  const bytes = Buffer.from(body, "utf8");
  const secret = openWebhookSecret(webhook);
  try {
    const answer = await exchange({
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        "content-length": String(bytes.length),
        "user-agent": `Portico/${PORTICO_VERSION}`,
        [DELIVERY_HEADER]: id,
        ...(secret === null ? {} : { [SIGNATURE_HEADER]: sign(bytes, secret) }),
      },
      body: bytes,
      limits: WEBHOOK_LIMITS,
      freshSocket: true,
      lookup: lookupTarget,
      signal,
    });
    answer.discard();
    return judge(answer.status);
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    return { status: null, reason: describeFailure(thrown) };
  }
}

/** Lower-case hex HMAC-SHA256 of the raw body (docs/service "The message"). */
function sign(body: Buffer, secret: string): string {
  return createHmac("sha256", Buffer.from(secret, "utf8")).update(body).digest("hex");
}

function judge(status: number): Outcome {
  if (status >= 200 && status < 300) return { status, reason: null };
  const isRedirect = status >= 300 && status < 400;
  const reason = isRedirect
    ? kept("The receiver answered {status}, a redirect, which is not followed.", { status })
    : kept("The receiver answered {status}.", { status });
  return { status, reason };
}

function describeFailure(failure: HttpFailure): string {
  if (failure.code === TARGET_REFUSED) return REFUSED_TARGET;
  const words = redact(failure.message, REASON_LENGTH_MAX);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Records the end of the try and adds the job of the next try, if any, in one transaction. */
async function record(row: DeliveryRow, outcome: Outcome, db: PrismaClient): Promise<void> {
  const waitMs = outcome.final === true ? undefined : SIX_TRIES_WAITS_MS[row.attempts];
  const hasArrived = outcome.reason === null;
  const hasEnded = hasArrived || waitMs === undefined;
  const change: Prisma.ServiceWebhookDeliveryUpdateManyMutationInput = {
    attempts: { increment: 1 },
    status: outcome.status,
    lastError: outcome.reason,
    lastTriedAt: now(),
    ...(hasEnded ? { state: hasArrived ? "DELIVERED" : "FAILED", endedAt: now() } : {}),
  };
  await db.$transaction(async (tx) => {
    const { count } = await tx.serviceWebhookDelivery.updateMany({
      where: { id: row.id, state: "WAITING", attempts: row.attempts },
      data: change,
    });
    if (count === 0 || hasEnded) return;
    await addDeliveryJob(tx, row, after(waitMs));
  });
  if (hasArrived) return;
  const { webhookId, event, id } = row;
  log.warn("a webhook was not delivered", {
    deliveryId: id,
    webhookId,
    event,
    reason: outcome.reason,
    final: hasEnded,
  });
}
