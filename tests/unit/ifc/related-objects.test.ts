import { describe, expect, it } from "vitest";
import { readDetailed, type DetailedElement } from "./details-support.ts";
import { globalId, listFixtures, readFixture, relation, stepFile } from "./support.ts";
import { readReferenceRelations } from "#tests/support/web-ifc-relations.ts";

/** Reads the details of a house with a storey, a room, an element, and further records; returns the element, which is #10. */
async function readSubject(records: string[], schema = "IFC4"): Promise<DetailedElement> {
  const house = [
    `#1=IFCBUILDING('${globalId("BLD")}',$,'House',$,$,$,$,$,.ELEMENT.,$,$,$);`,
    `#2=IFCBUILDINGSTOREY('${globalId("STO")}',$,'Ground floor',$,$,$,$,$,.ELEMENT.,0.);`,
    `#3=IFCSPACE('${globalId("SPA")}',$,'101',$,$,$,$,'Kitchen',.ELEMENT.,.INTERNAL.,$);`,
    relation(4, "IFCRELAGGREGATES", "#1", "(#2)"),
    relation(5, "IFCRELAGGREGATES", "#2", "(#3)"),
    wall(10, "SUB"),
  ];
  const { elements } = await readDetailed(stepFile([...house, ...records], schema));
  const found = elements.find(({ uuid }) => uuid === globalId("SUB"));
  if (!found) throw new Error("no subject");
  return found;
}

const wall = (id: number, name: string): string =>
  `#${String(id)}=IFCBUILDINGELEMENTPROXY('${globalId(name)}',$,'${name}',$,$,$,$,$,$);`;

describe.each(listFixtures())("relations of %s", (name) => {
  it("are those that web-ifc gives, for every element", async () => {
    const bytes = readFixture(name);
    const [{ elements }, reference] = [await readDetailed(bytes), await readReferenceRelations(bytes)];
    expect(elements.length).toBe(reference.size);
    for (const { uuid, building, storey, space, whole, types, groups, systems } of elements) {
      const found = { building, storey, space, whole, types, groups, systems };
      expect({ uuid, ...found }).toEqual({ uuid, ...reference.get(uuid) });
    }
  });
});

describe("the place of an element", () => {
  it.each(["IFC2X3", "IFC4", "IFC4X3_ADD2"])(
    "in a space is the space, its storey and building (%s)",
    async (schema) => {
      const subject = await readSubject(
        [relation(11, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#10)", "#3")],
        schema,
      );
      expect(subject).toMatchObject({ space: "101", storey: "Ground floor", building: "House", whole: null });
    },
  );

  it("is inherited from the whole, from the element that is voided, and by what fills the opening", async () => {
    const hosted = [wall(20, "HOST"), relation(21, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#20)", "#2")];
    const part = await readSubject([...hosted, relation(11, "IFCRELAGGREGATES", "#20", "(#10)")]);
    expect(part).toMatchObject({ storey: "Ground floor", whole: "HOST" });
    const opening = `#30=IFCOPENINGELEMENT('${globalId("OPE")}',$,'Opening',$,$,$,$,$,$);`;
    const voids = relation(31, "IFCRELVOIDSELEMENT", "#20", "#30");
    const fills = relation(32, "IFCRELFILLSELEMENT", "#30", "#10");
    const door = await readSubject([...hosted, opening, voids, fills]);
    expect(door).toMatchObject({ storey: "Ground floor", whole: null });
  });

  it("is its own where it has one, beside its whole's", async () => {
    const subject = await readSubject([
      wall(20, "HOST"),
      relation(11, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#20)", "#1"),
      relation(12, "IFCRELAGGREGATES", "#20", "(#10)"),
      relation(13, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#10)", "#3"),
    ]);
    expect(subject).toMatchObject({ space: "101", whole: "HOST" });
  });

  it("is none where wholes go in a circle, or are not in the file", async () => {
    const nowhere = { building: null, storey: null, space: null };
    const circle = await readSubject([
      wall(11, "OTHER"),
      relation(12, "IFCRELAGGREGATES", "#10", "(#11)"),
      relation(13, "IFCRELAGGREGATES", "#11", "(#10)"),
    ]);
    expect(circle).toMatchObject({ ...nowhere, whole: "OTHER" });
    const lost = await readSubject([relation(12, "IFCRELAGGREGATES", "#99", "(#10)")]);
    expect(lost).toMatchObject({ ...nowhere, whole: null });
  });
});

describe("types and groups", () => {
  it("go by their name, else by their GlobalId; every group that is no system counts", async () => {
    const subject = await readSubject([
      `#20=IFCBUILDINGELEMENTPROXYTYPE('${globalId("TYP")}',$,$,$,$,$,$,$,$,.NOTDEFINED.);`,
      relation(21, "IFCRELDEFINESBYTYPE", "(#10)", "#20"),
      `#30=IFCGROUP('${globalId("GRP")}',$,'Fire compartment 3',$,$);`,
      `#31=IFCINVENTORY('${globalId("INV")}',$,'Furniture',$,$,$,$,$,$,$,$);`,
      `#32=IFCSYSTEM('${globalId("SYS")}',$,'Heating',$,$);`,
      ...[30, 31, 32].map((id) => relation(id + 100, "IFCRELASSIGNSTOGROUP", "(#10)", "$", `#${String(id)}`)),
    ]);
    expect(subject).toMatchObject({
      types: [globalId("TYP")],
      groups: ["Fire compartment 3", "Furniture"],
      systems: ["Heating"],
    });
  });
});
