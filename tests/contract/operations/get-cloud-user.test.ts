/** GET /cloud/{c}/user/{u} (docs/service "Members"). */
import { expect, test } from "vitest";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeMember } from "#tests/support/operations/stage.ts";

testOperation("getCloudUser", (operation) => {
  test("200 with the record that the list has", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const ids = { ...cloud, userId: await makeMember(stage, cloud) };
    const answer = await operation.call({ ids });
    expect(answer).toMatchObject({ status: 200, body: { id: Number(ids.userId), cloud_role: 50 } });
    expect(await operation.readList(ids)).toEqual([answer.body]);
  });
});
