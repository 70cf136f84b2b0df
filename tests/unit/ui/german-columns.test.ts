/** Relations are found by the words of German pages and by their stored names. */
import { expect, test } from "vitest";
import { findColumns } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/shown-columns.ts";
import { absentColumn, namedColumnId } from "#lib/elements/query/address/named-column.ts";
import { comparePassports } from "#lib/features/passport/compare.ts";
import { selectEntries } from "#lib/features/passport/select.ts";
import { useGerman } from "#tests/support/in-german.ts";

useGerman();

const columns = ["Storey", "Part of"].map((property) =>
  absentColumn(namedColumnId({ set: "Relations", property }), 1),
);

test.each(["geschoss", "beziehungen gesch", "storey", "relations storey"])("%s finds the storey", (typed) => {
  expect(findColumns(columns, typed).map(({ property }) => property)).toEqual(["Storey"]);
});

test("the property overview is searched by the same words", () => {
  const table = { rows: 1, sources: [{ snapshotId: "1", ifcClass: "IfcDoor", rows: 1 }], columns };
  const entries = comparePassports(table, null);
  const view = { shown: "all", sort: "model", isDescending: false } as const;
  for (const search of ["Geschoss", "geschoss", "storey", "Relations.Storey"])
    expect(
      selectEntries(entries, { ...view, search }).map(({ property }) => property),
      search,
    ).toEqual(["Storey"]);
});
