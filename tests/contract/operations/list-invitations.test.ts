/** GET /cloud/{c}/invitation (docs/service "Invitation": pending ones sent by the calling application only). */
import { expect, test } from "vitest";
import { callAsGiven, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { answerInvitation, makeCloud, makeInvitation, newAddress } from "#tests/support/operations/stage.ts";

testOperation("listInvitations", (operation) => {
  test("200 with a bare array of the pending ones, oldest first", async () => {
    const stage = operation.stage();
    const ids = await makeCloud(stage);
    expect(await operation.call({ ids })).toEqual(ok([]));
    const redirect = `https://platform.example.org/cloud/${ids["cloudId"] ?? ""}`;
    const records = [];
    for (const email of [newAddress(), newAddress(), newAddress()]) {
      const id = Number(await makeInvitation(stage, ids, email));
      records.push({ id, email, redirect_uri: redirect, role: 100 });
    }
    expect(await operation.call({ ids })).toEqual(ok(records));
    const [accepted, declined, pending] = records;
    for (const [record, state] of [[accepted, "A"], [declined, "D"]] as const) {
      await answerInvitation(stage, record?.id ?? 0, state);
    } // oxfmt-ignore
    expect(await operation.call({ ids })).toEqual(ok([pending]));
  });

  test("200 with nothing of another application's, also in a cloud that was given", async () => {
    expect(await callAsGiven(operation)).toEqual(ok([]));
  });
});
