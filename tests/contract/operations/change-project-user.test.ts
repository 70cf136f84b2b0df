/** PATCH /cloud/{c}/project/{p}/user/{id} (docs/service "People of a project"). */
import { expect, test } from "vitest";
import { inEachEncoding, ok, refused } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import {
  makeProject,
  makeProjectInvitation,
  makeProjectMember,
  type Ids,
} from "#tests/support/operations/stage.ts";

type Person = { id: number; role: number };

testOperation("changeProjectUser", (operation) => {
  const makeBoth = async (): Promise<[what: string, ids: Ids][]> => {
    const stage = operation.stage();
    const ids = await makeProject(stage);
    return [
      ["a member", { ...ids, projectUserId: await makeProjectMember(stage, ids) }],
      ["somebody invited", { ...ids, projectUserId: await makeProjectInvitation(stage, ids) }],
    ];
  };
  const read = async (ids: Ids): Promise<Person | undefined> => {
    const list = (await operation.readList(ids)) as Person[];
    return list.find(({ id }) => id === Number(ids["projectUserId"]));
  };

  test("200 with the person in the new role, in each encoding; nothing else changes", async () => {
    for (const [what, ids] of await makeBoth()) {
      const before = await read(ids);
      const [, ...forms] = inEachEncoding({ role: "100", email: "x@example.org" });
      const json = { role: 100, email: "x@example.org", id: 1, user_id: 1 };
      for (const [encoding, body] of [["JSON", json], ...forms] as const) {
        const answer = await operation.call({ ids, body });
        expect(answer, `${what}, ${encoding}`).toEqual(ok({ ...before, role: 100 }));
        expect(await read(ids)).toEqual(answer.body);
        expect(await operation.call({ ids, body: { role: 25 } })).toMatchObject({ body: { role: 25 } });
      }
      const now = await read(ids);
      for (const body of [{}, undefined]) expect(await operation.call({ ids, body })).toEqual(ok(now));
    }
  });

  test.each([
    [75, '"75" is not a valid choice.'],
    ["guest", "A valid integer is required."],
  ])("400 for the role %s, and nothing is changed", async (role, sentence) => {
    for (const [, ids] of await makeBoth()) {
      const before = await read(ids);
      expect(await operation.call({ ids, body: { role } })).toEqual(refused({ role: [sentence] }));
      expect(await read(ids)).toEqual(before);
    }
  });
});
