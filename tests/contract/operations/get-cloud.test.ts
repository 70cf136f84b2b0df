/** GET /cloud/{c} (docs/service "Cloud"). */
import { expect, test } from "vitest";
import { ANY_DATE } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud } from "#tests/support/operations/stage.ts";

testOperation("getCloud", (operation) => {
  test("200 with the whole record", async () => {
    const ids = await makeCloud(operation.stage());
    expect(await operation.call({ ids })).toEqual({
      status: 200,
      body: {
        id: Number(ids["cloudId"]),
        name: "Own",
        features: [],
        marketplace_apps: [],
        organization: null,
        creator: null,
        is_default: false,
        image: null,
        creator_app: `Application ${operation.stage().service.first.clientId}`,
        created_at: ANY_DATE,
        updated_at: ANY_DATE,
      },
    });
  });

  test("HEAD answers its headers without content", async () => {
    const { first } = operation.stage();
    const answer = await first("HEAD", operation.addressOf());
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: null });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });
});
