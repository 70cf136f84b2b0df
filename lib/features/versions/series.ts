/** A series of models that are versions of one thing, and which of them is "the newest" (docs/decisions/0061-versions.md). Pure. */
import type { ModelVersionModel } from "#lib/db/client.ts";

export function toVersion(row: ModelVersionModel) {
  const { number, rank, fileName, addedAt, addedByName, missingSince, readyAt } = row;
  return {
    /** The model's number at the service (<ifc_id>). */
    modelId: Number(row.modelServiceId),
    documentId: row.documentServiceId === null ? null : Number(row.documentServiceId),
    /** 1, 2, …; never reused within a series. */
    number,
    /** The highest is the last one. */
    rank,
    fileName,
    addedAt,
    addedByName,
    /** Since when the service no longer has it. */
    missingSince,
    /** When Portico first saw that the service had processed it completely; null: never. */
    readyAt,
  };
}

export type Version = ReturnType<typeof toVersion>;

export type Series = {
  id: string;
  revision: number;
  historyMark: string | null;
  /** The last one first. */
  versions: Version[];
};

/** Versions that exist, the last one first. */
export function presentVersions({ versions }: Pick<Series, "versions">): Version[] {
  return versions
    .filter(({ missingSince }) => missingSince === null)
    .toSorted((one, other) => other.rank - one.rank);
}

/** The last existing version, in any state: the next version replaces it. */
export function lastVersion(series: Pick<Series, "versions">): Version | null {
  return presentVersions(series)[0] ?? null;
}

/**
 * The newest version: the last one that the service has processed completely. A version that is being processed, failed or is gone never
 * counts, so the answer changes once, from one readable version to the next.
 */
export function newestVersionOf(
  series: Pick<Series, "versions">,
  isReadable: (modelId: number) => boolean,
): Version | null {
  return presentVersions(series).find(({ modelId }) => isReadable(modelId)) ?? null;
}

/**
 * The version that pages call the newest: as above, but a version that was ready before stays the newest while the service processes it
 * again.
 */
export function shownNewestOf(
  series: Pick<Series, "versions">,
  is: { readable: (modelId: number) => boolean; inProcess: (modelId: number) => boolean },
): Version | null {
  const stays = ({ modelId, readyAt }: Version): boolean => readyAt !== null && is.inProcess(modelId);
  return presentVersions(series).find((one) => is.readable(one.modelId) || stays(one)) ?? null;
}

/** The series that a model is a version of. */
export function seriesOf(all: readonly Series[], modelId: number): Series | null {
  return all.find(({ versions }) => versions.some((version) => version.modelId === modelId)) ?? null;
}
