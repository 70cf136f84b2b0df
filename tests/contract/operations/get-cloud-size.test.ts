/** GET /cloud/{c}/size (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeDocument, makeProject } from "#tests/support/operations/stage.ts";

testOperation("getCloudSize", (operation) => {
  test("200 with the bytes of all documents of the cloud", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const sizeOf = (bytes: number): object =>
      ok({ managed_by_cloud_size: bytes, managed_by_other_size: 0, total: bytes });
    expect(await operation.call({ ids: cloud })).toEqual(sizeOf(0));
    for (const count of [1, 2]) {
      await makeDocument(stage, await makeProject(stage, cloud));
      expect(await operation.call({ ids: cloud })).toEqual(sizeOf(count * "of the meeting".length));
    }
  });
});
