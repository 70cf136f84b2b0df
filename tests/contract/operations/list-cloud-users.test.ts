/** GET /cloud/{c}/user (docs/service "User"). */
import { expect, test } from "vitest";
import { ANY_DATE, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeMember, newAddress } from "#tests/support/operations/stage.ts";

testOperation("listCloudUsers", (operation) => {
  test("200 with a bare array of whole records, and nothing secret", async () => {
    const stage = operation.stage();
    const ids = await makeCloud(stage);
    expect(await operation.call({ ids })).toEqual(ok([]));
    const email = newAddress();
    const id = Number(await makeMember(stage, ids, email));
    const { sub } = await stage.service.db.serviceUser.findUniqueOrThrow({ where: { id } });
    const whole = {
      id,
      email,
      firstname: "Élodie",
      lastname: "Marchand",
      created_at: ANY_DATE,
      updated_at: ANY_DATE,
      cloud_role: 50,
      project_role: null,
      provider: "portico",
      sub,
      profile_picture: null,
    };
    expect(await operation.call({ ids })).toEqual(ok([whole]));
  });
});
