/**
 * Looks for what an uncertain operation may have made, by reading where the service can be read. What is found is offered to a
 * person; nothing is decided here, and "not there" is never called "does not exist".
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { notFound, validation } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { parseAddress } from "#lib/core/address.ts";
import { say, t, type Said } from "#lib/core/texts.ts";
import { getDb, type OperationModel } from "#lib/db/client.ts";
import { type Answered, tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor, getConnectionRow } from "#lib/features/connections/queries.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import { contextSchema, resultSchema } from "./schema.ts";

export type Candidate = {
  serviceId: number;
  name: string | null;
  /** As the service states it, or null. */
  createdAt: string | null;
  /** Why it may be the one. */
  sentence: string;
};

export type Findings = {
  readAt: Date;
  /** False: the service does not list these, a person has to look on the platform. */
  isListed: boolean;
  candidates: Candidate[];
  /** What the reading tells, and what it does not. */
  sentence: string;
  quietUntil: Date | null;
  isConnectionChanged: boolean;
  /** Not on the service's list in two readings at least a minute apart, both after the quiet time. */
  isProbablyMissing: boolean;
};

const SKEW_MS = 5 * 60_000;

/** Reads the service's lists for what the operation may have made. @throws AppError NOT_FOUND, or why it could not be read */
export async function findCandidates(actor: Actor, operationId: string): Promise<Findings> {
  requirePermission(actor, "portal:read");
  if (!isId(operationId)) throw notFound(say("This operation"));
  return readEvidence(operationId);
}

/** The same for Portico itself, which looks without being asked (looking.ts). @throws AppError as findCandidates */
export async function readEvidence(operationId: string): Promise<Findings> {
  const row = await getDb().operation.findUnique({
    where: { id: operationId },
    include: { attempts: true },
  });
  if (row === null) throw notFound(say("This operation"));
  const connection = await getConnectionRow(row.connectionId);
  const startedAt =
    row.attempts.map((attempt) => attempt.startedAt).sort((a, b) => +a - +b)[0] ?? row.createdAt;
  try {
    const found = await look(row, startedAt);
    const isConnectionChanged = connection.revision !== row.connectionRevision;
    const common = { readAt: now(), quietUntil: row.quietUntil, isConnectionChanged };
    return { ...common, ...found, ...(await noteAbsence(row, found)) };
  } catch (thrown) {
    throw toPortalError(thrown);
  }
}

const READINGS_APART_MS = 60_000;

/** Remembers the first list without it, and compares with that. A list that has it again takes it back. */
async function noteAbsence(
  row: OperationModel,
  found: Look,
): Promise<{ isProbablyMissing: boolean; sentence: string }> {
  const isQuiet = row.quietUntil !== null && row.quietUntil <= now();
  const isAbsent = row.kind !== "INVITE" && found.isListed && found.candidates.length === 0 && isQuiet;
  const since = row.unlistedSince;
  if (isAbsent && since === null) {
    await getDb().operation.updateMany({
      where: { id: row.id, state: "UNKNOWN", unlistedSince: null },
      data: { unlistedSince: now() },
    });
  }
  if (!isAbsent && since !== null) {
    await getDb().operation.updateMany({ where: { id: row.id }, data: { unlistedSince: null } });
  }
  if (!isAbsent || since === null || now().getTime() - since.getTime() < READINGS_APART_MS) {
    return { isProbablyMissing: false, sentence: found.sentence };
  }
  const when = since.toISOString().slice(0, 16).replace("T", " ");
  const sentence = t("Not on the list at {when} UTC and not now: it is probably missing. You decide.", {
    when,
  });
  return { isProbablyMissing: true, sentence };
}

type Look = Pick<Findings, "isListed" | "candidates" | "sentence">;
type Named = { id: number; name: string | null; createdAt: string | null };

async function look(row: OperationModel, startedAt: Date): Promise<Look> {
  const connection = await getConnectionRow(row.connectionId);
  const client = clientFor(connection);
  const { cloudServiceId = 0, projectServiceId = 0, fileName } = contextSchema.parse(row.context);
  const ask = <T>(name: "listClouds" | "listProjects", call: () => Promise<T>): Promise<Answered<T>> =>
    tryCapability(connection.id, name, call);
  if (row.kind === "CREATE_CLOUD") {
    return judgeList(row, startedAt, await ask("listClouds", () => client.listClouds()));
  }
  if (row.kind === "CREATE_PROJECT") {
    return judgeList(row, startedAt, await ask("listProjects", () => client.listProjects(cloudServiceId)));
  }
  if (row.kind === "UPLOAD") {
    const value = await listUploaded(client, cloudServiceId, projectServiceId);
    return judgeList({ ...row, title: fileName ?? row.title }, startedAt, { isAnswered: true, value });
  }
  const pending = await tryCapability(connection.id, "listInvitations", () =>
    client.listInvitations(cloudServiceId),
  );
  const users = await tryCapability(connection.id, "listCloudUsers", () =>
    client.listCloudUsers(cloudServiceId),
  );
  return judgeInvitation(row, pending, users);
}

