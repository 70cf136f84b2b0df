/** DELETE /cloud/{c}/user/{u} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { NOT_FOUND, NO_CONTENT } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeMember } from "#tests/support/operations/stage.ts";

testOperation("removeCloudUser", (operation) => {
  test("204 without a body; the person is no member any more, the account stays", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const ids = { ...cloud, userId: await makeMember(stage, cloud) };
    expect(await operation.call({ ids: { ...stage.ids, userId: ids.userId } })).toEqual(NOT_FOUND);
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    expect((await stage.first("GET", operation.addressOf(ids).replace(/\/\d+$/, ""))).body).toEqual([]);
    expect(await stage.service.db.serviceUser.count({ where: { id: Number(ids.userId) } })).toBe(1);
  });
});
