/** PATCH /cloud/{c} (docs/service "Cloud"). */
import { beforeAll, expect, test } from "vitest";
import type { CloudRecord } from "#lib/service/contract/records.ts";
import { ANY_DATE, inEachEncoding, ok, refused } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, type Ids } from "#tests/support/operations/stage.ts";
import { NOT_A_FILE, NOT_AN_IMAGE, PIXEL, PIXEL_URL } from "#tests/support/pixel.ts";

testOperation("updateCloud", (operation) => {
  let ids: Ids;
  let cloud: CloudRecord;
  beforeAll(async () => {
    ids = await makeCloud(operation.stage());
    cloud = (await operation.read(ids)) as CloudRecord;
  });

  test("200 with the whole record: what is sent is changed and nothing else, in each encoding", async () => {
    for (const [encoding, body] of inEachEncoding({ name: "After", id: "1", is_default: "true" })) {
      const answer = await operation.call({ ids, body });
      const expected = { ...cloud, name: "After", updated_at: ANY_DATE };
      expect(answer, encoding).toEqual(ok(expected));
      expect((answer.body as CloudRecord).updated_at >= cloud.updated_at).toBe(true);
      expect(await operation.read(ids)).toEqual(answer.body);
    }
  });

  test("200 for a body without anything to change", async () => {
    const before = (await operation.read(ids)) as CloudRecord;
    for (const body of [undefined, {}]) {
      expect(await operation.call({ ids, body })).toEqual(ok({ ...before, updated_at: ANY_DATE }));
    }
  });

  test("an image is set from a file, and removed with null or an empty field", async () => {
    const image = new FormData();
    image.set("image", new Blob([PIXEL]), "pixel.png");
    const steps: [body: unknown, image: string | null][] = [
      [image, PIXEL_URL],
      [{ image: null }, null],
      [image, PIXEL_URL],
      [new URLSearchParams({ image: "" }), null],
    ];
    for (const [body, kept] of steps) {
      expect(await operation.call({ ids, body })).toMatchObject(ok({ image: kept }));
    }
  });

  test.each<[what: string, body: object, sentences: object]>([
    ["an empty name", { name: "" }, { name: ["This field may not be blank."] }],
    ["a name of null", { name: null }, { name: ["This field may not be null."] }],
    [
      "a name of 257 characters",
      { name: "n".repeat(257) },
      { name: ["Ensure this field has no more than 256 characters."] },
    ],
    ["a name that is a number", { name: 5 }, { name: ["Not a valid string."] }],
    ["a name with NUL", { name: "a\0" }, { name: ["Null characters are not allowed."] }],
    ["an image that is a text", { image: "x" }, { image: [NOT_A_FILE] }],
    ["two mistakes", { name: [], image: 1 }, { name: ["Not a valid string."], image: [NOT_A_FILE] }],
  ])("400 for %s, and nothing is changed", async (_what, body, sentences) => {
    const before = await operation.read(ids);
    expect(await operation.call({ ids, body })).toEqual(refused(sentences));
    expect(await operation.read(ids)).toEqual(before);
  });

  test("400 for a file that is no image", async () => {
    const body = new FormData();
    body.set("image", new Blob(["no image"]), "a.png");
    expect(await operation.call({ ids, body })).toEqual(refused({ image: [NOT_AN_IMAGE] }));
  });
});
