/**
 * How a live address names a model and a format: the project's id in Portico and the model's id at its service, which never change; then
 * whether this version is meant or the newest; the extension is the format. Pure and shared with client code.
 */
import { AppError, notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";

const SEGMENT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([1-9]\d{0,15})(-newest)?(\.[^/]{0,40})?$/;

/** Extensions of addresses, and of their files. */
export const LIVE_FORMATS = ["csv", "ndjson", "parquet"] as const;
export type LiveFormat = (typeof LIVE_FORMATS)[number];

/** fixed: the model of that id; newest: the newest version of its series at the time of the request. */
export const LIVE_VERSIONS = ["fixed", "newest"] as const;
export type LiveVersion = (typeof LIVE_VERSIONS)[number];

export type LiveModel = { projectId: string; modelId: number; version: LiveVersion };

/** The path of a view over a model. */
export function livePath(
  viewId: string,
  { projectId, modelId, version }: LiveModel,
  format: LiveFormat = "csv",
): string {
  const model = `${projectId}-${String(modelId)}${version === "newest" ? "-newest" : ""}`;
  return `/api/exports/live/${viewId}/${model}.${format}`;
}

/** @throws AppError NOT_FOUND, which names the available formats where only the extension is wrong */
export function readLiveModel(segment: string): LiveModel & { format: LiveFormat } {
  const [, projectId, model, newest, ending = ""] = SEGMENT.exec(segment) ?? [];
  const modelId = Number(model);
  if (projectId === undefined || !Number.isSafeInteger(modelId)) throw notFound(say("This model"));
  const format = LIVE_FORMATS.find((known) => ending === `.${known}`);
  if (format === undefined) {
    throw new AppError(
      "NOT_FOUND",
      say(
        "A live address ends in .csv, .ndjson or .parquet. This one ends in “{ending}”. Change its ending.",
        { ending },
      ),
    );
  }
  return { projectId, modelId, version: newest === undefined ? "fixed" : "newest", format };
}
