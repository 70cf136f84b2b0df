import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { getEnv } from "#lib/core/env.ts";
import { newId } from "#lib/core/ids.ts";
import { EVERYTHING, type StateOp, type TableQuery } from "#lib/elements/query/types.ts";
import { fromWire } from "#lib/elements/wire.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { askTable, describeTable, readTablePage, type Asked } from "#lib/features/elements/table.ts";
import { closeTables } from "#lib/features/elements/open-tables.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { readSnapshotMeta } from "#tests/support/element-rows.ts";
import { until } from "#tests/support/until.ts";
import { startElementPortal } from "./element-portal.ts";

const portal = await startElementPortal();
await portal.startJobs();
const modelId = await portal.uploadFixture("ac20-fzk-haus-ifc4.ifc");
const doors = await portal.openTable(modelId, "IfcDoor");
const walls = await portal.openTable(modelId, "IfcWallStandardCase");

afterAll(() => portal.stop());

/** The answer, as soon as it is there. */
async function answered<T>(question: () => Promise<Asked<T>>): Promise<T> {
  const found = await until("the answer", async () => {
    const asked = await question();
    if (asked.state === "answered") return { answer: asked.answer };
    if (asked.state !== "preparing") throw new Error(asked.message);
    return null;
  });
  return found.answer;
}

const page = (snapshots: string[], query: TableQuery, columns: string[] = []) =>
  answered(() => readTablePage(portal.staff, snapshots, { query, columns, offset: 0, limit: 200 }));

test("a class of a real model: rows of the page are the rows of the reading, sorted both ways", async () => {
  const columns = (await readSnapshotMeta(doors.id)).columns.map(({ id }) => id);
  const snapshot = await findSnapshotFiles(doors.id);
  const kept = await Array.fromAsync(snapshot?.iterateRows() ?? []);
  await snapshot?.close();
  const all = await page([doors.id], EVERYTHING, columns);
  expect(all.matches).toBe(doors.rows);
  expect(fromWire(all.rows)).toEqual(kept);

  const up = await page(
    [doors.id],
    { ...EVERYTHING, sorts: [{ column: "id", isDescending: false }] },
    columns,
  );
  const down = await page(
    [doors.id],
    { ...EVERYTHING, sorts: [{ column: "id", isDescending: true }] },
    columns,
  );
  expect(up.rows.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).sort());
  expect(down.rows).toEqual(up.rows.toReversed());
});

test("two classes are one table: counts, classes, facets, completeness and one element", async () => {
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
  const filled = await answered(() =>
    askTable(portal.staff, ids, (table) => table.completeness(onlyWalls, null)),
  );
  expect(filled.rows).toBe(walls.rows);
  const { columns } = await readSnapshotMeta(walls.id);
  const fillOfWalls = new Map(columns.map((column) => [column.id, column.fill.present]));
  for (const { id, fill } of filled.columns) expect(fill.present).toBe(fillOfWalls.get(id) ?? 0);

  const last = found.rows.at(-1);
  const element = await answered(() =>
    askTable(portal.staff, ids, (table) => table.element(last?.row ?? 0, onlyWalls)),
  );
  expect(element?.id).toBe(last?.id);
  expect(element?.place).toBe(found.rows.length - 1);
  expect(element?.source.snapshotId).toBe(walls.id);
  const numeric =
    columns.find(({ kinds, fill }) => kinds.number > 0 && kinds.number === fill.present)?.id ?? "";
  const statistics = await answered(() =>
    askTable(portal.staff, ids, (table) => table.statistics(onlyWalls, numeric)),
  );
  expect(statistics.numbers.count).toBe(fillOfWalls.get(numeric));
});

test("a column that only another class has is named, and absent in every row", async () => {
  const about = (op: StateOp): TableQuery => ({ ...EVERYTHING, filters: [{ column: "cNOTTHERE", op }] });
  const found = await page([doors.id], about("notPresent"));
  expect(found.unknownColumns).toEqual(["cNOTTHERE"]);
  expect(found.matches).toBe(doors.rows);
  expect((await page([doors.id], about("present"))).matches).toBe(0);
});

test("an index that is gone or damaged is made again", async () => {
  const query: TableQuery = { ...EVERYTHING, search: "e" };
  const before = await page([doors.id], query);
  await closeTables();
  const folder = path.join(getEnv().dataDir, "cache", "tables");
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
  expect(await page([doors.id], query)).toEqual(before);
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
  const unknown = await readTablePage(portal.staff, [newId()], {
    query: EVERYTHING,
    columns: [],
    offset: 0,
    limit: 10,
  });
  expect(unknown.state).toBe("expired");
  const row = await portal.db.snapshot.findUniqueOrThrow({ where: { id: walls.id } });
  await portal.db.snapshot.update({ where: { id: row.id }, data: { state: "READING" } });
  expect((await describeTable(portal.staff, [doors.id, walls.id])).state).toBe("reading");
  await portal.db.snapshot.update({ where: { id: row.id }, data: { state: "READY" } });

  await closeTables();
  await getStorage().deletePrefix(`snapshots/${walls.id}`);
  expect((await describeTable(portal.staff, [walls.id])).state).toBe("expired");
  expect((await portal.db.snapshot.findUniqueOrThrow({ where: { id: walls.id } })).state).toBe("FAILED");
});

test.each([[[]], [["not an id"]], [[newIds(21)].flat()], [["a", "a"]]])(
  "ids that make no table are refused: %j",
  async (ids) => {
    await expect(describeTable(portal.staff, ids)).rejects.toMatchObject({ code: "VALIDATION" });
  },
);

function newIds(count: number): string[] {
  return Array.from({ length: count }, () => newId());
}
