/**
 * What a service's list of models means for known series, and how they have to change. Pure; the caller applies it only if nothing changed
 * since the list was requested.
 *
 * A service that keeps versions lists the head of each series and states how many are older; their history names them. Other services list
 * every model, and only Portico keeps the series.
 */
import { seriesOf, type Series } from "./series.ts";

/** A model of the service's list, or a document of a history. */
export type Listed = {
  modelId: number;
  documentId: number | null;
  fileName: string;
  addedAt: Date | null;
  /** How many versions are older, and a text that changes with them; null where the service keeps no versions. */
  kept: { older: number; mark: string } | null;
};

/** A series at its service, the oldest version first. */
export type Account = { mark: string; versions: Listed[] };

/** Heads whose older versions have to be read, because they changed since the last reading. */
export function headsToRead(listed: readonly Listed[], known: readonly Series[]): Listed[] {
  return listed.filter(({ modelId, documentId, kept }) => {
    if (kept === null || documentId === null) return false;
    const series = seriesOf(known, modelId);
    if (series === null) return kept.older > 0;
    return series.historyMark !== kept.mark;
  });
}

/** Longer ones first: if a version has left its series, the longer part is the series. */
export function inOrder(accounts: readonly Account[], known: readonly Series[]): Account[] {
  const rankOf = ({ versions }: Account): number => {
    const modelId = versions.at(-1)?.modelId ?? 0;
    const found = seriesOf(known, modelId)?.versions.find((version) => version.modelId === modelId);
    return found?.rank ?? 0;
  };
  return accounts.toSorted(
    (one, other) => other.versions.length - one.versions.length || rankOf(other) - rankOf(one),
  );
}

export type Presence = { seriesId: string; gone: number[]; back: number[] };

/**
 * Versions that are gone from the service, and those that returned, in series that the list covers completely: the service lists all of
 * their models, or none.
 */
export function presenceOf(listed: readonly Listed[], known: readonly Series[]): Presence[] {
  const byId = new Map(listed.map((model) => [model.modelId, model]));
  return known.flatMap(({ id, versions }): Presence[] => {
    const there = versions.flatMap(({ modelId }) => byId.get(modelId) ?? []);
    if (there.some(({ kept }) => kept !== null)) return [];
    const gone = versions.filter(({ modelId, missingSince }) => missingSince === null && !byId.has(modelId));
    const back = versions.filter(({ modelId, missingSince }) => missingSince !== null && byId.has(modelId));
    if (gone.length + back.length === 0) return [];
    const idsOf = (some: typeof versions): number[] => some.map(({ modelId }) => modelId);
    return [{ seriesId: id, gone: idsOf(gone), back: idsOf(back) }];
  });
}
