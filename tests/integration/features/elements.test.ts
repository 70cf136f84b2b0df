import { afterEach, expect, test, vi } from "vitest";
import type { Column } from "#lib/elements/columns.ts";
import { RELATIONS_SET } from "#lib/elements/relations/relation-columns.ts";
import { after, now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { WireRow } from "#lib/elements/wire.ts";
import { readElementsAgain } from "#lib/features/elements/commands.ts";
import { evictSnapshots, sweepSnapshots } from "#lib/features/elements/eviction.ts";
import { getReadingState, openElementTable, type ElementTable } from "#lib/features/elements/queries.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import { stopReadings, waitForReading } from "#lib/features/elements/reading.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { readElementRows, readSnapshotMeta } from "#tests/support/element-rows.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { until } from "#tests/support/until.ts";
import { ELEMENTS, manyDoors, useElementPortal } from "./element-portal.ts";

const portal = await useElementPortal("revit2020-ifc4-rooms.ifc");
const [modelId = 0] = portal.models;
const moveClock = useMovedClock();

afterEach(async () => {
  portal.proxy.clear();
  await stopReadings();
  await forgetReadings();
  // A connection of another revision has a separate circuit: no test has to wait for a pause caused by another test's failures.
  await portal.db.connection.updateMany({ data: { revision: { increment: 1 } } });
});

async function stateOf(id: string): Promise<string> {
  return (await portal.db.snapshot.findUniqueOrThrow({ where: { id } })).state;
}

async function forgetReadings(): Promise<void> {
  await portal.db.snapshot.deleteMany({});
  await sweepSnapshots();
}

const RAW = /\/element\/raw/;
const SIGN_IN_PAGE = answer(200, "<!doctype html><title>Sign in</title>");
const ANY_TEXT: unknown = expect.any(String);

function containing(text: string): unknown {
  return expect.stringContaining(text);
}

const { cloudId, projectId } = portal;

function open(ifcClass?: string): Promise<ElementTable> {
  return openElementTable(portal.staff, { cloudId, projectId, modelId, ifcClass });
}

/** Makes a new reading of the doors. */
function readAgain(): Promise<{ snapshotId: string }> {
  return readElementsAgain(portal.staff, { cloudId, projectId, modelId, ifcClass: "IfcDoor" });
}

/** The table of a page that shows one; otherwise the page's state. */
function tableOf(page: ElementTable): SnapshotView {
  if (page.state !== "open") throw new Error(`the page is ${page.state}`);
  if (page.table.state !== "ready") throw new Error(`the table is ${JSON.stringify(page.table)}`);
  return page.table.snapshot;
}

/** The page once none of its data is being read any more. */
function openRead(ifcClass?: string): Promise<ElementTable> {
  return until("the table", async () => {
    const page = await open(ifcClass);
    return page.state === "open" && page.table.state === "reading" ? null : page;
  });
}

async function openReady(ifcClass: string): Promise<SnapshotView> {
  return tableOf(await openRead(ifcClass));
}

type Answer = Record<string, Record<string, Record<string, unknown>>>;

test("a model's page begins with its doors, counts its classes, and shows the service's values", async () => {
  const page = await openRead();
  expect(page).toMatchObject({ state: "open", ifcClass: "IfcDoor", modelName: ANY_TEXT });
  const table = tableOf(page);
  const doors = JSON.parse(await portal.askService(modelId, "IfcDoor")) as Answer;
  expect(table.rows).toBe(Object.keys(doors).length);
  expect(table.rows).toBeGreaterThan(0);
  if (page.state === "open") {
    expect(page.choices.counted).toContainEqual({ ifcClass: "IfcDoor", count: table.rows });
    expect(page.choices.catalogue).toContain("IfcWindow");
  }
  const rows = await readElementRows(portal.staff, table.id, 0, 500);
  const { columns } = await readSnapshotMeta(table.id);
  expect(rows.map((row) => row.id)).toEqual(Object.keys(doors));
  for (const row of rows) {
    // A set without properties has no column to show.
    const sets = Object.entries(doors[row.id] ?? {}).filter(([, values]) => Object.keys(values).length > 0);
    // The relations of an element come from another answer (element-relations.test.ts).
    const shown = Object.entries(asNested(row, columns)).filter(([set]) => set !== RELATIONS_SET);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(sets));
  }
});

