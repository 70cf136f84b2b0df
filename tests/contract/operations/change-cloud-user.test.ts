/** PATCH /cloud/{c}/user/{u} (docs/service "Members"). */
import { beforeAll, expect, test } from "vitest";
import { inEachEncoding, refused } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeMember, type Ids } from "#tests/support/operations/stage.ts";

testOperation("changeCloudUser", (operation) => {
  let ids: Ids;
  beforeAll(async () => {
    const cloud = await makeCloud(operation.stage());
    ids = { ...cloud, userId: await makeMember(operation.stage(), cloud) };
  });
  const read = async (): Promise<unknown> =>
    (await operation.stage().first("GET", operation.addressOf(ids))).body;

  test("200 with the member in the new role, in each encoding; nothing else of the person changes", async () => {
    const before = await read();
    const [, ...forms] = inEachEncoding({ cloud_role: "100", email: "x@example.org", id: "1" });
    for (const [encoding, body] of [
      ["JSON", { cloud_role: 100, email: "x@example.org", id: 1 }],
      ...forms,
    ] as const) {
      const answer = await operation.call({ ids, body });
      expect(answer, encoding).toEqual({ status: 200, body: { ...(before as object), cloud_role: 100 } });
      expect(await read()).toEqual(answer.body);
      expect(await operation.call({ ids, body: { cloud_role: 50 } })).toEqual({ status: 200, body: before });
    }
    for (const body of [{}, undefined]) {
      expect(await operation.call({ ids, body })).toEqual({ status: 200, body: before });
    }
  });

  test.each([
    [25, '"25" is not a valid choice.'],
    ["owner", "A valid integer is required."],
  ])("400 for the role %s, and nothing is changed", async (role, sentence) => {
    const before = await read();
    expect(await operation.call({ ids, body: { cloud_role: role } })).toEqual(
      refused({ cloud_role: [sentence] }),
    );
    expect(await read()).toEqual(before);
  });
});
