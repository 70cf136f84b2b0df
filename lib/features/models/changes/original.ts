/**
 * The file that a model was made from: through Portico where the service has the documented address, else from the address that the service
 * states.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { conflict, type AppError } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { answers, rememberCapability } from "#lib/features/connections/capabilities.ts";
import type { HttpAnswer } from "#lib/http/exchange.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import { ServiceError, forPortal } from "#lib/service/client/errors.ts";
import type { Model } from "#lib/service/client/records.ts";
import { getModelRecord, openModelSource, type ModelSource } from "../source.ts";

export type OriginalFile = {
  fileName: string;
  /** Null where the service does not say. */
  bytes: number | null;
  /** Read it to the end, or discard it. */
  answer: HttpAnswer;
};

/**
 * Opens the file. `elsewhere`: the service keeps it at another address, which a browser may open.
 * @throws AppError NOT_FOUND; CONFLICT where the service offers no files; why it could not be read
 */
export async function openOriginal(
  actor: Actor,
  projectId: string,
  modelId: number,
  signal: AbortSignal,
): Promise<OriginalFile | { elsewhere: string }> {
  requirePermission(actor, "elements:export");
  const place = await openModelSource(actor, projectId);
  return forPortal(async () => openFile(place, await getModelRecord(place, modelId), signal));
}

async function openFile(
  { client, connection, cloudServiceId, projectServiceId }: ModelSource,
  { documentId, fileAddress, fileName, name, id, fileBytes }: Model,
  signal: AbortSignal,
): Promise<OriginalFile | { elsewhere: string }> {
  if (documentId === null) throw notOffered();
  const own = addressOf("downloadDocument", {
    cloudId: cloudServiceId,
    projectId: projectServiceId,
    documentId,
  });
  const elsewhere = otherAddress(fileAddress, own);
  if (elsewhere !== null) return { elsewhere };
  if ((await answers(connection.id, "downloadDocument")) === false) throw notOffered();
  try {
    const answer = await client.openDocumentFile(cloudServiceId, projectServiceId, documentId, { signal });
    await rememberCapability(connection.id, "downloadDocument", true);
    const stated = Number(answer.headers["content-length"] ?? fileBytes ?? Number.NaN);
    return {
      fileName: fileName ?? name ?? `model-${String(id)}.ifc`,
      bytes: Number.isSafeInteger(stated) ? stated : null,
      answer,
    };
  } catch (thrown) {
    const isMissing = thrown instanceof ServiceError && ["notFound", "notAnswered"].includes(thrown.kind);
    if (!isMissing) throw thrown;
    if (thrown.kind === "notAnswered") await rememberCapability(connection.id, "downloadDocument", false);
    throw notOffered();
  }
}

/** A stated address other than the documented one; only if a browser opens it under TLS. */
function otherAddress(stated: string | null, own: string): string | null {
  if (stated === null || !URL.canParse(stated)) return null;
  const { protocol, pathname, href } = new URL(stated);
  return protocol === "https:" && !pathname.endsWith(own) ? href : null;
}

function notOffered(): AppError {
  return conflict(
    say("The service does not give out the files of its models. Download this one on its platform."),
  );
}
