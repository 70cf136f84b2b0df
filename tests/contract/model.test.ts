/**
 * Models of a project (interface.md endpoint 4; wire-facts.md "Model"): list, filters, record, states, changes, and the alias.
 */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelSchema } from "#lib/service/contract/records.ts";
import type { ModelRecord } from "#lib/service/contract/records.ts";
import { makeProject, openModelService, untilRead, upload } from "#tests/support/model-service.ts";
import type { ModelService } from "#tests/support/model-service.ts";
import { until } from "#tests/support/until.ts";
import { signedWire, wire } from "#tests/support/wire.ts";
import type { Wire } from "#tests/support/wire.ts";

let stage: ModelService;
let first: Wire;
let good: ModelRecord;
let bad: ModelRecord;
let fixture: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  stage = await openModelService();
  first = stage.first;
  fixture = Uint8Array.from(await readFile("tests/fixtures/ifc/air-terminal-propertykinds-ifc4.ifc"));
  const cut = fixture.subarray(0, fixture.length / 2);
  const { model_id: goodId } = await upload(first, stage.project, "terminal.ifc", fixture);
  const { model_id: badId } = await upload(first, stage.project, "cut.ifc", cut);
  good = await untilRead(first, stage.project, goodId);
  bad = await untilRead(first, stage.project, badId);
});
afterAll(() => stage.stop());

function list(query = "", segment = "ifc"): Promise<unknown> {
  return first("GET", `${stage.project}/${segment}${query}`).then(({ body }) => body);
}

async function idsOf(query: string): Promise<number[]> {
  return modelSchema
    .array()
    .parse(await list(query))
    .map(({ id }) => id);
}

/** The record once the model has ended again after it was like `before`. */
function untilReadAfter(path: string, before: ModelRecord): Promise<ModelRecord> {
  return until(
    "the model was read again",
    async () => {
      const model = modelSchema.parse((await first("GET", path)).body);
      const isEnded = model.status === "C" || model.status === "E";
      return isEnded && model.updated_at !== before.updated_at ? model : null;
    },
    60_000,
  );
}

