import { expect, test } from "vitest";
import { projectListCommands } from "#lib/features/projects/lists/kind.ts";
import { iterateProjectListCsv } from "#lib/features/projects/lists/csv.ts";
import { prepareProjectList } from "#lib/features/projects/lists/drafts.ts";
import { chooseRow } from "#lib/features/projects/lists/editing.ts";
import { listProjectRows } from "#lib/features/projects/lists/queries.ts";
import { rehearseProjectList } from "#lib/features/projects/lists/rehearsing.ts";
import { findRehearsal } from "#lib/features/rehearsals/queries.ts";
import { until } from "#tests/support/until.ts";
import { uniqueName, usePlanDesk } from "./plan-desk.ts";
import { formKey } from "./portal.ts";

const PROJECT = /\/project$/;
const desk = await usePlanDesk();
const { portal, sanne } = desk;

/** A draft under a Cloud that has one project. */
async function prepare(
  lines: (parentId: number) => string[],
): Promise<{ listId: string; cloudServiceId: number }> {
  const { makeCloud, makeProject } = portal;
  const actor = sanne;
  const { cloudId, number: cloudServiceId } = await makeCloud(actor, uniqueName("Kanaalzone"));
  const top = await makeProject(actor, cloudId, "There already");
  const text = lines(top.number).join("\n");
  const listId = await prepareProjectList(actor, { key: formKey(), cloudId, text });
  return { listId, cloudServiceId };
}

async function rehearsed(listId: string) {
  await rehearseProjectList(sanne, listId);
  return until("the rehearsal has ended", async () => {
    const found = await findRehearsal({ listId });
    return found?.endedAt === null ? null : found;
  });
}

test("each row gets the service's answer, under stand-ins of what is there; the Cloud itself is left alone", async () => {
  const { db, proxy } = portal;
  const { listId, cloudServiceId } = await prepare((parentId) => [
    "name,parent,parent_id,main_model_id,logo",
    `Below it,,${String(parentId)},,`,
    'Refused,,,,"data:image/png;base64,bm8gaW1hZ2U="',
    "Under that,Refused,,,",
    "With a model,,,7,",
    "There already,,,,",
  ]);
  const sent = proxy.count("POST", PROJECT);
  await desk.work();
  expect(await rehearsed(listId)).toMatchObject({
    state: "DONE",
    total: 4,
    outcomes: { CREATED: 2, REFUSED: 1, HELD_BACK: 1 },
  });
  const { rows } = await listProjectRows(sanne, { listId });
  const answers = new Map(rows.map(({ name, rehearsed: answer }) => [name, answer]));
  expect(answers.get("Below it")?.outcome).toBe("CREATED");
  expect(answers.get("Refused")).toMatchObject({
    outcome: "REFUSED",
    words: expect.stringMatching(/logo/) as unknown,
  });
  expect(answers.get("Under that")?.outcome).toBe("HELD_BACK");
  expect(answers.get("With a model")?.words).toMatch(/main model was ignored/);
  // Left out because of its verdict, so it was not rehearsed; including it afterwards does not change that.
  const twin = rows.find((row) => row.name === "There already");
  await chooseRow(sanne, { rowId: twin?.id ?? "", isIncluded: true });
  expect(answers.get("There already")).toBeNull();
  expect(proxy.count("POST", PROJECT)).toBe(sent);
  expect(await db.serviceProject.count({ where: { cloudId: cloudServiceId } })).toBe(1);
  expect(await db.serviceCloud.count({ where: { creatorApp: { isRehearsal: true } } })).toBe(0);
  await projectListCommands.start(sanne, listId);
  await expect(rehearseProjectList(sanne, listId)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("the result is a file with every row, names as they are for programs, guarded against formulas for spreadsheets", async () => {
  const { listId } = await prepare(() => ["name,parent_id", "=HYPERLINK(1),", "Nowhere,999999"]);
  const lines = await Array.fromAsync(iterateProjectListCsv(sanne, listId, "programs"));
  expect(lines).toEqual([
    "Line,Name,Parent project,Check result,Result,Number,Why,Operation\r\n",
    expect.stringMatching(/^2,=HYPERLINK\(1\),,Ready,Not sent yet,,,\r\n$/),
    expect.stringMatching(/^3,Nowhere,under project 999999,Unknown parent,Left out,,.*999999.*,\r\n$/),
  ]);
  const guarded = await Array.fromAsync(iterateProjectListCsv(sanne, listId, "spreadsheets"));
  expect(guarded[1]).toMatch(/^2;'=HYPERLINK\(1\);;Ready;Not sent yet;;;\r\n$/);
});