/** A row as the service writes elements; missing properties are left out. */
function asNested(row: WireRow, columns: readonly Column[]): Record<string, Record<string, unknown>> {
  const nested: Record<string, Record<string, unknown>> = { attributes: {} };
  for (const [place, column] of columns.entries()) {
    const cell = row.cells[place];
    if (cell === 0 || cell === undefined) continue;
    const set = (nested[column.origin === "attribute" ? "attributes" : column.set] ??= {});
    if (cell === null || typeof cell !== "object") set[column.property] = cell;
    else set[column.property] = JSON.parse(Object.values(cell)[0] as string) as unknown;
  }
  return nested;
}

/** The unit of an attribute. */
async function unitOf(table: SnapshotView, property: string): Promise<string | null | undefined> {
  const { columns } = await readSnapshotMeta(table.id);
  return columns.find((column) => column.property === property && column.origin === "attribute")?.unit;
}

/** Which requests the connection is known to answer. */
async function knownAnswer(operation: "getRawElements"): Promise<boolean | null> {
  const { connectionId } = portal;
  const row = await portal.db.capability.findFirst({ where: { connectionId, operation } });
  return row?.answers ?? null;
}

test("numbers have the units that the service states in its raw answer", async () => {
  const doors = await openReady("IfcDoor");
  expect(await unitOf(doors, "OverallHeight")).toBe("mm");
  expect(await unitOf(doors, "OverallWidth")).toBe("mm");
  expect(await unitOf(doors, "Name")).toBeNull();
  const windows = await openReady("IfcWindow");
  expect(await unitOf(windows, "OverallHeight")).toBe("mm");
  expect(await knownAnswer("getRawElements")).toBe(true);
});

test("a raw answer that cannot be read costs the units, never the table, and is said; read again, they are there", async () => {
  const fault = answer(500, '{"detail":"A fault of the service."}');
  const cut = { kind: "truncate", framing: "length", bytes: 1_000 } as const;
  for (const unreadable of [fault, SIGN_IN_PAGE, cut]) {
    await forgetReadings();
    portal.proxy.clear();
    portal.proxy.inject("GET", RAW, unreadable, 9);
    const doors = await openReady("IfcDoor");
    expect(doors.rows).toBeGreaterThan(0);
    expect(await unitOf(doors, "OverallHeight")).toBeNull();
    expect(doors.warnings.map(({ message }) => message)).toContainEqual(containing("units are missing"));
  }
  portal.proxy.clear();
  await readAgain();
  const healed = await until("units", async () => {
    const table = await openReady("IfcDoor");
    return (await unitOf(table, "OverallHeight")) === "mm" ? table : null;
  });
  expect(JSON.stringify(healed.warnings)).not.toContain("units are missing");
});

test("a service without raw answers is remembered as one, and its units are not stated", async () => {
  await portal.db.capability.deleteMany({ where: { operation: "getRawElements" } });
  portal.proxy.inject("GET", RAW, answer(404, '{"detail":"Not found."}'), 9);
  const doors = await openReady("IfcDoor");
  expect(await unitOf(doors, "OverallHeight")).toBeNull();
  expect(JSON.stringify(doors.warnings)).not.toContain("units are missing");
  expect(await knownAnswer("getRawElements")).toBe(false);
  await portal.db.capability.deleteMany({ where: { operation: "getRawElements" } });
});

test("what was read is used again, in any spelling of the class, until the model changes", async () => {
  const before = portal.elementRequests();
  const first = await openReady("IfcDoor");
  expect((await openReady("ifcDOOR")).id).toBe(first.id);
  expect(portal.elementRequests()).toBe(before + 1);
  await portal.db.serviceModel.update({ where: { id: modelId }, data: { updatedAt: after(5_000) } });
  expect((await openReady("IfcDoor")).id).not.toBe(first.id);
  expect(portal.elementRequests()).toBe(before + 2);
});

