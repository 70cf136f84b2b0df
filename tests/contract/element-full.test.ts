/**
 * Full elements beyond their whole bodies (operations/get-elements.test.ts): compared with raw and simple ones, on a real file, what is the
 * same on every call, and what prevents an answer.
 */
import { afterAll, describe, expect, test } from "vitest";
import { elementSchema, rawElementsSchema } from "#lib/service/contract/element-records.ts";
import type { ElementRecord } from "#lib/service/contract/element-records.ts";
import { DETAILED_IFC, WALL } from "#tests/support/detailed-ifc.ts";
import {
  openModelService,
  untilRead,
  uploadFixture,
  uploadModel as uploadTo,
} from "#tests/support/model-service.ts";
import expected from "../fixtures/elements/detailed-full.json" with { type: "json" };

async function uploadModel(name: string, content = DETAILED_IFC): Promise<string> {
  const { id, status } = await uploadTo(first, stage.project, name, content);
  expect(status).toBe("C");
  return `${stage.project}/ifc/${String(id)}`;
}

async function elements(path: string): Promise<ElementRecord[]> {
  const { status, body } = await first("GET", path);
  expect(status).toBe(200);
  return elementSchema.array().parse(body);
}

const stage = await openModelService();
const first = stage.first;
afterAll(() => stage.stop());

describe("full elements", () => {
  test("have overriding values of IFC2X3 in a set of their own, beside that of the type", async () => {
    const path = await uploadModel(
      "overrides.ifc",
      DETAILED_IFC.replace("'IFC4'", "'IFC2X3'").replace(
        /DATA;[^]*ENDSEC;/,
        [
          "DATA;",
          `#1=IFCWALL('${WALL}',$,$,$,$,$,$,$);`,
          "#2=IFCPROPERTYSET('0000000000000000000PS1',$,'Pset',$,(#3,#4));",
          "#3=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('type'),$);",
          "#4=IFCPROPERTYSINGLEVALUE('B',$,IFCLABEL('type'),$);",
          "#5=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('own'),$);",
          "#6=IFCRELOVERRIDESPROPERTIES('0000000000000000000RO1',$,$,$,(#1),#2,(#5));",
          "#7=IFCWALLTYPE('0000000000000000000WTY',$,$,$,$,(#2),$,$,$,.STANDARD.);",
          "#8=IFCRELDEFINESBYTYPE('0000000000000000000RT1',$,$,$,(#1),#7);",
          "ENDSEC;",
        ].join("\n"),
      ),
    );
    const [wall] = await elements(`${path}/element`);
    const sets = wall?.property_sets.map(({ id, name, properties }) => ({
      id,
      name,
      values: properties.map(({ definition, value }) => [definition.name, value]),
    }));
    expect(sets).toEqual([
      { id: 3, name: "Pset", values: [["A", "own"], ["B", "type"]] },
      { id: 1, name: "Pset", values: [["A", "type"], ["B", "type"]] },
    ]); // oxfmt-ignore
    expect((await first("GET", `${path}/element/simple`)).body).toEqual({
      [WALL]: { attributes: {}, Pset: { A: "own", B: "type" } },
    });
    const { status, body } = await first("GET", `${path}/element/raw`);
    expect({ status, sets: rawElementsSchema.parse(body).property_sets.map(({ id }) => id) }).toEqual({
      status: 200,
      sets: [2, 3, 1],
    });
  });

  test("keep the digits of the file", async () => {
    const headers = { authorization: `Bearer ${await stage.service.tokenOf(stage.service.first)}` };
    const url = `${stage.service.baseUrl}${await uploadModel("digits.ifc")}/element?type=IfcDoor`;
    const answer = await fetch(url, { headers });
    expect(await answer.text()).toContain('"value":4.50,"property_set_id":1}');
  });

  test("are all there on a real file, each as its simple twin says", async () => {
    const { id } = await uploadFixture(first, stage.project, "revit2020-ifc4-rooms");
    const path = `${stage.project}/ifc/${String(id)}`;
    const all = await elements(`${path}/element`);
    const simple = (await first("GET", `${path}/element/simple`)).body as Record<string, object>;
    const valuesOf = ({ properties }: ElementRecord["attributes"]): Record<string, unknown> =>
      Object.fromEntries(properties.map(({ definition, value }) => [definition.name, value]));
    expect(all.map(({ uuid }) => uuid).toSorted()).toEqual(Object.keys(simple).toSorted());
    for (const { uuid, attributes, property_sets } of all) {
      // The file has no element with two sets of the same name, so nothing is merged there that would be separate here.
      const sets = property_sets.map((set) => [set.name, valuesOf(set)]);
      expect({ attributes: valuesOf(attributes), ...Object.fromEntries(sets) }, uuid).toEqual(simple[uuid]);
    }
    const ids = all.flatMap(({ attributes }) => attributes.properties.map((property) => property.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("what stands in the way", () => {
  test("a stored file that is gone: 500 that says so, while simple elements still answer", async () => {
    const path = await uploadModel("gone.ifc");
    const row = await stage.service.db.serviceModel.findFirstOrThrow({
      where: { id: Number(path.split("/").at(-1)) },
      include: { document: true },
    });
    await stage.storage.delete(row.document?.fileKey ?? "");
    const { status, body } = await first("GET", `${path}/element`);
    expect(status).toBe(500);
    expect(body).toEqual({
      detail: expect.stringMatching(
        /^The stored file of this model is missing, so its elements cannot be prepared\. Upload the model again\. Reference: \S+$/,
      ) as string,
    });
    expect((await first("GET", `${path}/element/simple`)).status).toBe(200);
  });

  test("a caller that leaves does not take the answer from those who stay", async () => {
    const path = await uploadModel("leaving.ifc");
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${await stage.service.tokenOf(stage.service.first)}` };
    const left = fetch(`${stage.service.baseUrl}${path}/element`, { headers, signal: leaving.signal });
    const stayed = elements(`${path}/element`);
    leaving.abort();
    await expect(left).rejects.toThrow(/abort/);
    expect(await stayed).toEqual(expected);
  });

  test("processing again in between makes everything anew, and leaves nothing behind", async () => {
    const path = await uploadModel("again.ifc");
    const modelId = Number(path.split("/").at(-1));
    expect(await elements(`${path}/element`)).toEqual(expected);
    const before = await stage.service.db.serviceModel.findFirstOrThrow({ where: { id: modelId } });
    expect((await first("POST", `${path}/reprocess`)).status).toBe(204);
    await untilRead(first, stage.project, modelId);
    expect(await elements(`${path}/element`)).toEqual(expected);
    const after = await stage.service.db.serviceModel.findFirstOrThrow({ where: { id: modelId } });
    expect(after.answersKey).not.toBe(before.answersKey);
    expect(await stage.storage.listChildren(before.answersKey ?? "")).toEqual([]);
    const names = await stage.storage.listChildren(after.answersKey ?? "");
    expect(names.filter((name) => name.startsWith("details.2-"))).toHaveLength(1);
  });
});
