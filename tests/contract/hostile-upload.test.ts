/**
 * Files made to do harm, sent as a customer would send them: each ends either as E, with errors that a person understands, or as C, and the
 * service keeps answering.
 */
import { afterAll, expect, test } from "vitest";
import { openModelService, uploadModel } from "#tests/support/model-service.ts";
import { HOSTILE_FILES } from "#tests/support/hostile-ifc.ts";

const stage = await openModelService();
afterAll(() => stage.stop());

const sendable = HOSTILE_FILES.filter((file) => file.name !== "an empty file");

test.each(sendable)("$name", async ({ fileName, bytes, expect: state, says }) => {
  const model = await uploadModel(stage.first, stage.project, fileName, Uint8Array.from(bytes()));
  expect(model.status).toBe(state);
  if (state === "E") {
    expect(model.errors?.length).toBeGreaterThan(0);
    expect(model.errors?.join("\n")).toMatch(says ?? /./);
  } else {
    const answer = await stage.first("GET", `${stage.project}/ifc/${String(model.id)}/element/simple`);
    expect(answer.status).toBe(200);
  }
  expect((await stage.first("GET", stage.project)).status).toBe(200);
});

test("the service still reads a good file after all of them", async () => {
  const good = HOSTILE_FILES.find((file) => file.expect === "C");
  if (good === undefined) throw new Error("there is no good file among them");
  const bytes = Uint8Array.from(good.bytes());
  expect((await uploadModel(stage.first, stage.project, good.fileName, bytes)).status).toBe("C");
});
