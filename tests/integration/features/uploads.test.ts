import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listClassChoices } from "#lib/features/elements/class-choices.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import { listModels } from "#lib/features/models/queries.ts";
import { getModelAtService, getModelSource } from "#lib/features/models/source.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { formKey, pieces, usePortal } from "./portal.ts";

const portal = await usePortal();
const actor = await portal.actor();
const { cloudId } = await portal.makeCloud(actor, "Models");
const { projectId } = await portal.makeProject(actor, cloudId, "Blok C");

const DOCUMENT = /\/document$/;
const MODELS = /\/ifc$/;

function upload(
  fileName: string,
  content: AsyncIterable<Uint8Array>,
  sizeBytes: number | null,
): ReturnType<typeof uploadModel> {
  return uploadModel(actor, { key: formKey(), projectId, fileName, sizeBytes, content });
}

describe("uploading", () => {
  test.each([true, false])("the file arrives byte for byte (length stated: %s)", async (isStated) => {
    const text = "ISO-10303-21;\r\n--boundary\r\n\0\u00ff";
    const fileName = `KZN "${isStated ? "stated" : "chunked"}".ifc`;
    const size = isStated ? Buffer.byteLength(text) : null;
    const { operation, modelId } = await upload(fileName, pieces(text.slice(0, 5), text.slice(5)), size);
    expect(operation.state).toBe("DONE");
    const document = await portal.service.db.serviceDocument.findFirstOrThrow({
      where: { model: { id: modelId ?? 0 } },
    });
    expect(document.sha256).toBe(createHash("sha256").update(text).digest("hex"));
    const { models, isChanging } = await listModels(actor, projectId);
    expect(models[0]).toMatchObject({ modelId, state: "waiting", stateWords: "Waiting", isQueryable: false });
    expect(isChanging).toBe(true);
    expect(await getModelAtService(await getModelSource(projectId), modelId ?? 0)).toMatchObject({ modelId });
  });

  test("a transfer that stops before its end was not sent, and can be tried again", async () => {
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(100_000, 65));
      throw new Error("the browser went away");
    }
    const key = formKey();
    const form = { key, projectId, fileName: "broken.ifc", sizeBytes: 200_000 };
    const first = await uploadModel(actor, { ...form, content: breaking() });
    expect(first.operation).toMatchObject({ state: "NOT_SENT", canSend: false, canDiscard: true });
    expect(first.operation.cause).toMatch(/stopped early.*cannot have accepted the file/);
    expect(await portal.service.db.serviceDocument.count({ where: { fileName: "broken.ifc" } })).toBe(0);
    const content = pieces("A".repeat(200_000));
    const second = await uploadModel(actor, { ...form, content });
    expect(second.operation).toMatchObject({ id: first.operation.id, state: "DONE" });
  });

  test("cancelled by the person midway: not sent", async () => {
    const controller = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(1000, 65));
      controller.abort();
      yield Buffer.alloc(1000, 65);
      await new Promise(() => undefined);
    }
    const { operation } = await uploadModel(actor, {
      key: formKey(),
      projectId,
      fileName: "cancelled.ifc",
      sizeBytes: 1_000_000,
      content: endless(),
      signal: controller.signal,
    });
    expect(operation.state).toBe("NOT_SENT");
  });

  test("sent whole and no answer: UNKNOWN", async () => {
    portal.proxy.inject("POST", DOCUMENT, { kind: "resetAfter" });
    const { operation } = await upload("uncertain.ifc", pieces("ISO-10303-21;"), 13);
    expect(operation.state).toBe("UNKNOWN");
    expect(await codeOf(upload("UNCERTAIN.ifc", pieces("ISO-10303-21;"), 13))).toBe("CONFLICT");
  });

  test.each(["plan.dwg", "model.ifc.exe", "", "a\r\nb.ifc"])(
    "the name %j is refused before sending",
    async (fileName) => {
      expect(await codeOf(upload(fileName, pieces("x"), 1))).toBe("VALIDATION");
      expect(portal.proxy.received).toHaveLength(0);
    },
  );

  test("a path is cut to its file name", async () => {
    const { operation } = await upload("..\\..\\etc/passwd/ok.ifc", pieces("ISO-10303-21;"), 13);
    expect(operation.title).toBe("ok.ifc");
  });
});

describe("reading models", () => {
  test("states in words, other kinds and deleted ones told apart, errors as the service says them", async () => {
    const body = JSON.stringify([
      { id: 1, status: "C", type: "IFC", name: "ready" },
      { id: 2, status: "E", type: "IFC", errors: ["record #4711: string not closed", { code: 3 }] },
      { id: 3, status: "I", type: "IFC", progress: { phase: "reading", done: 1, total: 2 } },
      { id: 4, status: "C", type: "DWG", name: "plan" },
      { id: 5, status: "D", type: "IFC" },
      { id: 6 },
      { id: 7, status: "X", errors: null, warnings: "one" },
    ]);
    portal.proxy.inject("GET", MODELS, answer(200, body));
    const { models, isChanging } = await listModels(actor, projectId);
    expect(models.map((model) => [model.modelId, model.state, model.isQueryable])).toEqual([
      [7, "wontFix", false],
      [6, "unstated", true],
      [4, "ready", false],
      [3, "running", false],
      [2, "failed", false],
      [1, "ready", true],
    ]);
    expect(models.find((model) => model.modelId === 2)?.errors).toEqual([
      "record #4711: string not closed",
      '{"code":3}',
    ]);
    expect(isChanging).toBe(true);
  });

  test("a failure is an error with its reason, never an empty list", async () => {
    portal.proxy.inject("GET", MODELS, answer(403, '{"detail":"No scope."}'), 9);
    await expect(listModels(actor, projectId)).rejects.toMatchObject({
      code: "UPSTREAM",
      message: expect.stringMatching(
        /models could not be read: the service answered 403 \(“No scope.”\).*Reference/,
      ),
    });
  });

  test("a safe call is repeated after a reset and after 429, on the same budget", async () => {
    portal.proxy.inject("GET", MODELS, { kind: "resetBefore" });
    portal.proxy.inject("GET", MODELS, answer(429, "{}", { "retry-after": "0" }));
    await expect(listModels(actor, projectId)).resolves.toMatchObject({ isChanging: expect.any(Boolean) });
    expect(portal.proxy.received.filter((seen) => MODELS.test(seen.path))).toHaveLength(3);
  });

  test("an absurd Retry-After is not waited for: the person is told", async () => {
    portal.proxy.inject("GET", MODELS, answer(429, "{}", { "retry-after": "315360000" }));
    await expect(listModels(actor, projectId)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 315_360_000 },
    });
  });

  test("where classes are not told, there is no guess", async () => {
    portal.proxy.inject("GET", /\/classes$/, answer(404, '{"detail":"Not found."}'));
    await portal.db.capability.deleteMany({
      where: { connectionId: portal.connectionId, operation: "listClasses" },
    });
    const { models } = await listModels(actor, projectId);
    const source = await getModelSource(projectId);
    const choices = await Promise.all(models.slice(0, 1).map((model) => listClassChoices(source, model)));
    expect(choices).toMatchObject([{ counted: null }]);
  });
});
