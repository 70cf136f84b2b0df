/** PATCH /cloud/{c}/user/{u} (docs/service "Members"). */
import { beforeAll, expect, test } from "vitest";
import { inEachEncoding, ok, refused } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeMember, type Ids } from "#tests/support/operations/stage.ts";

testOperation("changeCloudUser", (operation) => {
  let ids: Ids;
  beforeAll(async () => {
    const cloud = await makeCloud(operation.stage());
    ids = { ...cloud, userId: await makeMember(operation.stage(), cloud) };
  });

  test("200 with the member in the new role, in each encoding; nothing else of the person changes", async () => {
    const before = await operation.read(ids);
    const [, ...forms] = inEachEncoding({ cloud_role: "100", email: "x@example.org", id: "1" });
    for (const [encoding, body] of [
      ["JSON", { cloud_role: 100, email: "x@example.org", id: 1 }],
      ...forms,
    ] as const) {
      const answer = await operation.call({ ids, body });
      expect(answer, encoding).toEqual(ok({ ...(before as object), cloud_role: 100 }));
      expect(await operation.read(ids)).toEqual(answer.body);
      expect(await operation.call({ ids, body: { cloud_role: 50 } })).toEqual(ok(before));
    }
    for (const body of [{}, undefined]) {
      expect(await operation.call({ ids, body })).toEqual(ok(before));
    }
  });

  test.each([
    [25, '"25" is not a valid choice.'],
    ["owner", "A valid integer is required."],
  ])("400 for the role %s, and nothing is changed", async (role, sentence) => {
    const before = await operation.read(ids);
    expect(await operation.call({ ids, body: { cloud_role: role } })).toEqual(
      refused({ cloud_role: [sentence] }),
    );
    expect(await operation.read(ids)).toEqual(before);
  });
});
