/** GET /cloud/{c}/project/{p}/invitation (docs/service "People of a project"). */
import { expect, test } from "vitest";
import { callAsGiven, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import {
  answerInvitation,
  makeCloud,
  makeInvitation,
  makeProject,
  makeProjectInvitation,
  newAddress,
} from "#tests/support/operations/stage.ts";

testOperation("listProjectInvitations", (operation) => {
  test("200 with the pending ones of this project, oldest first; the cloud's own list does not have them", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const ids = await makeProject(stage, cloud);
    const other = await makeProject(stage, cloud);
    const email = newAddress();
    const toCloud = Number(await makeInvitation(stage, cloud, email));
    const records = [];
    for (const address of [email, newAddress(), newAddress()]) {
      const id = Number(await makeProjectInvitation(stage, ids, address));
      records.push({ id, email: address, redirect_uri: "https://platform.example.org/", role: 25 });
    }
    await makeProjectInvitation(stage, other, email);
    expect(await operation.call({ ids })).toEqual(ok(records));
    const [pending, accepted, declined] = records;
    for (const [record, state] of [[accepted, "A"], [declined, "D"]] as const) {
      await answerInvitation(stage, record?.id ?? 0, state);
    } // oxfmt-ignore
    expect(await operation.call({ ids })).toEqual(ok([pending]));
    const ofCloud = await stage.first("GET", `/cloud/${cloud["cloudId"] ?? ""}/invitation`);
    expect(ofCloud.body).toMatchObject([{ id: toCloud }]);
    expect(ofCloud.body).toHaveLength(1);
  });

  test("200 with nothing of another application's, also in a cloud that was given", async () => {
    expect(await callAsGiven(operation)).toEqual(ok([]));
  });
});
