/** Drafts of lists of invitations: several rows are put right at once, before anything is sent. */
import { expect, test } from "vitest";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { fixRows, includeRow } from "#lib/features/invitations/lists/editing.ts";
import { useListDesk } from "./list-desk.ts";

const desk = await useListDesk();
const { portal, sanne } = desk;

test("several rows are fixed at once: what cannot be fixed that way stays, and decisions about other rows stay too", async () => {
  await desk.invite("waits@example.org");
  await portal.db.cloud.update({ where: { id: desk.cloudId() }, data: { invitationsReadAt: null } });
  const others = ["nobody", "c@@old.example", "d@old.example", "waits@example.org"];
  const id = await desk.prepare(["a@gmial.com", "b@gmial.com", ...others].join("\n"));
  const fix = (wanted: object): ReturnType<typeof fixRows> =>
    fixRows(sanne, { listId: id, rows: "selected", fix: "leave-out", ...wanted });
  const shown = async (): Promise<unknown[]> =>
    (await desk.rows(id)).map((row) => [row.email ?? row.typed, row.verdict, row.isIncluded]);
  const idOf = async (email: string): Promise<string> => (await desk.row(id, email)).id;
  await includeRow(sanne, { rowId: await idOf("waits@example.org"), isIncluded: true });
  await includeRow(sanne, { rowId: await idOf("d@old.example"), isIncluded: false });
  expect(await fix({ rows: "LOOK_ALIKE", fix: "suggestion" })).toEqual({ changed: 2, left: 0 });
  expect(await fix({ rows: "MALFORMED", fix: "suggestion" })).toEqual({ changed: 1, left: 1 });
  const firstThree = [
    ["a@gmail.com", "GOOD", true],
    ["b@gmail.com", "GOOD", true],
    ["nobody", "MALFORMED", false],
  ];
  expect(await shown()).toEqual([
    ...firstThree,
    ["c@old.example", "GOOD", true],
    ["d@old.example", "GOOD", false],
    ["waits@example.org", "INVITED", true],
  ]);
  const old = [await idOf("c@old.example"), await idOf("d@old.example")];
  await expect(fix({ rowIds: old, fix: "domain", domain: "no domain" })).rejects.toMatchObject({
    details: { fieldErrors: { domain: [expect.any(String)] } },
  });
  await expect(fix({ rowIds: [] })).rejects.toMatchObject({
    details: { fieldErrors: { rows: ["Select at least one row."] } },
  });
  expect(await fix({ rowIds: old, fix: "domain", domain: "gmail.com" })).toEqual({ changed: 2, left: 0 });
  expect(await fix({ rows: "all", fix: "leave-out" })).toEqual({ changed: 6, left: 0 });
  expect(await fix({ rows: "all", fix: "include" })).toEqual({ changed: 5, left: 1 });
  expect(await shown()).toEqual([
    ...firstThree,
    ["c@gmail.com", "GOOD", true],
    ["d@gmail.com", "GOOD", true],
    ["waits@example.org", "INVITED", true],
  ]);
  expect(desk.carriedOut()).toBe(1);
  await invitationListCommands.start(sanne, id);
  await expect(fix({ rows: "all" })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("10,000 rows are fixed at once", async () => {
  const text = Array.from({ length: 10_000 }, (_, nth) => `p${String(nth)}@gmial.com`).join("\n");
  const id = await desk.prepare(text);
  const all = { listId: id, rows: "LOOK_ALIKE", fix: "suggestion" } as const;
  expect(await fixRows(sanne, all)).toEqual({ changed: 10_000, left: 0 });
  expect(await desk.list(id)).toMatchObject({ verdicts: { GOOD: 10_000 }, included: 10_000 });
});
