import { expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import {
  changeView,
  createView,
  deleteView,
  duplicateView,
  importView,
  restoreView,
} from "#lib/features/views/commands.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { getView, getViewFile, listViews } from "#lib/features/views/queries.ts";
import { VIEWS_PER_PERSON_MAX } from "#lib/features/views/schema.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { addPerson, useAccounts } from "../auth/accounts.ts";

const CONTENT = viewContentSchema.parse({
  ifcClasses: ["IfcDoor"],
  columns: [{ property: "Name" }, { set: "Pset_DoorCommon", property: "FireRating" }],
  filters: [{ column: { set: "Pset_DoorCommon", property: "FireRating" }, op: "contains", text: "EI" }],
});

await useAccounts();
const stopClock = useStoppedClock();

const save = (actor: Actor, name: string, isShared = false) =>
  createView(actor, { name, isShared, content: CONTENT });

test("a private view is its owner's alone; for everybody else it is not there", async () => {
  const [owner, other] = [await addPerson("OPERATOR"), await addPerson("OPERATOR")];
  const administrator = await addPerson("ADMINISTRATOR");
  const view = await save(owner, "Fire doors");
  expect(await getView(owner, view.id)).toEqual(view);
  expect(view.content).toEqual(CONTENT);
  for (const actor of [other, administrator]) {
    expect((await listViews(actor)).some(({ id }) => id === view.id)).toBe(false);
    expect(await codeOf(getView(actor, view.id))).toBe("NOT_FOUND");
    expect(await codeOf(getViewFile(actor, view.id))).toBe("NOT_FOUND");
    expect(await codeOf(duplicateView(actor, view.id))).toBe("NOT_FOUND");
    expect(await codeOf(changeView(actor, { viewId: view.id, version: 1, name: "Mine" }))).toBe("NOT_FOUND");
    expect(await codeOf(deleteView(actor, { viewId: view.id, version: 1 }))).toBe("NOT_FOUND");
  }
});

test("a shared view is for all to use; its owner and administrators change it", async () => {
  const [owner, other] = [await addPerson("OPERATOR"), await addPerson("OPERATOR")];
  const administrator = await addPerson("ADMINISTRATOR");
  const viewer = await addPerson("VIEWER");
  expect(await codeOf(save(viewer, "For all", true))).toBe("FORBIDDEN");
  const own = await save(viewer, "Only mine");
  expect(await codeOf(changeView(viewer, { viewId: own.id, version: 1, isShared: true }))).toBe("FORBIDDEN");

  const view = await save(owner, "For all", true);
  expect(await getView(viewer, view.id)).toMatchObject({
    kind: "shared",
    canChange: false,
    content: CONTENT,
  });
  expect(await codeOf(changeView(other, { viewId: view.id, version: 1, name: "Taken" }))).toBe("FORBIDDEN");
  expect(await codeOf(deleteView(other, { viewId: view.id, version: 1 }))).toBe("FORBIDDEN");
  const copy = await duplicateView(viewer, view.id);
  expect(copy).toMatchObject({ name: "For all", kind: "own", isShared: false });
  expect(
    await changeView(administrator, { viewId: view.id, version: 1, name: "For everybody" }),
  ).toMatchObject({
    name: "For everybody",
    version: 2,
    ownerName: "Sanne Verbeek",
  });
});

test("who changes a view that was changed meanwhile overwrites nothing", async () => {
  const owner = await addPerson("OPERATOR");
  const view = await save(owner, "Doors");
  const wanted = ["A", "B", "C", "D"].map((name) =>
    codeOf(changeView(owner, { viewId: view.id, version: 1, name })),
  );
  const codes = await Promise.all(wanted);
  expect(codes.filter((code) => code === "none")).toHaveLength(1);
  expect(codes.filter((code) => code === "CONFLICT")).toHaveLength(3);
  expect(await codeOf(deleteView(owner, { viewId: view.id, version: 1 }))).toBe("CONFLICT");
  expect((await getView(owner, view.id)).version).toBe(2);
});

test("a name stands once per person, whatever its case; it has 1 to 120 characters", async () => {
  const [owner, other] = [await addPerson("OPERATOR"), await addPerson("OPERATOR")];
  await save(owner, "Doors");
  expect(await codeOf(save(owner, " dOORS "))).toBe("CONFLICT");
  expect(await codeOf(save(other, "Doors"))).toBe("none");
  for (const name of ["", "  ", "a\nb", "x".repeat(121)])
    expect(await codeOf(save(owner, name))).toBe("VALIDATION");
  expect((await save(owner, "é".repeat(120))).name).toHaveLength(120);
});

test("a deleted view can be taken back for a day, beside one that has its name by now", async () => {
  const [owner, other] = [await addPerson("OPERATOR"), await addPerson("OPERATOR")];
  const clock = stopClock();
  const view = await save(owner, "Doors");
  await deleteView(owner, { viewId: view.id, version: 1 });
  expect(await codeOf(getView(owner, view.id))).toBe("NOT_FOUND");
  await save(owner, "Doors");
  expect(await codeOf(restoreView(other, view.id))).toBe("NOT_FOUND");
  const restored = await restoreView(owner, view.id);
  expect(restored).toMatchObject({ id: view.id, name: "Doors 2", content: CONTENT });
  expect(await codeOf(restoreView(owner, view.id))).toBe("NOT_FOUND");
  await deleteView(owner, { viewId: view.id, version: 3 });
  clock.ms += 24 * 3_600_000 + 1;
  expect(await codeOf(restoreView(owner, view.id))).toBe("NOT_FOUND");
  const rows = await getDb().audit.findMany({ where: { actorId: owner.staffId }, orderBy: { seq: "asc" } });
  expect(rows.map(({ action }) => action)).toEqual([
    ...["view.create", "view.delete", "view.create", "view.restore", "view.delete"],
  ]);
});

test("a view goes out as a file and comes in again; a file that is none is refused with every problem", async () => {
  const [owner, other] = [await addPerson("OPERATOR"), await addPerson("VIEWER")];
  const view = await save(owner, "Fire doors");
  const { text } = await getViewFile(owner, view.id);
  expect(await importView(other, text)).toMatchObject({
    name: "Fire doors",
    isShared: false,
    content: CONTENT,
  });
  expect((await importView(other, text)).name).toBe("Fire doors 2");
  const broken = text.replace('"contains"', '"resembles"').replace('"IfcDoor"', '"Door"');
  await expect(importView(other, broken)).rejects.toMatchObject({
    code: "VALIDATION",
    details: {
      fieldErrors: {
        file: expect.arrayContaining([
          expect.stringMatching(/^content\.ifcClasses\[0\]: /),
          expect.stringMatching(/^content\.filters\[0\]/),
        ]) as unknown,
      },
    },
  });
});

test("ready-made views are there for everybody, can be duplicated and not changed", async () => {
  const viewer = await addPerson("VIEWER");
  const [first] = await listViews(viewer);
  expect(first).toMatchObject({ id: "doors", kind: "standard", canChange: false });
  expect(await codeOf(getView(viewer, "constructor"))).toBe("NOT_FOUND");
  expect(await codeOf(changeView(viewer, { viewId: "doors", version: 1, name: "x" }))).toBe("VALIDATION");
  expect(await codeOf(deleteView(viewer, { viewId: "doors", version: 1 }))).toBe("NOT_FOUND");
  expect(await duplicateView(viewer, "doors")).toMatchObject({ name: "Doors", kind: "own", canChange: true });
});

test("no more views than the limit, however many are saved at once; none too large to keep", async () => {
  const owner = await addPerson("OPERATOR");
  const at = new Date();
  const row = {
    ownerId: owner.staffId,
    content: { version: 1, content: CONTENT },
    createdAt: at,
    updatedAt: at,
  };
  await getDb().view.createMany({
    data: Array.from({ length: VIEWS_PER_PERSON_MAX - 1 }, (_, n) => ({
      ...row,
      id: newId(),
      name: `V${String(n)}`,
    })),
  });
  const codes = await Promise.all(["A", "B", "C"].map((name) => codeOf(save(owner, name))));
  expect(codes.sort()).toEqual(["RATE_LIMITED", "RATE_LIMITED", "none"]);
  const columns = Array.from({ length: 1_000 }, (_, n) => ({ set: "x".repeat(300), property: String(n) }));
  const large = { name: "Large", isShared: false, content: { ...CONTENT, columns } };
  expect(await codeOf(createView(await addPerson("OPERATOR"), large))).toBe("VALIDATION");
});