test("ten askers at once make one request", async () => {
  const before = portal.elementRequests();
  const tables = await Promise.all(Array.from({ length: 10 }, () => openReady("IfcWindow")));
  expect(new Set(tables.map((table) => table.id)).size).toBe(1);
  expect(portal.elementRequests()).toBe(before + 1);
});

test("reading again makes a new table and leaves the open one readable", async () => {
  const first = await openReady("IfcDoor");
  const again = await readAgain();
  expect(again.snapshotId).not.toBe(first.id);
  expect((await openReady("IfcDoor")).id).toBe(again.snapshotId);
  expect(await readElementRows(portal.staff, first.id, 0, 500)).toHaveLength(first.rows);
});

test("a cut answer gives no table, says so, and is not asked for again by a reload", async () => {
  for (const framing of ["length", "chunked", "close"] as const) {
    await forgetReadings();
    portal.proxy.clear();
    portal.proxy.inject("GET", ELEMENTS, { kind: "truncate", framing, bytes: 1_000 });
    const page = await openRead("IfcDoor");
    if (page.state !== "open" || page.table.state !== "failed") throw new Error(JSON.stringify(page));
    expect(page.table.message).toMatch(/cut off after|could not be read to their end/);
    expect(page.table.reference).toBe(portal.staff.requestId);
    expect(await getStorage().listChildren("snapshots")).toEqual([]);
    const asked = portal.elementRequests();
    expect(await open("IfcDoor")).toMatchObject({ table: { state: "failed" } });
    expect(portal.elementRequests()).toBe(asked);
  }
  await readAgain();
  expect((await openReady("IfcDoor")).rows).toBeGreaterThan(0);
});

test("after a failed second reading the first stays on the page, with the reason", async () => {
  const first = await openReady("IfcDoor");
  portal.proxy.inject("GET", ELEMENTS, SIGN_IN_PAGE);
  await readAgain();
  const page = await open("IfcDoor");
  expect(tableOf(page).id).toBe(first.id);
  expect(page).toMatchObject({ table: { stale: { message: containing("web page") } } });
});

test("a service that refuses is quoted", async () => {
  portal.proxy.inject("GET", ELEMENTS, answer(403, '{"detail":"You lack the scope model:read."}'));
  expect(await open("IfcDoor")).toMatchObject({
    table: { state: "failed", message: containing("You lack the scope model:read.") },
  });
});

test("when the service is silent, what was read before is shown with its age", async () => {
  const kept = await openReady("IfcDoor");
  portal.proxy.inject("GET", /./, { kind: "resetBefore" }, 50);
  const page = await open();
  expect(tableOf(page).id).toBe(kept.id);
  expect(page).toMatchObject({ model: null, table: { stale: { message: ANY_TEXT } } });
  await forgetReadings();
  expect(await open()).toMatchObject({ state: "serviceSilent", reference: ANY_TEXT });
});

test("a reading that hangs shows how far it is, and a dead reader's is taken over", async () => {
  portal.proxy.inject("GET", ELEMENTS, { kind: "stall", bytes: 3_000 });
  const page = await open("IfcDoor");
  if (page.state !== "open" || page.table.state !== "reading") throw new Error(JSON.stringify(page));
  const { snapshotId } = page.table.reading;
  expect(await getReadingState(portal.staff, snapshotId)).toMatchObject({ state: "reading" });
  await stopReadings();
  expect(await getReadingState(portal.staff, snapshotId)).toMatchObject({ state: "failed" });

  const dead = await portal.db.snapshot.update({
    where: { id: snapshotId },
    data: { state: "READING", leaseUntil: after(20_000) },
  });
  expect(await open("IfcDoor")).toMatchObject({ table: { state: "reading", reading: { snapshotId } } });
  const later = dead.leaseUntil.getTime() - now().getTime() + 1;
  moveClock(later);
  portal.proxy.inject("GET", ELEMENTS, answer(200, manyDoors(5_000)));
  const table = await openReady("IfcDoor");
  expect(table).toMatchObject({ rows: 5_000 });
  expect(table.id).not.toBe(snapshotId);
  expect(await stateOf(snapshotId)).toBe("FAILED");
});

