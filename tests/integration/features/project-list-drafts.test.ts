/** Drafts of lists of projects: a draft sends nothing, and everything in it can be corrected first. */
import { expect, test } from "vitest";
import { projectListCommands } from "#lib/features/projects/lists/kind.ts";
import { prepareProjectList } from "#lib/features/projects/lists/drafts.ts";
import { checkAgain, chooseRow, correctRow, fixRows } from "#lib/features/projects/lists/editing.ts";
import { listOpenProjectLists, type ListRowView } from "#lib/features/projects/lists/queries.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { formKey } from "./portal.ts";
import { useProjectListDesk } from "./project-list-desk.ts";

const CREATE = /\/project$/;

const { portal, actor, cloudId, work, prepare, list, rows, stopped, atService } = await useProjectListDesk();

test("nothing is sent; the same form is one draft; names that are there are left out until a person takes them in", async () => {
  const key = formKey();
  await Promise.all([1, 2, 3].map(() => prepare("First\nFirst\nSecond", key)));
  expect(await portal.db.projectList.count({ where: { key } })).toBe(1);
  expect(portal.proxy.count("POST", CREATE)).toBe(0);
  const id = await prepare("First", key);
  expect(await list(id)).toMatchObject({
    state: "DRAFT",
    total: 3,
    included: 2,
    verdicts: { REPEATED: 1 },
  });
  const repeated = (await rows(id)).find((row) => row.verdict === "REPEATED");
  await chooseRow(actor, { rowId: repeated?.id ?? "", isIncluded: true });
  expect((await list(id)).included).toBe(3);
  expect(await listOpenProjectLists(actor, cloudId())).toMatchObject([{ id }]);
  expect(await projectListCommands.discard(actor, id)).toEqual({ wasDraft: true });
  expect(await codeOf(list(id))).toBe("NOT_FOUND");
});

test("rows are corrected in place: the list is judged anew, and what cannot be is refused at its field with nothing changed", async () => {
  const id = await prepare(
    ["name,parent,status", "Hause A,,", "Floor 1,House A,", "Floor 2,House A,Z", "Floor 1,Hause A,"].join(
      "\n",
    ),
  );
  const row = async (line: number): Promise<ListRowView> => {
    const found = (await rows(id)).find((each) => each.line === line);
    if (found === undefined) throw new Error(`No row ${String(line)}.`);
    return found;
  };
  const correct = async (line: number, other: Partial<NonNullable<ListRowView["typed"]>>): Promise<void> => {
    const { id: rowId, typed } = await row(line);
    if (typed === null) throw new Error("No draft any more.");
    await correctRow(actor, { rowId, ...typed, ...other });
  };
  const verdicts = async (): Promise<string[]> =>
    (await rows(id)).map(({ line, verdict, place }) => [line, verdict, place ?? ""].join(" "));
  expect(await verdicts()).toEqual([
    "2 GOOD ",
    "5 GOOD under “Hause A”",
    "3 UNKNOWN_PARENT ",
    "4 MALFORMED ",
  ]);
  const before = await rows(id);
  for (const [other, field, reason] of [
    [{ name: "x".repeat(257) }, "name", /256/],
    [{ parent: "Nowhere" }, "parent", /called “Nowhere”/],
    [{ parent: "404" }, "parent", /no project 404/],
    [{ mainModelId: "twelve" }, "mainModelId", /not a number/],
  ] as const) {
    await expect(correct(3, other)).rejects.toMatchObject({
      code: "VALIDATION",
      details: { fieldErrors: { [field]: [expect.stringMatching(reason)] } },
    });
  }
  expect(await rows(id)).toEqual(before);
  await correct(4, { status: "D" });
  expect(await verdicts()).toContain("4 UNKNOWN_PARENT ");
  await correct(2, { name: "House A" });
  expect(await verdicts()).toEqual([
    "2 GOOD ",
    "3 GOOD under “House A”",
    "4 GOOD under “House A”",
    "5 UNKNOWN_PARENT ",
  ]);
  await correct(5, { parent: "House A" });
  expect((await row(5)).detail).toBe("Under “House A”, line 3 has this name already.");
  await correct(5, { name: "Floor 3" });
  await projectListCommands.start(actor, id);
  await expect(correct(5, { name: "Too late" })).rejects.toThrow("No draft any more.");
  await work();
  expect(await stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 4 } });
  const made = (await atService()).map(({ name }) => name);
  expect(made).toEqual(["House A", "Floor 1", "Floor 2", "Floor 3"]);
});

