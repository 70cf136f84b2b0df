/** DELETE /cloud/{c}/user/{u} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { NOT_FOUND, NO_CONTENT } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeMember, makeProject, makeProjectMember } from "#tests/support/operations/stage.ts";

testOperation("removeCloudUser", (operation) => {
  test("204 without a body; the person is no member any more, the account stays", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const ids = { ...cloud, userId: await makeMember(stage, cloud) };
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    expect(await operation.readList(ids)).toEqual([]);
    expect(await stage.service.db.serviceUser.count({ where: { id: Number(ids.userId) } })).toBe(1);
  });

  test("204 takes them out of the cloud's projects too, and out of no other cloud's", async () => {
    const stage = operation.stage();
    const { db } = stage.service;
    const cloud = await makeCloud(stage);
    const [inside, elsewhere] = [await makeProject(stage, cloud), await makeProject(stage)];
    const id = Number(await makeProjectMember(stage, inside));
    const { userId } = await db.serviceProjectMember.findUniqueOrThrow({ where: { id } });
    await db.serviceMember.create({ data: { cloudId: Number(cloud["cloudId"]), userId, role: 50 } });
    const projectId = Number(elsewhere["projectId"]);
    await db.serviceProjectMember.create({
      data: { id: 2_147_000_000 + userId, projectId, userId, role: 25 },
    });
    expect(await operation.call({ ids: { ...cloud, userId: String(userId) } })).toEqual(NO_CONTENT);
    expect(await db.serviceProjectMember.findMany({ where: { userId } })).toMatchObject([{ projectId }]);
  });
});
