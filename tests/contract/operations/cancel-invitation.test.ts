/** DELETE /cloud/{c}/invitation/{i} (docs/service "Invitation"). */
import { expect, test } from "vitest";
import { NOT_FOUND, NO_CONTENT } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { answerInvitation, makeCloud, makeInvitation } from "#tests/support/operations/stage.ts";

testOperation("cancelInvitation", (operation) => {
  test("204 without a body, then it is in no answer any more", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const ids = { ...cloud, invitationId: await makeInvitation(stage, cloud) };
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    expect((await stage.first("GET", operation.addressOf(ids))).status).toBe(404);
    expect(await operation.readList(ids)).toEqual([]);
  });

  test("204 for one that was declined, 404 for one that was accepted", async () => {
    const stage = operation.stage();
    for (const [state, expected] of [["D", NO_CONTENT], ["A", NOT_FOUND]] as const) {
      const invitationId = await makeInvitation(stage, stage.ids);
      await answerInvitation(stage, invitationId, state);
      expect(await operation.call({ ids: { ...stage.ids, invitationId } }), state).toEqual(expected);
    } // oxfmt-ignore
  });
});