test("one fix is taken for several rows: those that are ticked, or all of a verdict", async () => {
  const there = await portal.makeProject(actor, cloudId(), "There");
  const id = await prepare(
    [
      "name,parent",
      "There,",
      "Twice,",
      "Twice,",
      "Room,There",
      "Lost 1,Blok A",
      "Lost 2,Blok A",
      "Block A,",
    ].join("\n"),
  );
  expect((await list(id)).verdicts).toEqual({ GOOD: 3, EXISTS: 1, REPEATED: 1, UNKNOWN_PARENT: 2 });
  const lost = { listId: id, rows: "UNKNOWN_PARENT" } as const;
  expect(await fixRows(actor, { ...lost, fix: "create" })).toEqual({ changed: 0, left: 2 });
  await expect(fixRows(actor, { ...lost, fix: "place", parent: "Nowhere" })).rejects.toMatchObject({
    details: { fieldErrors: { parent: [expect.stringMatching(/^“Lost 1”: Nothing in this file/)] } },
  });
  expect(await fixRows(actor, { ...lost, fix: "place", parent: "Block A" })).toEqual({
    changed: 2,
    left: 0,
  });
  expect((await rows(id)).filter(({ name }) => name.startsWith("Lost")).map(({ place }) => place)).toEqual([
    ...["under “Block A”", "under “Block A”"],
  ]);
  const [twice] = (await rows(id)).filter(({ verdict }) => verdict === "REPEATED");
  const rowIds = [twice?.id ?? "", (await rows(id)).find(({ verdict }) => verdict === "EXISTS")?.id ?? ""];
  await expect(fixRows(actor, { listId: id, rows: "selected", fix: "create" })).rejects.toMatchObject({
    details: { fieldErrors: { rows: ["Select at least one row."] } },
  });
  await fixRows(actor, { listId: id, rows: "selected", rowIds, fix: "create" });
  expect((await rows(id)).find(({ name }) => name === "Room")?.place).toBe("under “There”");
  expect((await list(id)).included).toBe(7);
  await fixRows(actor, { listId: id, rows: "REPEATED", fix: "leave-out" });
  await fixRows(actor, { listId: id, rows: "EXISTS", fix: "leave-out" });
  await projectListCommands.start(actor, id);
  await work();
  expect(await stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 5 } });
  const room = await portal.db.serviceProject.findFirstOrThrow({ where: { name: "Room" } });
  expect(room.parentId).toBe(there.number);
  expect(await codeOf(fixRows(actor, { listId: id, rows: "all", fix: "leave-out" }))).toBe("CONFLICT");
});

test("a list is judged anew beside what the service has by now; who prepared it before rows kept what was typed loses nothing", async () => {
  const id = await prepare("name,parent\nHouse,\nFloor,House\nLater,Elsewhere");
  await portal.db
    .$executeRaw`UPDATE project_list_row SET typed = NULL WHERE list_id = ${id}::uuid AND verdict = 'GOOD'`;
  await portal.makeProject(actor, cloudId(), "Elsewhere");
  await checkAgain(actor, id);
  expect((await rows(id)).map(({ name, verdict, place }) => [name, verdict, place])).toEqual([
    ["House", "GOOD", null],
    ["Floor", "GOOD", "under “House”"],
    ["Later", "GOOD", "under “Elsewhere”"],
  ]);
});

test("a workbook, two sources and an empty list are refused by what they are", async () => {
  const base = { key: formKey(), cloudId: cloudId() };
  const zip = { name: "projects.xlsx", bytes: new Uint8Array([0x50, 0x4b, 3, 4, 0]) };
  const csv = { name: "projects.csv", bytes: Buffer.from("name\nA") };
  for (const [input, reason] of [
    [{ ...base, file: zip }, /workbook/],
    [{ ...base, text: "A", file: csv }, /Use only one of them/],
    [base, /list is empty/],
  ] as const) {
    await expect(prepareProjectList(actor, input)).rejects.toMatchObject({
      details: { fieldErrors: { text: [expect.stringMatching(reason)] } },
    });
  }
});