/** Histories that are looked through for one upload: those of the models that were added last. */
const HISTORIES_MAX = 20;

/** Every model by the name of its file, with those that were replaced by newer versions since. */
async function listUploaded(client: ServiceClient, cloudId: number, projectId: number): Promise<Named[]> {
  const models = await client.listModels(cloudId, projectId);
  const heads = models
    .filter(({ kept }) => kept !== null && kept.older > 0)
    .toSorted((one, other) => other.id - one.id)
    .slice(0, HISTORIES_MAX);
  const named = models.map(({ id, name, fileName, createdAt }) => ({
    id,
    name: fileName ?? name,
    createdAt,
  }));
  for (const { documentId } of heads) {
    if (documentId === null) continue;
    for (const { modelId, name, fileName, createdAt } of await client.listDocumentHistory(
      cloudId,
      projectId,
      documentId,
    ))
      if (modelId !== null) named.push({ id: modelId, name: fileName ?? name, createdAt });
  }
  return named;
}

async function judgeList(row: OperationModel, startedAt: Date, list: Answered<Named[]>): Promise<Look> {
  if (!list.isAnswered) return notListed();
  const claimed = await listClaimed(row);
  const known = await listKnownBefore(row, startedAt);
  const candidates = list.value
    .filter((item) => item.name === row.title && !claimed.has(item.id) && !known.has(item.id))
    .filter((item) => {
      const at = item.createdAt === null ? Number.NaN : Date.parse(item.createdAt);
      return Number.isNaN(at) || at >= startedAt.getTime() - SKEW_MS;
    })
    .map((item) => ({
      serviceId: item.id,
      name: item.name,
      createdAt: item.createdAt,
      sentence: t("The name is equal, it was not known before, and nobody else claims it."),
    }));
  const isQuiet = row.quietUntil === null || row.quietUntil <= now();
  const none = isQuiet
    ? t(
        "Nothing of this name that was not known before. Look once more in a minute: what is missing twice is probably missing.",
      )
    : t(
        "Nothing of this name yet. That proves nothing before the quiet time is over: the service may still be at work.",
      );
  const one = t("One fits. Adopt it if it is the one.");
  const many = t("{count} fit. Pick the one, if it is among them.", { count: candidates.length });
  const sentence = candidates.length === 0 ? none : candidates.length === 1 ? one : many;
  return { isListed: true, candidates, sentence };
}

function judgeInvitation(
  row: OperationModel,
  pending: Answered<{ id: number; email: string | null }[]>,
  users: Answered<{ id: number; email: string | null }[]>,
): Look {
  if (!pending.isAnswered && !users.isAnswered) return notListed();
  const key = addressKey(row.title);
  const waiting = pending.isAnswered
    ? pending.value.find((item) => addressKey(item.email) === key)
    : undefined;
  if (waiting !== undefined) {
    const sentence = t("It is on the service's list of pending invitations: it was carried out.");
    const candidate = { serviceId: waiting.id, name: waiting.email, createdAt: null, sentence };
    return { isListed: true, candidates: [candidate], sentence };
  }
  const isMember = users.isAnswered && users.value.some((item) => addressKey(item.email) === key);
  return {
    isListed: true,
    candidates: [],
    sentence: isMember
      ? t("The person is among the users of the cloud. Whether by this mail or another is not known.")
      : t(
          "Not on the pending list and not among the users. That proves nothing: a declined invitation looks the same.",
        ),
  };
}

function notListed(): Look {
  return {
    isListed: false,
    candidates: [],
    sentence: t(
      "This service does not list them. Look on its platform, and enter the number if it is there.",
    ),
  };
}

