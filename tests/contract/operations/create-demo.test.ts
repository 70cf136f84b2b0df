/** POST /cloud/{c}/create-demo (docs/service "Neighbouring operations"). */
import { beforeAll, expect, test } from "vitest";
import { documentSchema, modelSchema, projectSchema } from "#lib/service/contract/records.ts";
import { ANY_ID, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeProject } from "#tests/support/operations/records.ts";
import { makeCloud, withSettings, type Ids } from "#tests/support/operations/stage.ts";
import { until } from "#tests/support/until.ts";

testOperation("createDemo", (operation) => {
  let ids: Ids;
  let cloud: string;
  beforeAll(async () => {
    ids = await makeCloud(operation.stage());
    cloud = `/cloud/${ids["cloudId"] ?? ""}`;
  });

  test("200 with the whole project; its one model is processed and answers for its doors", async () => {
    const { first } = operation.stage();
    const answer = await operation.call({ ids });
    const project = projectSchema.parse(answer.body);
    const demo = wholeProject((await first("GET", cloud)).body, {
      name: "Demo",
      main_model_id: ANY_ID,
      description:
        "A two-family house to try things on. Model: Duplex A, github.com/stijngoedertier/georeference-ifc, CC BY 4.0.",
    });
    expect(answer).toEqual(ok(demo));
    const path = `${cloud}/project/${String(project.id)}`;
    expect((await first("GET", path)).body).toEqual(project);
    const list = modelSchema.array().parse((await first("GET", `${path}/ifc`)).body);
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      id: project.main_model_id,
      name: "Duplex A.ifc",
      type: "IFC",
      status: "C",
      source: "UPLOAD",
      version: "IFC2X3",
      errors: [],
    });
    const documents = documentSchema.array().parse((await first("GET", `${path}/document`)).body);
    expect(documents).toEqual([list[0]?.document]);
    const model = `${path}/ifc/${String(project.main_model_id)}`;
    const { body } = await first("GET", `${model}/element/simple?type=IfcDoor`);
    const doors = Object.values(body as Record<string, Record<string, object>>);
    expect(doors).toHaveLength(14);
    expect(Object.keys(doors[0] ?? {}).length).toBeGreaterThan(3);
  });

  test("each call makes another one, several at once too, and each can be deleted", async () => {
    const { first, storage } = operation.stage();
    const answers = await Promise.all([1, 2, 3].map(() => operation.call({ ids, body: { name: "x" } })));
    const projects = answers.map(({ body }) => projectSchema.parse(body));
    expect(new Set(projects.map((project) => project.id)).size).toBe(3);
    for (const { id, main_model_id: modelId } of projects) {
      const path = `${cloud}/project/${String(id)}`;
      const model = modelSchema.parse((await first("GET", `${path}/model/${String(modelId)}`)).body);
      expect(model.status).toBe("C");
      expect((await first("DELETE", path)).status).toBe(204);
    }
    const folder = `clouds/${ids["cloudId"] ?? ""}/projects/${String(projects[0]?.id)}`;
    await until("its files are gone", async () => (await storage.listChildren(folder)).length === 0);
  });

  test("402 when the application's files may take no more, and nothing is made", async () => {
    const stage = operation.stage();
    const { service, second } = stage;
    const [theirs] = (await second("GET", "/cloud")).body as { id: number }[];
    const cloudId = String(theirs?.id);
    const answer = await withSettings(stage, service.second, { storageBytesMax: 1000n }, () =>
      operation.call({ as: second, ids: { cloudId } }),
    );
    const detail =
      "The files of this application may take 1000 bytes more, and this one is larger. Delete some, or ask the operator for more.";
    expect(answer).toEqual({ status: 402, body: { detail } });
    expect((await second("GET", `/cloud/${cloudId}/project`)).body).toEqual([]);
  });
});
