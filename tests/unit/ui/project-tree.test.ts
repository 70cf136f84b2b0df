import fc from "fast-check";
import { expect, test } from "vitest";
import { openRows, toTree } from "#app/(portal)/clouds/[cloudId]/_components/project-tree.ts";
import type { ProjectRow } from "#lib/features/projects/queries.ts";

function projectOf(serviceId: number, parentServiceId: number | null): ProjectRow {
  return {
    id: String(serviceId),
    version: 1,
    serviceId,
    cloudId: "",
    name: `Project ${String(serviceId)}`,
    description: null,
    status: "A",
    logo: null,
    parentServiceId,
    mainModelId: null,
    createdAt: new Date(0),
    createdByName: null,
    archivedAt: null,
    deletedAt: null,
    missingSince: null,
  };
}

test("parents stand before those below them; what is closed takes all below it with it", () => {
  const tree = toTree([
    projectOf(3, 2),
    projectOf(1, null),
    projectOf(2, 1),
    projectOf(5, 99),
    projectOf(4, 1),
  ]);
  expect(tree.map((row) => [row.project.serviceId, row.depth, row.below, row.under])).toEqual([
    [1, 0, 3, null],
    [2, 1, 1, null],
    [3, 2, 0, null],
    [4, 1, 0, null],
    [5, 0, 0, 99],
  ]);
  expect(openRows(tree, new Set([2])).map((row) => row.project.serviceId)).toEqual([1, 2, 4, 5]);
  expect(openRows(tree, new Set([1, 2])).map((row) => row.project.serviceId)).toEqual([1, 5]);
});

test("whatever the parents are, rings too, every project is there once and nothing hides a whole tree but its own fold", () => {
  const parents = fc.array(fc.option(fc.nat({ max: 14 }), { nil: null }), { maxLength: 12 });
  fc.assert(
    fc.property(parents, (list) => {
      const rows = list.map((parent, index) => projectOf(index, parent));
      const tree = toTree(rows);
      expect(tree.map((row) => row.project.serviceId).sort((a, b) => a - b)).toEqual(
        rows.map((row) => row.serviceId),
      );
      expect(openRows(tree, new Set())).toEqual(tree);
      const closed = new Set(rows.map((row) => row.serviceId));
      expect(openRows(tree, closed)).toEqual(tree.filter((row) => row.depth === 0));
    }),
  );
});
