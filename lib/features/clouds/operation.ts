/**
 * How the journal creates a Cloud: what it records, how the creation is sent, which row its answer makes, and where to look for the Cloud
 * when no answer came.
 */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { msg, say } from "#lib/core/texts.ts";
import { getDb, type ConnectionModel } from "#lib/db/client.ts";
import type { Answered } from "#lib/features/connections/capabilities.ts";
import { judgeList, type Named } from "#lib/features/operations/evidence/candidates.ts";
import { madeNumber, type KindRules, type Place, type Search } from "#lib/features/operations/rules/kinds.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Submission } from "#lib/features/operations/rules/schema.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import { cloudInputSchema } from "#lib/service/contract/inputs.ts";

/** What the journal records of a Cloud before its creation, from a typed name or a plan's step. */
export function cloudSubmission(connection: ConnectionModel, key: string, name: string): Submission {
  return {
    key,
    kind: "CREATE_CLOUD",
    connection,
    path: addressOf("createCloud", {}),
    body: { name },
    subject: cloudSubject(name),
    title: name,
    context: {},
  };
}

/** What makes two creations the same while one of them is running. */
export function cloudSubject(name: string): string {
  return `cloud:${subjectName(name)}`;
}

const bodySchema = cloudInputSchema.pick({ name: true });

export const cloudCreation: KindRules = {
  words: {
    command: msg("Create Cloud “{title}”"),
    subject: (title) => say("the cloud “{title}”", { title }),
    missing: (title) =>
      say(
        "The Cloud “{title}” was settled as missing, discarded or closed. Try again, or continue without it.",
        { title },
      ),
  },
  auditAction: "cloud.create",
  send: ({ body }) => {
    const input = bodySchema.parse(body);
    return (client) => client.createCloud(input);
  },
  apply: async (tx, { connectionId, actorId, title }, _context, change) => {
    const serviceId = madeNumber(change);
    if (serviceId === null) return null;
    const name = change.result?.name ?? title;
    const row = await tx.cloud.upsert({
      where: { connectionId_serviceId: { connectionId, serviceId } },
      create: {
        id: newId(),
        connectionId,
        serviceId,
        name,
        sortName: subjectName(name),
        createdById: actorId,
        createdAt: now(),
      },
      update: { createdById: actorId, missingSince: null },
      select: { id: true },
    });
    return row.id;
  },
  evidence: {
    look: async (search) => judgeList(search, await listThere(search), await findKnownBefore(search)),
    staysListed: true,
    listedAs: "serviceId",
    needsNumber: true,
    confirmation: {
      read: ({ client }, serviceId) => client.getCloud(serviceId),
      isListed: async (place) => (await listThere(place)).isAnswered,
    },
  },
  mayRepeatInDoubt: false,
};

function listThere({ client, ask }: Place): Promise<Answered<Named[]>> {
  return ask("listClouds", () => client.listClouds());
}

/** Those that the registry had before the attempt began. */
function findKnownBefore({ row, startedAt }: Search): Promise<{ serviceId: bigint }[]> {
  const { connectionId, title: name } = row;
  return getDb().cloud.findMany({
    where: { connectionId, name, createdAt: { lt: startedAt } },
    select: { serviceId: true },
  });
}