/** Numbers that another settled operation of the same kind has made. */
async function listClaimed(row: OperationModel): Promise<Set<number>> {
  const others = await getDb().operation.findMany({
    where: {
      connectionId: row.connectionId,
      kind: row.kind,
      id: { not: row.id },
      state: { in: ["DONE", "RESOLVED_DONE", "DUPLICATE_FOUND"] },
      title: row.title,
    },
    select: { result: true },
  });
  const ids = others.map((other) => resultSchema.nullable().parse(other.result));
  return new Set(ids.map((result) => result?.serviceId ?? null).filter((id) => id !== null));
}

/** Numbers that the registry held before the attempt began. */
async function listKnownBefore(row: OperationModel, startedAt: Date): Promise<Set<number>> {
  const { cloudId } = contextSchema.parse(row.context);
  const where = { name: row.title, createdAt: { lt: startedAt } };
  const select = { serviceId: true };
  if (row.kind === "CREATE_CLOUD") {
    const rows = await getDb().cloud.findMany({
      where: { ...where, connectionId: row.connectionId },
      select,
    });
    return new Set(rows.map((cloud) => Number(cloud.serviceId)));
  }
  if (row.kind === "CREATE_PROJECT" && cloudId !== undefined) {
    const rows = await getDb().project.findMany({ where: { ...where, cloudId }, select });
    return new Set(rows.map((project) => Number(project.serviceId)));
  }
  return new Set();
}

function addressKey(text: string | null): string | null {
  if (text === null) return null;
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.key : text.trim().toLowerCase();
}

/** `sentence` is what the journal keeps of it, in English. */
export type Claim = { isProven: boolean; sentence: Said; name: string | null };

/**
 * Checks a person's claim that an operation was carried out under this number, by reading it where the service can be read.
 * @throws AppError VALIDATION when the number is missing, taken, unknown to the service, or of another name.
 */
export async function verifyClaim(row: OperationModel, serviceId: number | null): Promise<Claim> {
  if (serviceId === null) {
    if (row.kind === "INVITE") {
      return { isProven: false, sentence: say("A person says that the invitation is there."), name: null };
    }
    throw validation({ serviceId: [t("Enter its number at the service.")] });
  }
  if ((await listClaimed(row)).has(serviceId)) {
    throw validation({ serviceId: [t("Another operation has made this one. Enter another number.")] });
  }
  if (row.kind === "INVITE" || row.kind === "UPLOAD") {
    return {
      isProven: false,
      sentence: say("A person says that it is number {serviceId}.", { serviceId }),
      name: null,
    };
  }
  return readClaim(row, serviceId);
}

async function readClaim(row: OperationModel, serviceId: number): Promise<Claim> {
  const connection = await getConnectionRow(row.connectionId);
  const client = clientFor(connection);
  const { cloudServiceId = 0 } = contextSchema.parse(row.context);
  const unread = say(
    "A person says that it is number {serviceId}; the service was not able to confirm it yet.",
    { serviceId },
  );
  try {
    const found =
      row.kind === "CREATE_CLOUD"
        ? await client.getCloud(serviceId)
        : await client.getProject(cloudServiceId, serviceId);
    if (found.name === row.title) {
      return {
        isProven: true,
        sentence: say("Read at the service as number {serviceId}, name equal.", { serviceId }),
        name: found.name,
      };
    }
    throw validation({
      serviceId: [
        t("Number {serviceId} is called “{name}” at the service.", {
          serviceId,
          name: found.name ?? t("(no name)"),
        }),
      ],
    });
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    const unproven = { isProven: false, sentence: unread, name: row.title };
    if (thrown.kind === "notAnswered") return unproven;
    if (thrown.kind !== "notFound") throw toPortalError(thrown);
    // 404 is either "not there" or "this operation is not offered": only where the service lists them as well is it proof.
    if (!(await isListedThere(connection.id, client, row))) return unproven;
    throw validation({
      serviceId: [t("The service does not show number {serviceId} to this application.", { serviceId })],
    });
  }
}

/** Whether the service lists things of this kind; read when it is not known yet. @throws AppError when it could not be read */
async function isListedThere(
  connectionId: string,
  client: ServiceClient,
  row: OperationModel,
): Promise<boolean> {
  const { cloudServiceId = 0 } = contextSchema.parse(row.context);
  try {
    const read =
      row.kind === "CREATE_CLOUD"
        ? await tryCapability(connectionId, "listClouds", () => client.listClouds())
        : await tryCapability(connectionId, "listProjects", () => client.listProjects(cloudServiceId));
    return read.isAnswered;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") return false;
    throw toPortalError(thrown);
  }
}
