/** GET /cloud/{c}/invitation/{i} (docs/service "Invitation"). */
import { expect, test } from "vitest";
import { NOT_FOUND, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { answerInvitation, makeInvitation, newAddress, type Ids } from "#tests/support/operations/stage.ts";

testOperation("getInvitation", (operation) => {
  test("200 with the whole record while it is pending, 404 afterwards", async () => {
    const stage = operation.stage();
    const email = newAddress();
    const invitationId = await makeInvitation(stage, stage.ids, email);
    const ids: Ids = { ...stage.ids, invitationId };
    const redirect = `https://platform.example.org/cloud/${ids["cloudId"] ?? ""}`;
    const record = { id: Number(invitationId), email, redirect_uri: redirect, role: 100 };
    expect(await operation.call({ ids })).toEqual(ok(record));
    await answerInvitation(stage, invitationId, "A");
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
  });
});
