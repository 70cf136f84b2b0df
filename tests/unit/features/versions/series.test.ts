import { describe, expect, test } from "vitest";
import type { ModelView } from "#lib/features/models/schema.ts";
import { leadingFirst, olderVersions, withVersions } from "#lib/features/models/state.ts";
import {
  lastVersion,
  newestVersionOf,
  seriesOf,
  type Series,
  type Version,
} from "#lib/features/versions/series.ts";
import { modelView } from "#tests/support/model-view.ts";

function version(modelId: number, more: Partial<Version> = {}): Version {
  return {
    modelId,
    documentId: null,
    number: modelId,
    rank: modelId,
    fileName: "tower.ifc",
    addedAt: null,
    addedByName: null,
    missingSince: null,
    readyAt: null,
    ...more,
  };
}

const gone = { missingSince: new Date(0) };

function series(id: string, ...versions: Version[]): Series {
  return { id, revision: 1, historyMark: null, versions };
}

const model = (modelId: number, state: ModelView["state"] = "ready") => modelView(modelId, { state });

describe("the newest version", () => {
  const readable =
    (...ids: number[]) =>
    (modelId: number) =>
      ids.includes(modelId);

  test.each<[what: string, versions: Version[], ready: number[], newest: number | null]>([
    ["the last one where it is ready", [version(1), version(2), version(3)], [1, 2, 3], 3],
    ["the one before one on its way, or failed", [version(1), version(2), version(3)], [1, 2], 2],
    ["over several that are not ready", [version(1), version(2), version(3)], [1], 1],
    ["none where none is ready", [version(1), version(2)], [], null],
    ["never one that is gone", [version(1), version(2), version(3, gone)], [1, 2, 3], 2],
    ["the one that was made the last again", [version(1, { rank: 9 }), version(2), version(3)], [1, 2, 3], 1],
    ["whatever order the rows come in", [version(3), version(1), version(2)], [1, 2], 2],
    ["none of no versions", [], [1], null],
  ])("%s", (_what, versions, ready, newest) => {
    const found = newestVersionOf(series("a", ...versions), readable(...ready));
    expect(found?.modelId ?? null).toBe(newest);
  });

  test("changes in steps forward only while versions are added and become ready in any order", () => {
    const state = new Map<number, boolean>();
    const versions: Version[] = [];
    let before = 0;
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    for (let step = 0; step < 2_000; step += 1) {
      const unread = versions.filter(({ modelId }) => !state.has(modelId));
      const some = unread[random(unread.length + 1)];
      if (some === undefined) versions.push(version(versions.length + 1));
      else state.set(some.modelId, random(3) > 0);
      const newest = newestVersionOf(series("a", ...versions), (id) => state.get(id) === true)?.modelId ?? 0;
      expect(newest).toBeGreaterThanOrEqual(before);
      if (newest !== 0) expect(state.get(newest)).toBe(true);
      before = newest;
    }
    expect(before).toBeGreaterThan(100);
  });

  test("the last version is the one that the next one replaces, whatever became of it", () => {
    expect(lastVersion(series("a", version(1), version(2)))?.modelId).toBe(2);
    expect(lastVersion(series("a", version(1), version(2, gone)))?.modelId).toBe(1);
    expect(lastVersion(series("a", version(1, gone)))).toBeNull();
  });

  test("a series is found by any of its versions, also by one that is gone", () => {
    const all = [series("a", version(1), version(2, gone)), series("b", version(3))];
    expect([1, 2, 3, 4].map((id) => seriesOf(all, id)?.id ?? null)).toEqual(["a", "a", "b", null]);
  });
});

describe("a list of models", () => {
  const all = [series("a", version(1), version(2), version(4), version(5))];

  /** The list as people see it: each line with its number in the series, and the versions folded under it. */
  function lines(models: ModelView[]): [number, string, number[]][] {
    const known = withVersions(models, all);
    const older = olderVersions(known, all);
    return leadingFirst(known, older).map(({ modelId, version: own }) => {
      const folded =
        own?.leads === true ? older.find(({ seriesId }) => seriesId === own.seriesId) : undefined;
      const words = own === null ? "" : `${String(own.number)} of ${String(own.count)}`;
      return [
        modelId,
        own?.isNewest === true ? `${words}, newest` : words,
        folded?.versions.map((one) => one.modelId) ?? [],
      ];
    });
  }

  test("is led by the newest version, the older ones folded under it, also those that the service does not list", () => {
    expect(lines([model(6), model(5), model(3)])).toEqual([
      [6, "", []],
      [5, "5 of 4, newest", [4, 2, 1]],
      [3, "", []],
    ]);
    expect(lines([model(5), model(4), model(2), model(1)])).toEqual([[5, "5 of 4, newest", [4, 2, 1]]]);
  });

  test("shows what is on its way or failed after the newest one", () => {
    expect(lines([model(6), model(5, "running"), model(4, "failed"), model(2)])).toEqual([
      [6, "", []],
      [2, "2 of 4, newest", [1]],
      [5, "5 of 4", []],
      [4, "4 of 4", []],
    ]);
  });

  test("calls a version the newest while it is processed again, led by the one that can be read meanwhile", () => {
    const ready = { readyAt: new Date(0) };
    const again = [series("a", version(1, ready), version(2, ready))];
    const shown = (...models: ModelView[]): unknown[] =>
      withVersions(models, again).map(({ modelId, version: own }) => [modelId, own?.isNewest, own?.leads]);
    expect(shown(model(2, "running"), model(1))).toEqual([
      [2, true, false],
      [1, false, true],
    ]);
    expect(shown(model(2, "waiting"))).toEqual([[2, true, true]]);
    expect(shown(model(2, "failed"), model(1))).toEqual([
      [2, false, false],
      [1, true, true],
    ]);
  });

  test("is led by the last version where none is ready", () => {
    expect(lines([model(5, "failed")])).toEqual([[5, "5 of 4", [4, 2, 1]]]);
  });
});
