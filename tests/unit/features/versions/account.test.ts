import { expect, test } from "vitest";
import { headsToRead, inOrder, presenceOf, type Listed } from "#lib/features/versions/account.ts";
import type { Series } from "#lib/features/versions/series.ts";

const KEPT = (older: number, mark = "m") => ({ older, mark });

function listed(
  modelId: number,
  kept: Listed["kept"] = null,
  documentId: number | null = modelId + 100,
): Listed {
  return { modelId, documentId, fileName: "a.ifc", addedAt: null, kept };
}

function series(id: string, historyMark: string | null, ...modelIds: (number | [number, "gone"])[]): Series {
  const versions = modelIds.map((one, place) => {
    const [modelId, missingSince] = typeof one === "number" ? [one, null] : [one[0], new Date(0)];
    const facts = { documentId: null, fileName: "a.ifc", addedAt: null, addedByName: null, readyAt: null };
    return { modelId, number: place + 1, rank: place + 1, missingSince, ...facts };
  });
  return { id, revision: 1, historyMark, versions: versions.reverse() };
}

test("histories are read of heads that are new or changed, and of nothing else", () => {
  const known = [series("a", "m", 1, 2), series("b", null, 3, 4), series("c", "old", 5, 6)];
  const heads = [
    listed(2, KEPT(1)),
    listed(4, KEPT(1)),
    listed(6, KEPT(2)),
    listed(7, KEPT(0)),
    listed(8, KEPT(3)),
    listed(9),
    listed(10, KEPT(1), null),
  ];
  expect(headsToRead(heads, known).map(({ modelId }) => modelId)).toEqual([4, 6, 8]);
  // A version that is alone now although its series is known: what it lost has yet to be found out.
  expect(headsToRead([listed(2, KEPT(0, "n"))], known).map(({ modelId }) => modelId)).toEqual([2]);
});

test("where a version has left its series, the longer part is the series, of equal ones the later", () => {
  const known = [series("a", "m", 1, 2, 3)];
  const account = (...ids: number[]) => ({ mark: "m", versions: ids.map((id) => listed(id)) });
  const order = (...accounts: ReturnType<typeof account>[]): (number | undefined)[] =>
    inOrder(accounts, known).map(({ versions }) => versions.at(-1)?.modelId);
  expect(order(account(1), account(2, 3))).toEqual([3, 1]);
  expect(order(account(1), account(3))).toEqual([3, 1]);
  expect(order(account(2), account(9))).toEqual([2, 9]);
});

test("where the service keeps no versions, the list tells which are gone and which are back", () => {
  const known = [series("a", null, 1, 2, 3), series("b", null, [4, "gone"], 5)];
  expect(presenceOf([listed(1), listed(3), listed(4), listed(5)], known)).toEqual([
    { seriesId: "a", gone: [2], back: [] },
    { seriesId: "b", gone: [], back: [4] },
  ]);
  expect(presenceOf([listed(1), listed(2), listed(3), listed(5)], known)).toEqual([]);
});

test("where it keeps them, an older one that is not listed is not gone; a series of which nothing is listed is", () => {
  const known = [series("a", "m", 1, 2), series("b", "m", 3, 4)];
  expect(presenceOf([listed(2, KEPT(1))], known)).toEqual([{ seriesId: "b", gone: [4, 3], back: [] }]);
});
