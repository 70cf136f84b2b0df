/**
 * The answers and details of a call's model, and the errors when they are unavailable: 404 for a model that is absent or hidden, 400 for a
 * model that is not completed, 500 and 502 for faults of this server, with messages that say what to do.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { documentsWhere } from "../records/document.ts";
import { detailError, orNotFound } from "../http/errors.ts";
import type { ModelCall } from "../http/route.ts";
import { findDetails, forgetDetails, type Details } from "./details.ts";
import { ensureDetails, type DetailsTarget } from "./make-details.ts";

/** A model may be processed again while its details are made; making them then starts over, at most this many times. */
const TRIES_MAX = 3;

/**
 * Where the answers of a model are, and the file that they were made from.
 * @throws WireError 404 when the model is absent or hidden, 400 when it is not completed.
 */
export async function requireAnswers(call: ModelCall): Promise<DetailsTarget> {
  const found = await call.db.serviceModel.findFirst({
    where: { id: call.params.modelId, ...documentsWhere(call) },
    select: {
      id: true,
      status: true,
      answersKey: true,
      document: { select: { fileKey: true, size: true } },
    },
  });
  const model = orNotFound(found);
  return {
    modelId: model.id,
    answersKey: completedAnswers(model.status, model.answersKey),
    fileKey: model.document?.fileKey ?? "",
    fileBytes: Number(model.document?.size ?? 0),
  };
}

/**
 * Where the ready-made answers of a model are, on routes with `findsAnswers`.
 * @throws WireError 404 when the model is absent or hidden, 400 when it is not completed.
 */
export function requireAnswersKey({ answers }: ModelCall): string {
  const { status, answersKey } = orNotFound(answers);
  return completedAnswers(status, answersKey);
}

function completedAnswers(status: string, answersKey: string | null): string {
  if (status === "C" && answersKey !== null) return answersKey;
  throw detailError(
    400,
    kept(
      'The model has the status "{status}". Only a completed model (status "C") can be queried for its elements.',
      {
        status,
      },
    ),
  );
}

/**
 * Answers from the model's details, which are made first if necessary.
 * @param answer may be called again if the model was processed again in between
 * @throws WireError 400, 404, 500, 502
 */
export async function withDetails(
  call: ModelCall,
  answer: (details: Details, answersKey: string) => Promise<Response>,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const target = await requireAnswers(call);
    try {
      const details = await openDetails(target, call);
      if (details !== null) return await answer(details, target.answersKey);
      if (attempt >= TRIES_MAX) throw new Error("the details of a model vanish as soon as they are made");
    } catch (error) {
      const isGone = error instanceof StorageError && error.reason === "FILE_MISSING";
      if (!isGone || attempt >= TRIES_MAX) throw toWireError(error, call);
      forgetDetails(target.answersKey);
    }
  }
}

async function openDetails(target: DetailsTarget, { db, request }: ModelCall): Promise<Details | null> {
  const storage = getStorage();
  const found = await findDetails(target.answersKey, storage);
  if (found !== null) return found;
  await ensureDetails(target, request.signal, { db, storage });
  return findDetails(target.answersKey, storage);
}

function toWireError(error: unknown, { requestId, request }: ModelCall): unknown {
  // Nobody is left to read an answer.
  if (request.signal.aborted) return detailError(500, kept("The call was broken off by its sender."));
  log.error("full elements of a model could not be answered", error, { requestId });
  const reason = error instanceof StorageError ? error.reason : null;
  if (reason === "STORE_UNAVAILABLE" && error instanceof StorageError) return detailError(502, error.message);
  const sentences: Partial<Record<string, string>> = {
    STORAGE_FULL: kept(
      "The disk of this server is full, so the elements could not be prepared. Simple elements can still be asked for. Ask the operator to free some space, then ask again.",
    ),
    FILE_MISSING: kept(
      "The stored file of this model is missing, so its elements cannot be prepared. Upload the model again.",
    ),
  };
  const sentence =
    sentences[reason ?? ""] ??
    kept(
      "The elements could not be prepared because of a fault of this server. Ask again; if it fails again, tell the operator.",
    );
  return detailError(500, kept("{sentence} Reference: {requestId}", { sentence, requestId }));
}
