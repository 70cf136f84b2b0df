/** DELETE /cloud/{c}/project/{p}/invitation/{i} (docs/service "People of a project"). */
import { expect, test } from "vitest";
import { NOT_FOUND, NO_CONTENT } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import {
  answerInvitation,
  makeInvitation,
  makeProject,
  makeProjectInvitation,
} from "#tests/support/operations/stage.ts";

testOperation("cancelProjectInvitation", (operation) => {
  test("204 without a body, then it is in no answer any more", async () => {
    const stage = operation.stage();
    const project = await makeProject(stage);
    const ids = { ...project, projectInvitationId: await makeProjectInvitation(stage, project) };
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    const path = operation.addressOf(ids).replace(/\/invitation\/\d+$/, "");
    for (const list of ["invitation", "user"])
      expect((await stage.first("GET", `${path}/${list}`)).body).toEqual([]);
  });

  test("204 for one that was declined, 404 for one that was accepted", async () => {
    const stage = operation.stage();
    for (const [state, expected] of [["D", NO_CONTENT], ["A", NOT_FOUND]] as const) {
      const projectInvitationId = await makeProjectInvitation(stage, stage.ids);
      await answerInvitation(stage, projectInvitationId, state);
      expect(await operation.call({ ids: { ...stage.ids, projectInvitationId } }), state).toEqual(expected);
    } // oxfmt-ignore
  });

  test("404 for an invitation to the cloud; it stays, and the cloud's address takes none of a project", async () => {
    const stage = operation.stage();
    const { first, ids } = stage;
    const { cloudId: cloud = "" } = ids;
    const ofCloud = await makeInvitation(stage, ids);
    expect(await operation.call({ ids: { ...ids, projectInvitationId: ofCloud } })).toEqual(NOT_FOUND);
    const ofProject = ids["projectInvitationId"] ?? "";
    expect((await first("DELETE", `/cloud/${cloud}/invitation/${ofProject}`)).status).toBe(404);
    expect((await first("GET", `/cloud/${cloud}/invitation/${ofProject}`)).status).toBe(404);
    expect((await first("GET", `/cloud/${cloud}/invitation/${ofCloud}`)).status).toBe(200);
    const list = (await operation.readList()) as { id: number }[];
    expect(list.map(({ id }) => String(id))).toContain(ofProject);
  });
});
