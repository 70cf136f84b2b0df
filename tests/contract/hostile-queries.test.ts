/**
 * Any query at the operations that take one: the answer always has the wire's shape, is never a fault, and is exactly what a plain reading
 * of docs/service "Elements" gives for the pairs that were sent. This test contains that plain reading, written independently.
 */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { elementSchema, rawElementsSchema } from "#lib/service/contract/element-records.ts";
import { MODEL_SOURCES, MODEL_STATUSES, MODEL_TYPES, modelSchema } from "#lib/service/contract/records.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { DETAILED_IFC } from "#tests/support/detailed-ifc.ts";
import { openModelService, uploadModel } from "#tests/support/model-service.ts";
import known from "../fixtures/elements/detailed-full.json" with { type: "json" };

const stage = await openModelService();
const { id } = await uploadModel(stage.first, stage.project, "detailed.ifc", DETAILED_IFC);
const model = `${stage.project}/ifc/${String(id)}`;
afterAll(() => stage.stop());

type Pairs = [name: string, value: string][];

const junk = fc.oneof(
  fc.string({ maxLength: 30 }),
  anyUnicode({ maxLength: 30 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "%",
    "../index",
    "__proto__",
    "constructor",
    "' OR 1=1 --",
    "*",
    "null",
    "İfcDoor",
  ),
  fc.constant("x".repeat(2000)),
);

const elementPairs = fc.array(
  fc.tuple(
    fc.constantFrom(
      "type",
      "type",
      "classification",
      "classification__notation",
      "Type",
      "type[]",
      "limit",
      "__proto__",
    ),
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          "IfcDoor",
          "IFCWALL",
          " ifcdoor\t",
          "IfcSlab",
          "OmniClass",
          "Uniclass 2015",
          "omniclass",
          "23-17",
          "Ss_25_10",
          "Ss_25",
        ),
      },
      { weight: 1, arbitrary: junk },
    ),
  ),
  { maxLength: 6 },
);

const encode = (pairs: Pairs): string =>
  `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")}`;

/** The elements that these pairs ask for, in the order of the answer. */
function expectedFor(pairs: Pairs): string[] {
  const valuesOf = (wanted: string): string[] =>
    pairs.filter(([name, value]) => name === wanted && value.trim() !== "").map(([, value]) => value);
  const types = valuesOf("type").map((type) => type.trim().toLowerCase());
  const names = valuesOf("classification");
  const notations = valuesOf("classification__notation");
  return known
    .filter(({ type }) => types.length === 0 || types.includes(type.toLowerCase()))
    .filter(
      ({ classifications }) =>
        (names.length === 0 && notations.length === 0) ||
        classifications.some(
          ({ name, notation }) =>
            (names.length === 0 || names.includes(name)) &&
            (notations.length === 0 || notations.includes(notation)),
        ),
    )
    .map(({ uuid }) => uuid);
}

test("elements: 200 with those that are asked for, the same in each of the three forms", async () => {
  await fc.assert(
    fc.asyncProperty(elementPairs, async (pairs) => {
      const query = encode(pairs);
      const [simple, full, raw] = await Promise.all(
        ["simple", "", "raw"].map((form) =>
          stage.first("GET", `${model}/element${form && `/${form}`}${query}`),
        ),
      );
      const found = expectedFor(pairs);
      expect([simple?.status, full?.status, raw?.status]).toEqual([200, 200, 200]);
      expect(Object.keys(simple?.body as object)).toEqual(found);
      expect(
        elementSchema
          .array()
          .parse(full?.body)
          .map(({ uuid }) => uuid),
      ).toEqual(found);
      expect(rawElementsSchema.parse(raw?.body).elements.map(({ uuid }) => uuid)).toEqual(found);
    }),
    { numRuns: 250 },
  );
});

const CHOICES = { status: MODEL_STATUSES, type: MODEL_TYPES, source: MODEL_SOURCES } as const;

test("models: 200 with those that are asked for, or 400 that names what is no choice", async () => {
  const pairs = fc.array(
    fc.tuple(
      fc.constantFrom("status", "type", "source", "page"),
      fc.oneof(fc.constantFrom("C", "E", "IFC", "PDF", "UPLOAD", "MERGE", "", "c"), junk),
    ),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(pairs, async (sent) => {
      const { status, body } = await stage.first("GET", `${stage.project}/ifc${encode(sent)}`);
      const wrong = Object.entries(CHOICES).filter(([name, choices]) =>
        sent.some(
          ([one, value]) => one === name && value !== "" && !choices.some((choice) => choice === value),
        ),
      );
      if (wrong.length === 0) {
        expect(status).toBe(200);
        expect(modelSchema.array().parse(body).length).toBeLessThan(2);
        return;
      }
      expect(status).toBe(400);
      expect(Object.keys(body as object)).toEqual(wrong.map(([name]) => name));
      for (const sentence of Object.values(body as Record<string, string[]>).flat()) {
        expect(sentence).toMatch(/^"[^\0]*" is not a valid choice\.$/);
        expect(sentence.isWellFormed()).toBe(true);
        expect(sentence.length).toBeLessThan(150);
      }
    }),
    { numRuns: 250 },
  );
});

test("queries that are no pairs are passed over", async () => {
  const ask = (query: string) => stage.first("GET", `${model}/element/simple${query}`);
  const sameAs: Record<string, string[]> = {
    "": [
      ...["?", "?&&&", "?=", "?=IfcDoor", "?%", "?%zz=1", "?x=%ff"],
      ...["?type", "?type=&type=+", "?type[]=IfcDoor", "?%74ype%00=IfcDoor"],
    ],
    "?type=IfcDoor": [
      ...["?type=Ifc%44oor", "?%74ype=IfcDoor", "?x=1&type=IfcDoor&"],
      ...["?type=%zz&type=IfcDoor", "?type=IfcDoor#type=IfcWall"],
    ],
  };
  for (const [plain, queries] of Object.entries(sameAs)) {
    const expected = (await ask(plain)).body;
    for (const query of queries) {
      const { status, body } = await ask(query);
      expect({ status, body }, query).toEqual({ status: 200, body: expected });
    }
  }
});
