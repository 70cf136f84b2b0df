/** DELETE /cloud/{c} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { NOT_FOUND, NO_CONTENT } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { findFile, makeCloud, makeDocument, makeProject } from "#tests/support/operations/stage.ts";

testOperation("deleteCloud", (operation) => {
  test("204 without a body, and everything in it is gone; then 404", async () => {
    const stage = operation.stage();
    const ids = await makeDocument(stage, await makeProject(stage, await makeCloud(stage)));
    const path = operation.addressOf(ids);
    const untilFileIsGone = await findFile(stage, ids);
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    for (const below of ["", "/project", `/project/${ids["projectId"] ?? ""}`, "/invitation", "/size"]) {
      const { status, body } = await stage.first("GET", path + below);
      expect({ status, body }, below).toEqual(NOT_FOUND);
    }
    await untilFileIsGone();
  });
});
