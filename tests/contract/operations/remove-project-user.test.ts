/** DELETE /cloud/{c}/project/{p}/user/{id} (docs/service "People of a project"). */
import { expect, test } from "vitest";
import { NOT_FOUND, NO_CONTENT } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeProject, makeProjectInvitation, makeProjectMember } from "#tests/support/operations/stage.ts";

testOperation("removeProjectUser", (operation) => {
  test("204 for a member, who stays in the cloud, and for somebody invited, whose link is dead; then 404", async () => {
    const stage = operation.stage();
    const { db } = stage.service;
    const place = await makeProject(stage);
    const member = { ...place, projectUserId: await makeProjectMember(stage, place) };
    const invited = { ...place, projectUserId: await makeProjectInvitation(stage, place) };
    const id = Number(member.projectUserId);
    const { userId } = await db.serviceProjectMember.findUniqueOrThrow({ where: { id } });
    await db.serviceMember.create({ data: { cloudId: Number(place["cloudId"]), userId, role: 50 } });
    for (const ids of [member, invited]) {
      expect(await operation.call({ ids })).toEqual(NO_CONTENT);
      expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    }
    expect(await operation.readList(member)).toEqual([]);
    expect(await db.serviceMember.count({ where: { userId } })).toBe(1);
    expect(await db.serviceInvitation.count({ where: { id: Number(invited.projectUserId) } })).toBe(0);
  });
});
