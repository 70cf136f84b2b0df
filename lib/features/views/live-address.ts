/**
 * How a steady address names a model: the project's id in Portico and the model's id at its service, which both stay as long as the model
 * does, whatever it is called. Pure and shared with client code.
 */
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";

const MODEL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([1-9]\d{0,15})\.csv$/;

export type LiveModel = { projectId: string; modelId: number };

/** The path of a view over a model. */
export function livePath(viewId: string, { projectId, modelId }: LiveModel): string {
  return `/api/exports/live/${viewId}/${projectId}-${String(modelId)}.csv`;
}

/** @throws AppError NOT_FOUND */
export function readLiveModel(segment: string): LiveModel {
  const [, projectId, model] = MODEL.exec(segment) ?? [];
  const modelId = Number(model);
  if (projectId === undefined || !Number.isSafeInteger(modelId)) throw notFound(say("This model"));
  return { projectId, modelId };
}