describe("the models of a project", () => {
  test("are a bare array of whole records, the same under /ifc and /model", async () => {
    const records = modelSchema.array().parse(await list());
    expect(records.map(({ id }) => id)).toEqual([good.id, bad.id]);
    expect(await list("", "model")).toEqual(records);
    const one = await first("GET", `${stage.project}/model/${String(good.id)}`);
    expect(one).toMatchObject({ status: 200, body: records[0] });
  });

  test("that were read are C with their schema and no errors; a cut file is E with a sentence", () => {
    expect(good).toMatchObject({ status: "C", version: "IFC4", errors: [], name: "terminal.ifc" });
    expect(bad.status).toBe("E");
    expect(bad.errors?.length).toBeGreaterThan(0);
    expect(bad.errors?.join(" ")).not.toMatch(/\bat \/|Error:|undefined/);
    expect(good).not.toHaveProperty("progress");
  });

  test("are filtered by status, type and source, each repeatable", async () => {
    expect(await idsOf("?status=C")).toEqual([good.id]);
    expect(await idsOf("?status=E")).toEqual([bad.id]);
    expect(await idsOf("?status=E&status=C")).toEqual([good.id, bad.id]);
    expect(await idsOf("?status=P")).toEqual([]);
    expect(await idsOf("?type=IFC&source=UPLOAD")).toEqual([good.id, bad.id]);
    expect(await idsOf("?type=PDF&type=DWG")).toEqual([]);
    expect(await idsOf("?source=MERGE")).toEqual([]);
    expect(await first("GET", `${stage.project}/ifc?status=Z&type=IFC`)).toMatchObject({
      status: 400,
      body: { status: ['"Z" is not a valid choice.'] },
    });
  });

  test("can be renamed and archived; other keys of a record cannot be written", async () => {
    const path = `${stage.project}/ifc/${String(bad.id)}`;
    const { body } = await first("PATCH", path, {
      name: "Cut",
      archived: true,
      status: "C",
      id: 1,
      document_id: 7,
    });
    expect(body).toMatchObject({
      id: bad.id,
      name: "Cut",
      archived: true,
      status: "E",
      document_id: bad.document_id,
    });
    const form = new URLSearchParams({ archived: "false" });
    expect((await first("PATCH", path, form)).body).toMatchObject({ archived: false, name: "Cut" });
    expect(await first("PATCH", path, { archived: "perhaps", name: 4 })).toMatchObject({
      status: 400,
      body: { archived: ["Must be a valid boolean."], name: ["Not a valid string."] },
    });
  });

  test("stand in the list as they are now, whatever was answered a moment before", async () => {
    for (const name of ["First name", "Second name", null, "First name"]) {
      await list();
      const changed = (await first("PATCH", `${stage.project}/ifc/${String(bad.id)}`, { name })).body;
      expect(modelSchema.array().parse(await list())[1]).toEqual(changed);
    }
    const added = await upload(first, stage.project, "more.ifc", fixture);
    expect(await idsOf("")).toContain(added.model_id);
    expect(await idsOf("?status=E")).toEqual([bad.id]);
    await first("DELETE", `${stage.project}/ifc/${String(added.model_id)}`);
    expect(await idsOf("")).toEqual([good.id, bad.id]);
    const restored = await first("PATCH", `${stage.project}/ifc/${String(bad.id)}`, { name: bad.name });
    expect(restored.status).toBe(200);
  });

  test("can be read again, and can be queried again afterwards", async () => {
    const path = `${stage.project}/ifc/${String(good.id)}`;
    const before = await first("GET", `${path}/element/simple`);
    expect(await first("POST", `${path}/reprocess`)).toMatchObject({ status: 204, body: null });
    const after = await until("the model was read again", async () => {
      const model = modelSchema.parse((await first("GET", path)).body);
      return model.status === "C" && model.updated_at > good.updated_at ? model : null;
    });
    expect({ ...after, updated_at: good.updated_at }).toEqual(good);
    expect((await first("GET", `${path}/element/simple`)).body).toEqual(before.body);
    const { cloudId } = await stage.service.db.serviceProject.findUniqueOrThrow({
      where: { id: good.project_id },
    });
    const folder = `clouds/${String(cloudId)}/projects/${String(good.project_id)}/models/${String(good.id)}`;
    await until(
      "the older answers are gone",
      async () => (await stage.storage.listChildren(folder)).length === 1,
    );
  });

  test("tell how far their reading is, in bytes and then in elements, and only then", async () => {
    const { db } = stage.service;
    const path = `${stage.project}/ifc/${String(bad.id)}`;
    for (const progress of [
      { phase: "reading", done: 1_048_576, total: 4_194_304 },
      { phase: "writing", done: 12, total: 30 },
    ]) {
      await db.serviceModel.update({ where: { id: bad.id }, data: { status: "I", progress } });
      const answer = await first("GET", path);
      expect(answer.body).toMatchObject({ status: "I", progress });
      expect(modelSchema.parse(answer.body).errors).toEqual(bad.errors);
    }
    await db.serviceModel.update({ where: { id: bad.id }, data: { status: "E" } });
    expect((await first("GET", path)).body).not.toHaveProperty("progress");
  });

  test("can be stopped while they wait or are read, and be read after all", async () => {
    const uploads = [];
    for (let count = 0; count < 6; count += 1) {
      uploads.push(await upload(first, stage.project, `stopped-${String(count)}.ifc`, fixture));
    }
    const id = uploads.at(-1)?.model_id ?? 0;
    const path = `${stage.project}/ifc/${String(id)}`;
    expect(await first("POST", `${path}/cancel`)).toMatchObject({ status: 204, body: null });
    const stopped = await untilRead(first, stage.project, id);
    expect(stopped).toMatchObject({ status: "E", errors: [expect.stringContaining("cancelled")] });
    expect((await first("GET", `${path}/element/simple`)).status).toBe(400);
    expect((await first("POST", `${path}/reprocess`)).status).toBe(204);
    expect(await untilReadAfter(path, stopped)).toMatchObject({ status: "C", errors: [] });
    expect((await first("POST", `${path}/cancel`)).status).toBe(204);
    expect((await first("GET", path)).body).toMatchObject({ status: "C" });
    for (const { id: documentId } of uploads) {
      expect((await first("DELETE", `${stage.project}/document/${String(documentId)}`)).status).toBe(204);
    }
  });

  test("that are asked to be read again while they wait or are read are read to their end", async () => {
    const { id: documentId, model_id: id } = await upload(first, stage.project, "twice.ifc", fixture);
    const path = `${stage.project}/ifc/${String(id)}`;
    for (let count = 0; count < 3; count += 1) {
      expect(await first("POST", `${path}/reprocess`)).toMatchObject({ status: 204, body: null });
    }
    expect(await untilRead(first, stage.project, id)).toMatchObject({ status: "C", errors: [] });
    expect((await first("DELETE", `${stage.project}/document/${String(documentId)}`)).status).toBe(204);
  });

  test("go with their document when they are deleted, also while they wait", async () => {
    const document = await upload(first, stage.project, "again.ifc", fixture);
    const path = `${stage.project}/ifc/${String(document.model_id)}`;
    expect((await first("DELETE", path)).status).toBe(204);
    expect(await first("GET", path)).toMatchObject({ status: 404, body: { detail: "Not found." } });
    expect((await first("GET", `${stage.project}/document/${String(document.id)}`)).status).toBe(404);
    expect((await first("DELETE", path)).status).toBe(404);
  });

  test("belong to the application, the cloud and the project of the path", async () => {
    const notFound = { status: 404, body: { detail: "Not found." } };
    const id = String(good.id);
    const elsewhere = await makeProject(first);
    const foreign = await makeProject(stage.second);
    for (const path of [`${stage.project}/ifc`, `${stage.project}/ifc/${id}`, `${foreign}/ifc/${id}`]) {
      expect(await stage.second("GET", path), path).toMatchObject(notFound);
    }
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect(await first(method, `${elsewhere}/ifc/${id}`), method).toMatchObject(notFound);
      expect(await stage.second(method, `${stage.project}/ifc/${id}`), method).toMatchObject(notFound);
    }
    expect(await stage.second("POST", `${stage.project}/ifc/${id}/reprocess`)).toMatchObject(notFound);
    expect(await first("GET", `${stage.project}/ifc/abc`)).toMatchObject(notFound);
    expect(await first("GET", `${stage.project}/ifc/`)).toMatchObject(notFound);
    expect((await first("GET", `${stage.project}/ifc/${id}`)).status).toBe(200);
  });

  test("need a token, and a scope that fits", async () => {
    expect((await wire(stage.service.baseUrl, null)("GET", `${stage.project}/ifc`)).status).toBe(401);
    const cloudsOnly = await signedWire(stage.service.baseUrl, stage.service.first, "cloud:manage");
    expect(await cloudsOnly("GET", `${stage.project}/ifc`)).toMatchObject({
      status: 403,
      body: { detail: "You do not have permission to perform this action." },
    });
    const readsOnly = await signedWire(stage.service.baseUrl, stage.service.first, "model:read");
    expect((await readsOnly("GET", `${stage.project}/ifc`)).status).toBe(200);
    expect((await readsOnly("DELETE", `${stage.project}/ifc/${String(good.id)}`)).status).toBe(403);
  });
});
