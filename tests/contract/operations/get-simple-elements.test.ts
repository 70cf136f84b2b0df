/** GET …/element/simple, under /ifc and /model (docs/service "Simple elements"). */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { modelClassSchema } from "#lib/service/contract/records.ts";
import { ELEMENT_QUERIES, WALL } from "#tests/support/detailed-ifc.ts";
import { DOORS_IFC, EXACT_DOOR, STANDARD_DOOR, WALL_OF_DOORS } from "#tests/support/doors-ifc.ts";
import { untilRead, upload } from "#tests/support/model-service.ts";
import { ok, testSpellings } from "#tests/support/operations/call.ts";
import { testNotCompleted } from "#tests/support/operations/not-completed.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel, type Ids } from "#tests/support/operations/stage.ts";

testOperation("getSimpleElements", (operation) => {
  const { call } = operation;
  let ids: Ids;
  beforeAll(async () => {
    ids = await makeModel(operation.stage(), operation.stage().ids, DOORS_IFC);
  });
  testNotCompleted(operation, ["?type=IfcDoor", "?classification=a"]);

  testSpellings("200 with the elements of exactly one class, by GlobalId", async (spelling) => {
    const { status, body, headers } = await operation.send({ ids, spelling, query: "?type=IfcDoor" });
    expect({ status, body }).toEqual(ok(EXACT_DOOR));
    expect(headers.get("content-type")).toBe("application/json");
    expect(await call({ ids, spelling, query: "?type=IfcDoorStandardCase" })).toEqual(ok(STANDARD_DOOR));
    for (const type of ["ifcdoor", "IFCDOOR", "iFcDoOr", "%20IfcDoor%20"]) {
      expect(await call({ ids, spelling, query: `?type=${type}` }), type).toEqual(ok(EXACT_DOOR));
    }
  });

  test("200 with an empty object where there are none or the class does not exist", async () => {
    for (const type of [
      "IfcWindow",
      "IfcNothing",
      "../index",
      "index",
      "__proto__",
      "IfcDoor.json",
      "é".repeat(500),
    ]) {
      expect(await call({ ids, query: `?type=${encodeURIComponent(type)}` }), type).toEqual(ok({}));
    }
  });

  test("200 with the union of several classes; without a class all of them", async () => {
    const query = "?type=IfcDoor&type=IfcWall&type=IfcWindow";
    expect(await call({ ids, query })).toEqual(ok({ ...EXACT_DOOR, ...WALL_OF_DOORS }));
    for (const none of ["", "?type=", "?unknown=IfcDoor"]) {
      expect(await call({ ids, query: none }), none).toEqual(
        ok({ ...EXACT_DOOR, ...STANDARD_DOOR, ...WALL_OF_DOORS }),
      );
    }
  });

  test("200 chosen by classification and notation, each element as it is without them", async () => {
    const all = (await call()).body as Record<string, unknown>;
    for (const [query, found] of ELEMENT_QUERIES) {
      const expected = Object.fromEntries(found.map((uuid) => [uuid, all[uuid]]));
      expect(await call({ query }), query).toEqual(ok(expected));
    }
  });

  test("200 with sets of one name numbered or merged, so that none of their values is lost", async () => {
    expect(await call({ query: "?type=IfcWall" })).toEqual(
      ok({
        [WALL]: {
          attributes: { Name: 'Wall "1"', Description: "Café", Tag: "T-1", PredefinedType: "SOLIDWALL" },
          // The occurrence's first set is merged with the additional properties of the type's set; the second one is numbered.
          Pset_Same: { Span: 4500, Reach: 4.5, U: 0.24, "Coat.Colour": null },
          "Pset_Same (2)": { Status: ["NEW"], Range: [0, 90, null], Codes: [1, 2], Curve: [[0, 10], [1, 20]] },
          Qto_WallBaseQuantities: { Length: 4500, Side: 12.5 },
        },
      }),
    ); // oxfmt-ignore
  });

  test("of every class together are all elements, on real files", async () => {
    const { first, project } = operation.stage();
    for (const name of [
      "duplex-a-georef-revit2011",
      "revit2020-ifc4-rooms",
      "rail-linear-placement-ifc4x3",
    ]) {
      const bytes = Uint8Array.from(await readFile(`tests/fixtures/ifc/${name}.ifc`));
      const document = await upload(first, project, `${name}.ifc`, bytes);
      const model = await untilRead(first, project, document.model_id);
      expect(model.status, name).toBe("C");
      const path = `${project}/ifc/${String(model.id)}`;
      const classes = modelClassSchema.array().parse((await first("GET", `${path}/classes`)).body);
      const union: Record<string, unknown> = {};
      for (const { type, count } of classes) {
        const { body } = await first("GET", `${path}/element/simple?type=${type}`);
        expect(Object.keys(body as object), type).toHaveLength(count);
        Object.assign(union, body);
      }
      expect((await first("GET", `${path}/element/simple`)).body, name).toEqual(union);
      expect(Object.keys(union).length).toBeGreaterThan(0);
    }
  });
});
