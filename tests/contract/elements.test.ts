/**
 * Simple elements (interface.md endpoint 5; wire-facts.md "Simple elements"): what is asked by class, all of them, one of them,
 * and the classes with their counts.
 */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelClassSchema } from "#lib/service/contract/records.ts";
import { openModelService, untilRead, upload } from "#tests/support/model-service.ts";
import type { ModelService } from "#tests/support/model-service.ts";
import { signedWire, wire } from "#tests/support/wire.ts";
import type { Wire, WireAnswer } from "#tests/support/wire.ts";

type Elements = Record<string, Record<string, Record<string, unknown>>>;

let stage: ModelService;
let first: Wire;
let model: string;

/** Two doors of two classes that differ by a suffix, one wall, names that look like the wire's own. */
const DOORS = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('doors.ifc','2026-11-21T08:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCDOOR('0000000000000000000DO1',$,'Exact','{"attributes":{',$,$,$,'T-1',2.1,$,$,$,$);
#2=IFCDOORSTANDARDCASE('0000000000000000000DO2',$,'Standard',$,$,$,$,$,2.,$,$,$,$);
#3=IFCWALL('0000000000000000000WA1',$,'},"x":{',$,$,$,$,$,$);
#4=IFCPROPERTYSET('0000000000000000000PS1',$,'Pset_DoorCommon',$,(#5,#6));
#5=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);
#6=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('EI30'),$);
#7=IFCRELDEFINESBYPROPERTIES('0000000000000000000RE1',$,$,$,(#1,#2),#4);
ENDSEC;
END-ISO-10303-21;
`;

const DOOR = {
  attributes: { Name: "Exact", Description: '{"attributes":{', Tag: "T-1", OverallHeight: 2.1 },
};
const PSET = { Pset_DoorCommon: { IsExternal: true, FireRating: "EI30" } };

beforeAll(async () => {
  stage = await openModelService();
  first = stage.first;
  const document = await upload(first, stage.project, "doors.ifc", new TextEncoder().encode(DOORS));
  const { id } = await untilRead(first, stage.project, document.model_id);
  model = `${stage.project}/ifc/${String(id)}`;
});
afterAll(() => stage.stop());

async function elements(path: string): Promise<Elements> {
  const { status, body } = await first("GET", path);
  expect(status).toBe(200);
  return body as Elements;
}

describe("elements of a class", () => {
  test("are a map by GlobalId with attributes and sets, of exactly that class", async () => {
    const answer = await first("GET", `${model}/element/simple?type=IfcDoor`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ "0000000000000000000DO1": { ...DOOR, ...PSET } });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(Object.keys(await elements(`${model}/element/simple?type=IfcDoorStandardCase`))).toEqual([
      "0000000000000000000DO2",
    ]);
  });

  test("are found without regard to case, under /ifc and /model alike", async () => {
    const exact = await elements(`${model}/element/simple?type=IfcDoor`);
    for (const type of ["ifcdoor", "IFCDOOR", "iFcDoOr", " IfcDoor "]) {
      expect(await elements(`${model}/element/simple?type=${encodeURIComponent(type)}`)).toEqual(exact);
    }
    expect(await elements(`${model.replace("/ifc/", "/model/")}/element/simple?type=IfcDoor`)).toEqual(exact);
  });

  test("are an empty object where there are none or the class does not exist", async () => {
    for (const type of [
      "IfcWindow",
      "IfcNothing",
      "../index",
      "index",
      "__proto__",
      "IfcDoor.json",
      "é".repeat(500),
    ]) {
      expect(await elements(`${model}/element/simple?type=${encodeURIComponent(type)}`), type).toEqual({});
    }
  });

  test("of several classes are their union; without a class it is all of them", async () => {
    const both = await elements(`${model}/element/simple?type=IfcDoor&type=IfcWall&type=IfcWindow`);
    expect(Object.keys(both).toSorted()).toEqual(["0000000000000000000DO1", "0000000000000000000WA1"]);
    const all = await elements(`${model}/element/simple`);
    expect(Object.keys(all)).toHaveLength(3);
    expect(await elements(`${model}/element/simple?type=`)).toEqual(all);
  });

  test("carry a tag by which an unchanged answer is not sent again", async () => {
    const path = `${model}/element/simple?type=IfcDoor`;
    const answer = await fetchBytes(path);
    const tag = answer.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await fetchBytes(path, { "if-none-match": tag });
    expect({ status: again.status, bytes: again.bytes.length }).toEqual({ status: 304, bytes: 0 });
    const other = await fetchBytes(`${model}/element/simple?type=IfcWall`, { "if-none-match": tag });
    expect(other.status).toBe(200);
    // The product's framework frames answers by itself; where a length is stated it is the true one.
    const length = String(answer.bytes.length);
    expect(answer.headers.get("content-length") ?? length).toBe(length);
  });

  test("of every class together are all elements, on real files", { timeout: 120_000 }, async () => {
    for (const name of [
      "duplex-a-georef-revit2011",
      "revit2020-ifc4-rooms",
      "rail-linear-placement-ifc4x3",
    ]) {
      const bytes = Uint8Array.from(await readFile(`tests/fixtures/ifc/${name}.ifc`));
      const document = await upload(first, stage.project, `${name}.ifc`, bytes);
      const { id, status } = await untilRead(first, stage.project, document.model_id);
      expect(status, name).toBe("C");
      const path = `${stage.project}/ifc/${String(id)}`;
      const classes = modelClassSchema.array().parse((await first("GET", `${path}/classes`)).body);
      const union: Elements = {};
      for (const { type, count } of classes) {
        const part = await elements(`${path}/element/simple?type=${type}`);
        expect(Object.keys(part), type).toHaveLength(count);
        Object.assign(union, part);
      }
      expect(await elements(`${path}/element/simple`), name).toEqual(union);
      expect(Object.keys(union).length).toBeGreaterThan(0);
    }
  });
});

describe("one element", () => {
  test("is a map with its one key, whatever its values look like", async () => {
    const all = await elements(`${model}/element/simple`);
    for (const [id, element] of Object.entries(all)) {
      expect(await elements(`${model}/element/${encodeURIComponent(id)}/simple`)).toEqual({ [id]: element });
    }
  });

  test("that is not there is 404", async () => {
    for (const id of ["0000000000000000000DO9", "attributes", "0000000000000000000PS1", "..%2F..%2Findex"]) {
      expect((await first("GET", `${model}/element/${id}/simple`)).status, id).toBe(404);
    }
  });
});

describe("what stands in the way", () => {
  test("a model that is not completed cannot be queried, and says so", async () => {
    const document = await upload(first, stage.project, "broken.ifc", new TextEncoder().encode("no model"));
    const { id } = await untilRead(first, stage.project, document.model_id);
    for (const path of ["element/simple", "element/simple?type=IfcDoor", "classes"]) {
      expect(await first("GET", `${stage.project}/ifc/${String(id)}/${path}`), path).toMatchObject({
        status: 400,
        body: {
          detail:
            'The model has the status "E". Only a completed model (status "C") can be queried for its elements.',
        },
      });
    }
  });

  test("another application, no token, and a missing scope", async () => {
    for (const path of ["element/simple", "element/0000000000000000000DO1/simple", "classes"]) {
      expect(await stage.second("GET", `${model}/${path}`)).toMatchObject({
        status: 404,
        body: { detail: "Not found." },
      });
      expect((await wire(stage.service.baseUrl, null)("GET", `${model}/${path}`)).status).toBe(401);
      const writer = await signedWire(stage.service.baseUrl, stage.service.first, "ifc:write");
      expect((await writer("GET", `${model}/${path}`)).status).toBe(403);
    }
    expect((await first("GET", `${stage.project}/ifc/999999/element/simple`)).status).toBe(404);
  });
});

async function fetchBytes(
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<WireAnswer, "status" | "headers"> & { bytes: Uint8Array }> {
  const token = await stage.service.tokenOf(stage.service.first);
  // fetch adds Cache-Control of its own to conditional requests, which is why nothing here is cached.
  const response = await fetch(`${stage.service.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
