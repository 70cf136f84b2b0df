/** GET /cloud/{c}/project/{p} (docs/service "Project"). */
import { expect, test } from "vitest";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeProject } from "#tests/support/operations/records.ts";
import { makeProject } from "#tests/support/operations/stage.ts";

testOperation("getProject", (operation) => {
  test("200 with the whole record, its whole cloud inside", async () => {
    const stage = operation.stage();
    const ids = await makeProject(stage, stage.ids, { description: "Second phase" });
    const { body: cloud } = await stage.first("GET", `/cloud/${ids["cloudId"] ?? ""}`);
    const whole = wholeProject(cloud, { id: Number(ids["projectId"]), description: "Second phase" });
    expect(await operation.call({ ids })).toEqual(ok(whole));
  });
});
