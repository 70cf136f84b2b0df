/**
 * Where the embedded service stores its files. Folders follow Cloud, project and model, so that files deleted together are in one folder;
 * names are ids, never texts of people.
 */
import { newId } from "#lib/core/ids.ts";

type ProjectIds = { cloudId: number; projectId: number };

export const CLOUDS_PREFIX = "clouds";

export function cloudPrefix(cloudId: number): string {
  return `${CLOUDS_PREFIX}/${String(cloudId)}`;
}

export function projectPrefix({ cloudId, projectId }: ProjectIds): string {
  return `${cloudPrefix(cloudId)}/projects/${String(projectId)}`;
}

export function documentsPrefix(ids: ProjectIds): string {
  return `${projectPrefix(ids)}/documents`;
}

/** A new key for an uploaded file. */
export function newDocumentKey(ids: ProjectIds): string {
  return `${documentsPrefix(ids)}/${newId()}`;
}

export function modelsPrefix(ids: ProjectIds): string {
  return `${projectPrefix(ids)}/models`;
}

/** Prefix of everything made from a model; each run of the reader has its own folder below. */
export function modelPrefix(ids: ProjectIds, modelId: number): string {
  return `${modelsPrefix(ids)}/${String(modelId)}`;
}
