/** Models are renamed, processed again and deleted at their service, one or many: each with its result, and with its rows in the audit. */
import { beforeEach, describe, expect, test } from "vitest";
import { answers } from "#lib/features/connections/capabilities.ts";
import { changeModels, renameModel } from "#lib/features/models/changes/changes.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import { openOriginal } from "#lib/features/models/changes/original.ts";
import { listModels } from "#lib/features/models/queries.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { formKey, pieces, usePortal } from "./portal.ts";

const never = new AbortController().signal;
const TEXT = "ISO-10303-21; a file of no model";

const portal = await usePortal();
const actor = await portal.actor();
const administrator = await portal.actor("ADMINISTRATOR", "Milan de Vries");
const { cloudId } = await portal.makeCloud(actor, "Changes");
const { projectId } = await portal.makeProject(actor, cloudId, "Blok D");
beforeEach(async () => {
  await portal.db.capability.deleteMany();
});

/** A model that the service has finished reading, successfully or not. */
async function upload(fileName: string, status: "C" | "E" | "P" = "E"): Promise<number> {
  const content = pieces(TEXT);
  const { modelId } = await uploadModel(actor, { key: formKey(), projectId, fileName, content });
  await portal.db.serviceModel.update({ where: { id: modelId ?? 0 }, data: { status } });
  return modelId ?? 0;
}

const statusOf = async (id: number): Promise<string | null> =>
  (await portal.db.serviceModel.findUnique({ where: { id } }))?.status ?? null;

const auditOf = (modelId: number): Promise<string[]> =>
  portal.trail({ objectType: "model", objectId: `${projectId}~${String(modelId)}` });

describe("one model", () => {
  test("is renamed; the name of its file stays", async () => {
    const modelId = await upload("draft.ifc");
    const model = `${projectId}~${String(modelId)}`;
    expect(await renameModel(actor, { model, name: "  Tower, north  " })).toEqual({ name: "Tower, north" });
    const { models } = await listModels(actor, projectId);
    expect(models.find((one) => one.modelId === modelId)).toMatchObject({
      name: "Tower, north",
      fileName: "draft.ifc",
    });
    expect(await auditOf(modelId)).toEqual(["model.change INTENDED", "model.change DONE"]);
    portal.proxy.clear();
    await renameModel(actor, { model, name: "Tower, north" });
    expect(portal.proxy.received.filter(({ method }) => method === "PATCH")).toEqual([]);
    for (const name of ["", "   ", "x".repeat(513), "a\0b"])
      expect(await codeOf(renameModel(actor, { model, name }))).toBe("VALIDATION");
  });

  test("is downloaded byte for byte; where the service gives no files, that is said", async () => {
    const modelId = await upload("original.ifc");
    const opened = await openOriginal(actor, projectId, modelId, never);
    if ("elsewhere" in opened) throw new Error("It is at the service itself.");
    expect(opened).toMatchObject({ fileName: "original.ifc", bytes: Buffer.byteLength(TEXT) });
    expect(Buffer.concat(await Array.fromAsync(opened.answer.body)).toString()).toBe(TEXT);

    portal.proxy.inject("GET", /\/file$/, answer(405, "{}"));
    await expect(openOriginal(actor, projectId, modelId, never)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("does not give out the files"),
    });
    expect(await answers(portal.connectionId, "downloadDocument")).toBe(false);
    expect(await codeOf(openOriginal(actor, projectId, 999_999, never))).toBe("NOT_FOUND");
  });

  test("a service that cannot rename says so, and nothing is changed", async () => {
    const modelId = await upload("fixed name.ifc");
    portal.proxy.inject("PATCH", /\/ifc\/\d+$/, answer(405, "{}"));
    await expect(
      renameModel(actor, { model: `${projectId}~${String(modelId)}`, name: "Other" }),
    ).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("does not offer this") });
    expect(await auditOf(modelId)).toEqual(["model.change INTENDED", "model.change REFUSED"]);
  });
});

describe("several models", () => {
  test("each is deleted with its file and has its own result; what is gone or unclear holds up no other", async () => {
    const names = Array.from({ length: 8 }, (_, n) => `bulk ${String(n)}.ifc`);
    const ids: number[] = [];
    for (const name of names) ids.push(await upload(name));
    const [gone = 0, refused = 0, unclear = 0, ...good] = ids;
    await portal.db.serviceModel.delete({ where: { id: gone } });
    const locked = answer(403, '{"detail":"This model is locked."}');
    portal.proxy.inject("DELETE", new RegExp(`/ifc/${String(refused)}$`), locked);
    portal.proxy.inject("DELETE", new RegExp(`/ifc/${String(unclear)}$`), { kind: "resetAfter" });
    const results = await changeModels(administrator, projectId, ids, "delete");
    expect(results.map(({ modelId }) => modelId)).toEqual(ids);
    expect(results.map(({ is }) => is)).toEqual(["left", "refused", "unknown", ...good.map(() => "done")]);
    expect(results[0]?.words).toContain("not there any more");
    expect(results[1]?.words).toContain("This model is locked.");
    expect(results[2]?.words).toContain("No certain answer");
    for (const id of good) {
      expect(await statusOf(id)).toBeNull();
      expect(await auditOf(id)).toEqual(["model.delete INTENDED", "model.delete DONE"]);
    }
    expect(await auditOf(refused)).toEqual(["model.delete INTENDED", "model.delete REFUSED"]);
    expect(await auditOf(unclear)).toEqual(["model.delete INTENDED", "model.delete UNKNOWN"]);
    expect(await auditOf(gone)).toEqual([]);
    // The uncertain one was carried out: asking again finds that out, and nothing is done twice.
    expect(await changeModels(administrator, projectId, [unclear], "delete")).toMatchObject([{ is: "left" }]);
  });

  test("what is being processed is left to that; the others are processed again", async () => {
    const [failed, ready, waiting] = [
      await upload("failed.ifc", "E"),
      await upload("ready.ifc", "C"),
      await upload("waiting.ifc", "P"),
    ];
    const results = await changeModels(actor, projectId, [failed, ready, waiting], "process");
    expect(results.map(({ is }) => is)).toEqual(["done", "done", "left"]);
    expect(results[2]?.words).toContain("processing this model already");
    for (const id of [failed, ready]) {
      expect(await auditOf(id)).toEqual(["model.process-again INTENDED", "model.process-again DONE"]);
      expect(["P", "W", "I", "E"]).toContain(await statusOf(id));
    }
    expect(await auditOf(waiting)).toEqual([]);
  });

  test("the role decides: nothing is sent for whoever may not", async () => {
    const modelId = await upload("guarded.ifc");
    const viewer = await portal.actor("VIEWER", "Noor");
    for (const [who, act] of [
      [viewer, "process"],
      [viewer, "delete"],
      [actor, "delete"],
    ] as const)
      expect(await codeOf(changeModels(who, projectId, [modelId], act))).toBe("FORBIDDEN");
    expect(await codeOf(renameModel(viewer, { model: `${projectId}~${String(modelId)}`, name: "x" }))).toBe(
      "FORBIDDEN",
    );
    expect(await auditOf(modelId)).toEqual([]);
    expect(await statusOf(modelId)).toBe("E");
  });
});
