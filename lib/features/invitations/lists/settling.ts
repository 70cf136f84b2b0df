/**
 * Settles uncertain rows of a list that the service's list of pending invitations proves. A missing address stays uncertain: a declined
 * invitation looks the same as one that was never sent.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { AppError, conflict } from "#lib/core/errors.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { contextSchema } from "#lib/features/operations/rules/schema.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import { addressKey } from "../addresses/address-key.ts";
import { INVITATION_LISTS } from "./kind.ts";

const NOTE = kept(
  "Found on the service's list of pending invitations, read for the whole list of addresses.",
);

/**
 * Reads the pending invitations once and confirms every uncertain address found there. `left`: still uncertain.
 * @throws AppError CONFLICT where the service does not list them; why it could not be read; NOT_FOUND
 */
export async function settleListed(actor: Actor, runId: string) {
  const run = await getBatch(INVITATION_LISTS, actor, runId, "operation:settle");
  const uncertain = await getDb().operation.findMany({
    where: { invitationRow: { runId }, state: "UNKNOWN" },
    select: { id: true, title: true, context: true },
  });
  if (uncertain.length === 0) return { confirmed: 0, left: 0 };
  const { connection, serviceId } = run.cloud;
  const pending = await readPending(connection, Number(serviceId));
  let confirmed = 0;
  for (const operation of uncertain) {
    const listed = pending.get(addressKey(operation.title));
    // A person who was waiting before is on the list anyway: that proves nothing about this email.
    const wasWaiting = contextSchema.parse(operation.context).invitationBefore === "WAITING";
    if (listed === undefined || wasWaiting) continue;
    try {
      await settleOperation(actor, { id: operation.id, decision: "exists", serviceId: listed, note: NOTE });
      confirmed += 1;
    } catch (thrown) {
      // Somebody else has settled this operation meanwhile.
      if (!(thrown instanceof AppError) || thrown.code !== "CONFLICT") throw thrown;
    }
  }
  const left = await getDb().operation.count({ where: { invitationRow: { runId }, state: "UNKNOWN" } });
  return { confirmed, left };
}

async function readPending(
  connection: Parameters<typeof clientFor>[0],
  cloudServiceId: number,
): Promise<Map<string, number>> {
  try {
    const pending = await tryCapability(connection.id, "listInvitations", () =>
      clientFor(connection).listInvitations(cloudServiceId),
    );
    if (pending.isAnswered) return new Map(pending.value.map((item) => [addressKey(item.email), item.id]));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    throw toPortalError(thrown);
  }
  throw conflict(
    say(
      "This service does not list its invitations. Nothing was settled. Check on the service’s platform and settle each invitation in its row.",
    ),
  );
}