test("a class that no schema has is not asked for; one without elements is an empty table", async () => {
  const before = portal.elementRequests();
  const suggestions: unknown = expect.arrayContaining(["IfcDoor"]);
  expect(await open("IfcDor")).toMatchObject({ table: { state: "unknownClass", suggestions } });
  expect(portal.elementRequests()).toBe(before);
  expect((await openReady("IfcChimney")).rows).toBe(0);
});

test("a model that is not ready has no table, a model that is not there no page", async () => {
  await portal.db.serviceModel.update({ where: { id: modelId }, data: { status: "I" } });
  expect(await open("IfcDoor")).toMatchObject({ state: "notReady", model: { state: "running" } });
  await portal.db.serviceModel.update({ where: { id: modelId }, data: { status: "C" } });
  const query = { cloudId, projectId, modelId: 999_999 };
  expect(await codeOf(openElementTable(portal.staff, query))).toBe("NOT_FOUND");
  expect(await codeOf(openElementTable(portal.staff, { ...query, cloudId: newId() }))).toBe("NOT_FOUND");
});

test("a table that is not of the registry cannot be read", async () => {
  expect(await codeOf(readElementRows(portal.staff, newId(), 0, 10))).toBe("NOT_FOUND");
  for (const id of [newId(), "../../etc/passwd", ""]) {
    await expect(readElementRows(portal.staff, id, 0, 10)).rejects.toThrow();
    expect(await codeOf(getReadingState(portal.staff, id))).toBe("NOT_FOUND");
  }
});

test("a table whose files are gone is read again", async () => {
  const first = await openReady("IfcDoor");
  const { sha256 } = await readSnapshotMeta(first.id);
  await getStorage().deletePrefix(`snapshots/${first.id}`);
  const lost = await open("IfcDoor");
  expect(lost.state === "open" && lost.table.state === "failed" && lost.table.message).toContain(
    "Read the elements again",
  );
  const second = await openReady("IfcDoor");
  expect(second.id).not.toBe(first.id);
  expect((await readSnapshotMeta(second.id)).sha256).toBe(sha256);
});

test("the oldest tables go when the disk's share is used up, those in use stay", async () => {
  const doors = await openReady("IfcDoor");
  const walls = await openReady("IfcWall");
  expect(await evictSnapshots(0)).toBe(0);
  moveClock(11 * 60_000);
  await readElementRows(portal.staff, walls.id, 0, 1);
  expect(await evictSnapshots(0)).toBe(1);
  expect(await codeOf(readElementRows(portal.staff, doors.id, 0, 1))).toBe("NOT_FOUND");
  expect(await readElementRows(portal.staff, walls.id, 0, 1)).toHaveLength(1);
  expect(await getStorage().listChildren("snapshots")).toEqual([walls.id]);
});

test("a reading is ready for whoever waits, however long older ones take to be removed", async () => {
  const old = await openReady("IfcDoor");
  await portal.db.snapshot.update({ where: { id: old.id }, data: { storedBytes: 2n ** 40n } });
  moveClock(11 * 60_000);
  const removed = Promise.withResolvers<undefined>();
  const remove = vi.spyOn(getStorage(), "deletePrefix").mockImplementationOnce(() => removed.promise);
  await open("IfcWall");
  const { id } = await portal.db.snapshot.findFirstOrThrow({ where: { ifcClass: "IfcWall" } });
  try {
    // Longer than this test may take.
    expect((await waitForReading(id, { deadlineMs: 600_000 }))?.state).toBe("READY");
    await expect.poll(() => remove.mock.calls).toEqual([[`snapshots/${old.id}`]]);
  } finally {
    removed.resolve(undefined);
  }
});

test("a start removes files that no reading owns and ends readings of dead processes", async () => {
  const kept = await openReady("IfcDoor");
  const orphan = newId();
  await using work = await getStorage().makeWorkFolder();
  await getStorage().publishFolder(work.path, `snapshots/${orphan}`);
  const dead = await portal.db.snapshot.update({
    where: { id: (await openReady("IfcWall")).id },
    data: { state: "READING", leaseUntil: after(-1) },
  });
  await sweepSnapshots();
  expect(await getStorage().listChildren("snapshots")).toEqual([kept.id]);
  expect(await stateOf(dead.id)).toBe("FAILED");
});
