/**
 * A series of models that are versions of one thing, and which of them is "the newest" (docs/decisions/0061-versions.md). Pure.
 */

export type Version = {
  /** The model's number at the service (<ifc_id>). */
  modelId: number;
  documentId: number | null;
  /** 1, 2, …; never given twice in a series. */
  number: number;
  /** The highest is the last one. */
  rank: number;
  fileName: string;
  addedAt: Date | null;
  addedByName: string | null;
  /** Since when the service does not have it any more. */
  missingSince: Date | null;
};

export type Series = {
  id: string;
  revision: number;
  historyMark: string | null;
  /** The last one first. */
  versions: Version[];
};

/** Versions that are there, the last one first. */
export function presentVersions({ versions }: Pick<Series, "versions">): Version[] {
  return versions
    .filter(({ missingSince }) => missingSince === null)
    .toSorted((one, other) => other.rank - one.rank);
}

/** The last version that is there, whatever became of it: the one that the next version replaces. */
export function lastVersion(series: Pick<Series, "versions">): Version | null {
  return presentVersions(series)[0] ?? null;
}

/**
 * The newest version: the last one of those that the service has read to their end. One that is on its way, that failed or that is gone is
 * never it, so the answer changes once, from one readable version to the next.
 */
export function newestVersionOf(
  series: Pick<Series, "versions">,
  isReadable: (modelId: number) => boolean,
): Version | null {
  return presentVersions(series).find(({ modelId }) => isReadable(modelId)) ?? null;
}

/** The series that a model is a version of. */
export function seriesOf(all: readonly Series[], modelId: number): Series | null {
  return all.find(({ versions }) => versions.some((version) => version.modelId === modelId)) ?? null;
}
