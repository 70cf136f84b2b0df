/** GET /cloud/{c}/project (docs/service "Project"). */
import { expect, test } from "vitest";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeProject } from "#tests/support/operations/stage.ts";

testOperation("listProjects", (operation) => {
  test("200 with a bare array of whole records, oldest first, also those with status D", async () => {
    const stage = operation.stage();
    const ids = await makeCloud(stage);
    expect(await operation.call({ ids })).toEqual(ok([]));
    const made = [await makeProject(stage, ids), await makeProject(stage, ids, { status: "D" })];
    const records = [];
    for (const { projectId = "" } of made) {
      records.push((await stage.first("GET", `${operation.addressOf(ids)}/${projectId}`)).body);
    }
    expect(await operation.call({ ids })).toEqual(ok(records));
  });
});
