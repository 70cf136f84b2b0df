/** GET /cloud/{c}/project/{p}/user (docs/service "People of a project"). */
import { expect, test } from "vitest";
import { callAsGiven, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import {
  answerInvitation,
  makeCloud,
  makeProject,
  makeProjectInvitation,
  makeProjectMember,
  newAddress,
} from "#tests/support/operations/stage.ts";

testOperation("listProjectUsers", (operation) => {
  test("200 with members and pending invitations in one array, by id; who only belongs to the cloud is not there", async () => {
    const stage = operation.stage();
    const ids = await makeProject(stage, await makeCloud(stage));
    expect(await operation.call({ ids })).toEqual(ok([]));
    const [invited, member, declined] = [newAddress(), newAddress(), newAddress()];
    const pendingId = Number(await makeProjectInvitation(stage, ids, invited));
    const memberId = Number(await makeProjectMember(stage, ids, member));
    await answerInvitation(stage, await makeProjectInvitation(stage, ids, declined), "D");
    const user = await stage.service.db.serviceUser.findUniqueOrThrow({ where: { email: member } });
    const pending = { id: pendingId, user_id: null, invitation_id: pendingId, email: invited, role: 25 };
    const unknown = { firstname: null, lastname: null, profile_picture: null, sub: null };
    const joined = {
      id: memberId,
      user_id: user.id,
      invitation_id: null,
      email: member,
      firstname: "Élodie",
      lastname: "Marchand",
      profile_picture: null,
      sub: user.sub,
      role: 50,
    };
    expect(await operation.call({ ids })).toEqual(ok([{ ...pending, ...unknown }, joined]));
  });

  test("200 without another application's pending invitations, with the members, in a cloud that was given", async () => {
    const member = { id: Number(operation.stage().ids["projectUserId"]), invitation_id: null };
    expect(await callAsGiven(operation)).toMatchObject(ok([member]));
  });
});
