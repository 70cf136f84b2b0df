/** GET /cloud/{c}/project/{p}/user (docs/service "People of a project"). */
import { expect, test } from "vitest";
import { callAsGiven } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import {
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
    expect(await operation.call({ ids })).toEqual({ status: 200, body: [] });
    const [invited, member, declined] = [newAddress(), newAddress(), newAddress()];
    const pendingId = Number(await makeProjectInvitation(stage, ids, invited));
    const memberId = Number(await makeProjectMember(stage, ids, member));
    const declinedId = Number(await makeProjectInvitation(stage, ids, declined));
    const { db } = stage.service;
    await db.serviceInvitation.update({ where: { id: declinedId }, data: { state: "D" } });
    const user = await db.serviceUser.findUniqueOrThrow({ where: { email: member } });
    const pending = { id: pendingId, user_id: null, invitation_id: pendingId, email: invited, role: 25 };
    const unknown = { firstname: null, lastname: null, profile_picture: null, sub: null };
    expect(await operation.call({ ids })).toEqual({
      status: 200,
      body: [
        { ...pending, ...unknown },
        {
          id: memberId,
          user_id: user.id,
          invitation_id: null,
          email: member,
          firstname: "Élodie",
          lastname: "Marchand",
          profile_picture: null,
          sub: user.sub,
          role: 50,
        },
      ],
    });
  });

  test("200 without another application's pending invitations, with the members, in a cloud that was given", async () => {
    expect(await callAsGiven(operation)).toMatchObject({
      status: 200,
      body: [{ id: Number(operation.stage().ids["projectUserId"]), invitation_id: null }],
    });
  });
});
