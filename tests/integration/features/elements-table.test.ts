import { expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { EVERYTHING, type StateOp, type TableQuery } from "#lib/elements/query/types.ts";
import { fromWire } from "#lib/elements/wire.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { askTable, describeTable, readTablePage } from "#lib/features/elements/table.ts";
import { closeTables } from "#lib/features/elements/open-tables.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answered, readSnapshotMeta } from "#tests/support/element-rows.ts";
import { useElementPortal } from "./element-portal.ts";

const portal = await useElementPortal("ac20-fzk-haus-ifc4.ifc");
const [modelId = 0] = portal.models;
const doors = await portal.openTable(modelId, "IfcDoor");
const walls = await portal.openTable(modelId, "IfcWallStandardCase");

const page = (snapshots: string[], query: TableQuery, columns: string[] = []) =>
  answered(() => readTablePage(portal.staff, snapshots, { query, columns, offset: 0, limit: 200 }));

test("a class of a real model: rows of the page are the rows of the reading", async () => {
  const columns = (await readSnapshotMeta(doors.id)).columns.map(({ id }) => id);
  const snapshot = await findSnapshotFiles(doors.id);
  const kept = await Array.fromAsync(snapshot?.iterateRows() ?? []);
  await snapshot?.close();
  const all = await page([doors.id], EVERYTHING, columns);
  expect(all.matches).toBe(doors.rows);
  expect(fromWire(all.rows)).toEqual(kept);
});

test("two classes are one table: counts, classes and the rows of each", async () => {
  const ids = [doors.id, walls.id];
  const described = await answered(() => describeTable(portal.staff, ids));
  expect(described.rows).toBe(doors.rows + walls.rows);
  expect(described.sources.map(({ ifcClass }) => ifcClass)).toEqual(["IfcDoor", "IfcWallStandardCase"]);

  const classes = await answered(() =>
    askTable(portal.staff, ids, (table) =>
      table.facet(EVERYTHING, { column: "class", search: "", limit: 10 }),
    ),
  );
  expect(classes.values.map(({ value, count }) => [value, count])).toEqual(
    [
      [{ kind: "text", text: "IfcDoor" }, doors.rows],
      [{ kind: "text", text: "IfcWallStandardCase" }, walls.rows],
    ].sort((a, b) => Number(b[1]) - Number(a[1])),
  );

  const onlyWalls: TableQuery = {
    ...EVERYTHING,
    filters: [{ column: "class", op: "equals", value: { kind: "text", text: "IfcWallStandardCase" } }],
  };
  const found = await page(ids, onlyWalls);
  expect(found.matches).toBe(walls.rows);
  expect(found.rows.every(({ ifcClass }) => ifcClass === "IfcWallStandardCase")).toBe(true);
});

test("a column that only another class has is named, and absent in every row", async () => {
  const about = (op: StateOp): TableQuery => ({ ...EVERYTHING, filters: [{ column: "cNOTTHERE", op }] });
  const found = await page([doors.id], about("notPresent"));
  expect(found.unknownColumns).toEqual(["cNOTTHERE"]);
  expect(found.matches).toBe(doors.rows);
  expect((await page([doors.id], about("present"))).matches).toBe(0);
});

test("a question that nobody waits for any more is cancelled, which is no fault of Portico", async () => {
  const asked = { query: EVERYTHING, columns: [], offset: 0, limit: 10 };
  await expect(readTablePage(portal.staff, [doors.id], asked, AbortSignal.abort())).rejects.toMatchObject({
    code: "CANCELLED",
    expected: true,
  });
  expect((await page([doors.id], EVERYTHING)).matches).toBe(doors.rows);
});

test("a table of which nothing is kept any more says so, and one that is being read as well", async () => {
  const { snapshot } = portal.db;
  const where = { id: walls.id };
  expect((await describeTable(portal.staff, [newId()])).state).toBe("expired");
  await snapshot.update({ where, data: { state: "READING" } });
  expect((await describeTable(portal.staff, [doors.id, walls.id])).state).toBe("reading");
  await snapshot.update({ where, data: { state: "READY" } });

  await closeTables();
  await getStorage().deletePrefix(`snapshots/${walls.id}`);
  expect((await describeTable(portal.staff, [walls.id])).state).toBe("expired");
  expect((await snapshot.findUniqueOrThrow({ where })).state).toBe("FAILED");
});

const tooMany = Array.from({ length: 21 }, () => newId());
test.each([[[]], [["not an id"]], [tooMany], [["a", "a"]]])(
  "ids that make no table are refused: %j",
  async (ids) => {
    expect(await codeOf(describeTable(portal.staff, ids))).toBe("VALIDATION");
  },
);
