/** PATCH /cloud/{c}/project/{p} (docs/service "Project"). */
import { beforeAll, describe, expect, test } from "vitest";
import type { ProjectRecord, ProjectTreeRecord } from "#lib/service/contract/records.ts";
import { ANY_DATE, inEachEncoding, ok, refused } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeProject, type Ids } from "#tests/support/operations/stage.ts";
import { NOT_AN_IMAGE, PIXEL, PIXEL_URL } from "#tests/support/pixel.ts";

testOperation("updateProject", (operation) => {
  let ids: Ids;
  let project: ProjectRecord;
  beforeAll(async () => {
    const stage = operation.stage();
    ids = await makeProject(stage, stage.ids, { description: "kept" });
    project = await read();
  });
  const read = async (): Promise<ProjectRecord> => (await operation.read(ids)) as ProjectRecord;

  test("200 with the whole record: what is sent is changed and nothing else, in each encoding", async () => {
    for (const [encoding, body] of inEachEncoding({ name: "After", status: "D", cloud: "1", id: "1" })) {
      const answer = await operation.call({ ids, body });
      const changed = { ...project, name: "After", status: "D", updated_at: ANY_DATE };
      expect(answer, encoding).toEqual(ok(changed));
      expect(await read()).toEqual(answer.body);
    }
  });

  test("200 for each of the six fields, set and taken away again", async () => {
    const { modelId } = operation.stage().ids;
    const parent = Number((await makeProject(operation.stage()))["projectId"]);
    const set = {
      name: "Six",
      logo: PIXEL_URL,
      description: "d",
      status: "A",
      parent_id: parent,
      main_model_id: Number(modelId),
    };
    const whole = { ...(await read()), updated_at: ANY_DATE };
    expect(await operation.call({ ids, body: set })).toEqual(ok({ ...whole, ...set }));
    const none = { logo: null, description: null, parent_id: null, main_model_id: null };
    expect(await operation.call({ ids, body: none })).toEqual(ok({ ...whole, ...set, ...none }));
    const file = new FormData();
    file.set("logo", new Blob([PIXEL]), "logo.png");
    for (const body of [file, undefined])
      expect(await operation.call({ ids, body })).toMatchObject(ok({ logo: PIXEL_URL }));
  });

  test.each<[field: string, value: unknown, sentence: string]>([
    ["name", null, "This field may not be null."],
    ["name", "", "This field may not be blank."],
    ["name", "n".repeat(257), "Ensure this field has no more than 256 characters."],
    ["logo", "x", "Enter a valid URL."],
    ["logo", "data:image/png;base64,AAAA", NOT_AN_IMAGE],
    ["description", 5, "Not a valid string."],
    ["status", "X", '"X" is not a valid choice.'],
    ["parent_id", "1", "A valid integer is required."],
    ["parent_id", 2147483647, 'Invalid pk "2147483647" - object does not exist.'],
    ["main_model_id", true, "A valid integer is required."],
    ["main_model_id", 2147483647, 'Invalid pk "2147483647" - object does not exist.'],
  ])("400 for %s that is %j, and nothing is changed", async (field, value, sentence) => {
    const before = await read();
    const body = { name: "Not taken", [field]: value };
    expect(await operation.call({ ids, body })).toEqual(refused({ [field]: [sentence] }));
    expect(await read()).toEqual(before);
  });

  describe("moving a project", () => {
    const move = (own: Ids, parent: Ids) =>
      operation.call({ ids: own, body: { parent_id: Number(parent["projectId"]) } });

    async function makeChain(): Promise<[Ids, Ids, Ids]> {
      const stage = operation.stage();
      const cloud = await makeCloud(stage);
      const a = await makeProject(stage, cloud);
      const b = await makeProject(stage, cloud, { parent_id: Number(a["projectId"]) });
      return [a, b, await makeProject(stage, cloud, { parent_id: Number(b["projectId"]) })];
    }

    async function readTrees({ cloudId = "" }: Ids): Promise<ProjectTreeRecord[]> {
      const { body } = await operation.stage().first("GET", `/cloud/${cloudId}/project/subtree`);
      return body as ProjectTreeRecord[];
    }

    test("below itself or one of its own is 400, and nothing has moved", async () => {
      const [a, b, c] = await makeChain();
      const before = await readTrees(a);
      const circle = refused({ parent_id: ["A project cannot be put below itself."] });
      for (const [one, parent] of [[a, a], [a, b], [a, c], [b, c]] as const) {
        expect(await move(one, parent)).toEqual(circle);
      } // oxfmt-ignore
      expect(await readTrees(a)).toEqual(before);
      expect(await move(c, a)).toMatchObject({ status: 200 });
      expect(await move(b, c)).toMatchObject({ status: 200 });
      const [root] = await readTrees(a);
      expect(String(root?.children[0]?.children[0]?.id)).toBe(b["projectId"]);
    });

    test("at the same moment as others that would close a circle together: one of them is refused", async () => {
      const stage = operation.stage();
      const cloud = await makeCloud(stage);
      for (let round = 0; round < 15; round += 1) {
        const ring = [];
        for (let count = 0; count < 3; count += 1) ring.push(await makeProject(stage, cloud));
        const [a, b, c] = ring as [Ids, Ids, Ids];
        const answers = await Promise.all([move(a, b), move(b, c), move(c, a)]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400]);
      }
    });
  });
});
