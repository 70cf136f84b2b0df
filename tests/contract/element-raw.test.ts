/**
 * Raw elements beyond their whole bodies (operations/get-raw-elements.test.ts): the tables of any answer say what its full elements say.
 */
import { afterAll, expect, test } from "vitest";
import { elementSchema, rawElementsSchema } from "#lib/service/contract/element-records.ts";
import type { ElementRecord, RawElementsRecord } from "#lib/service/contract/element-records.ts";
import { openModelService, uploadFixture } from "#tests/support/model-service.ts";

async function raw(path: string): Promise<RawElementsRecord> {
  const { status, body } = await stage.first("GET", path);
  expect(status).toBe(200);
  return rawElementsSchema.parse(body);
}

async function full(path: string): Promise<ElementRecord[]> {
  return elementSchema.array().parse((await stage.first("GET", path)).body);
}

/** A row of a table, which must exist. */
function at<Row>(table: readonly Row[], position: number): Row {
  const row = table[position];
  if (row === undefined) throw new Error(`position ${String(position)} of ${String(table.length)}`);
  return row;
}

/** What the tables say about each element, in the terms of full elements as far as these are the same. */
function resolve(tables: RawElementsRecord) {
  const unitId = (position: number | null): number | null =>
    position === null ? null : at(tables.units, position).id;
  const setAt = (position: number) => {
    const { properties, ...set } = at(tables.property_sets, position);
    return {
      ...set,
      properties: properties.map(({ id, value, def_id }) => {
        const { unit_id, ...definition } = at(tables.definitions, def_id);
        return { id, value, definition: { ...definition, unit: unitId(unit_id) } };
      }),
    };
  };
  return tables.elements.map((element) => ({
    uuid: element.uuid,
    type: element.type,
    attributes: setAt(element.attributes),
    property_sets: element.psets.map(setAt),
    classifications: element.classifications.map((position) => {
      const { id, type, notation, description } = at(tables.classifications, position);
      return { id, name: type, notation, title: description };
    }),
    material_list: element.material_list.map((position) => {
      const component = at(tables.materials.list_components, position);
      const material =
        component.material === null ? null : at(tables.materials.materials_data, component.material).name;
      return { material, thickness: at(tables.materials.options, component.material_option).thickness };
    }),
    layers: element.layers.map((position) => at(tables.layers, position)),
  }));
}

function comparable(elements: readonly ElementRecord[]) {
  const set = ({ properties, ...rest }: ElementRecord["attributes"]) => ({
    ...rest,
    properties: properties.map(({ id, value, definition }) => ({
      id,
      value,
      definition: { ...definition, unit: definition.unit?.id ?? null },
    })),
  });
  return elements.map(
    ({ uuid, type, attributes, property_sets, classifications, material_list, layers }) => ({
      uuid,
      type,
      attributes: set(attributes),
      property_sets: property_sets.map(set),
      classifications,
      material_list: material_list.map(({ material, option }) => ({
        material: material?.name ?? null,
        thickness: option.thickness,
      })),
      layers,
    }),
  );
}

const stage = await openModelService();
afterAll(() => stage.stop());

test("raw elements say what full elements say, on real files of three schemas", async () => {
  for (const name of ["ac20-fzk-haus-ifc4", "lillebru-bridge-tekla", "rail-linear-placement-ifc4x3"]) {
    const { id } = await uploadFixture(stage.first, stage.project, name);
    const path = `${stage.project}/ifc/${String(id)}`;
    const tables = await raw(`${path}/element/raw`);
    expect(resolve(tables), name).toEqual(comparable(await full(`${path}/element`)));
    expect(new Set(tables.property_sets.map(({ id }) => id)).size, name).toBe(tables.property_sets.length);
  }
});
