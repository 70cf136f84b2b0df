/** PATCH …/ifc/{m}, also as …/model/{m} (docs/service "Neighbouring operations"). */
import { beforeAll, expect, test } from "vitest";
import type { ModelRecord } from "#lib/service/contract/records.ts";
import { ANY_DATE, inEachEncoding, ok, refused, testSpellings } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel, type Ids } from "#tests/support/operations/stage.ts";

testOperation("updateModel", (operation) => {
  let ids: Ids;
  let model: ModelRecord;
  beforeAll(async () => {
    ids = await makeModel(operation.stage());
    model = await read();
  });
  const read = async (): Promise<ModelRecord> => (await operation.read(ids)) as ModelRecord;

  testSpellings(
    "200 with the whole record: what is sent is changed and nothing else, in each encoding",
    async (spelling) => {
      const others = { status: "E", id: "1", document_id: "7", version: "x" };
      for (const [encoding, body] of inEachEncoding({ name: `Tower ${spelling}`, ...others })) {
        const answer = await operation.call({ ids, body, spelling });
        const changed = { ...model, name: `Tower ${spelling}`, updated_at: ANY_DATE };
        expect(answer, encoding).toEqual(ok(changed));
        expect(await read()).toEqual(answer.body);
      }
    },
  );

  test("200 for archiving it and fetching it back, and for a name of null or of 512 characters", async () => {
    const whole = { ...(await read()), updated_at: ANY_DATE };
    const steps: [body: unknown, changed: object][] = [
      [{ archived: true }, { archived: true }],
      [new URLSearchParams({ archived: "false" }), { archived: false }],
      [{ name: null }, { archived: false, name: null }],
      [{ name: "🏛".repeat(512) }, { archived: false, name: "🏛".repeat(512) }],
      [undefined, { archived: false, name: "🏛".repeat(512) }],
    ];
    for (const [body, changed] of steps) {
      expect(await operation.call({ ids, body })).toEqual(ok({ ...whole, ...changed }));
    }
  });

  const NOT_BOOLEAN = ["Must be a valid boolean."];
  test.each<[what: string, body: unknown, sentences: object]>([
    ["a name that is a number", { name: 4 }, { name: ["Not a valid string."] }],
    ["an empty name", { name: "" }, { name: ["This field may not be blank."] }],
    [
      "a name of 513 characters",
      { name: "n".repeat(513) },
      { name: ["Ensure this field has no more than 512 characters."] },
    ],
    ["a name with NUL", { name: "\0" }, { name: ["Null characters are not allowed."] }],
    ["archived in words", { archived: "perhaps" }, { archived: NOT_BOOLEAN }],
    ["archived that is null", { archived: null }, { archived: NOT_BOOLEAN }],
    ["archived as JSON text", { archived: "true" }, { archived: NOT_BOOLEAN }],
    ["archived in words, in a form", new URLSearchParams({ archived: "yes" }), { archived: NOT_BOOLEAN }],
    ["two mistakes", { archived: 1, name: [] }, { archived: NOT_BOOLEAN, name: ["Not a valid string."] }],
  ])("400 for %s, and nothing is changed", async (_what, body, sentences) => {
    const before = await read();
    expect(await operation.call({ ids, body })).toEqual(refused(sentences));
    expect(await read()).toEqual(before);
  });
});
