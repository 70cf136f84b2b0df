import { describe, expect, it } from "vitest";
import { readDetailed, type DetailedElement } from "./details-support.ts";
import { listFixtures, readFixture, stepFile } from "./support.ts";
import { readReferenceRelations } from "#tests/support/web-ifc-relations.ts";

const ID = (name: string): string => name.padStart(22, "0");

/** Reads the details of a house with a storey, a room, and further records; returns the element named "Subject". */
async function readSubject(records: string[], schema = "IFC4"): Promise<DetailedElement> {
  const house = [
    `#1=IFCBUILDING('${ID("BLD")}',$,'House',$,$,$,$,$,.ELEMENT.,$,$,$);`,
    `#2=IFCBUILDINGSTOREY('${ID("STO")}',$,'Ground floor',$,$,$,$,$,.ELEMENT.,0.);`,
    `#3=IFCSPACE('${ID("SPA")}',$,'101',$,$,$,$,'Kitchen',.ELEMENT.,.INTERNAL.,$);`,
    `#4=IFCRELAGGREGATES('${ID("RA1")}',$,$,$,#1,(#2));`,
    `#5=IFCRELAGGREGATES('${ID("RA2")}',$,$,$,#2,(#3));`,
  ];
  const { elements } = await readDetailed(stepFile([...house, ...records].join("\n"), schema));
  const found = elements.find(({ uuid }) => uuid === ID("SUB"));
  if (!found) throw new Error("no subject");
  return found;
}

const wall = (id: number, name: string): string =>
  `#${String(id)}=IFCBUILDINGELEMENTPROXY('${ID(name)}',$,'${name}',$,$,$,$,$,$);`;

describe.each(listFixtures())("relations of %s", (name) => {
  it("are those that web-ifc gives, for every element", { timeout: 60_000 }, async () => {
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
        [wall(10, "SUB"), `#11=IFCRELCONTAINEDINSPATIALSTRUCTURE('${ID("RC")}',$,$,$,(#10),#3);`],
        schema,
      );
      expect(subject).toMatchObject({ space: "101", storey: "Ground floor", building: "House", whole: null });
    },
  );

  it("is inherited from the whole, from the element that is voided, and by what fills the opening", async () => {
    const hosted = [wall(20, "HOST"), `#21=IFCRELCONTAINEDINSPATIALSTRUCTURE('${ID("RC")}',$,$,$,(#20),#2);`];
    const part = await readSubject([
      ...hosted,
      wall(10, "SUB"),
      `#11=IFCRELAGGREGATES('${ID("RA")}',$,$,$,#20,(#10));`,
    ]);
    expect(part).toMatchObject({ storey: "Ground floor", whole: "HOST" });
    const opening = `#30=IFCOPENINGELEMENT('${ID("OPE")}',$,'Opening',$,$,$,$,$,$);`;
    const voids = `#31=IFCRELVOIDSELEMENT('${ID("RV")}',$,$,$,#20,#30);`;
    const fills = `#32=IFCRELFILLSELEMENT('${ID("RF")}',$,$,$,#30,#10);`;
    const door = await readSubject([...hosted, wall(10, "SUB"), opening, voids, fills]);
    expect(door).toMatchObject({ storey: "Ground floor", whole: null });
  });

  it("is its own where it has one, beside its whole's", async () => {
    const subject = await readSubject([
      wall(20, "HOST"),
      wall(10, "SUB"),
      `#11=IFCRELCONTAINEDINSPATIALSTRUCTURE('${ID("RC")}',$,$,$,(#20),#1);`,
      `#12=IFCRELAGGREGATES('${ID("RA")}',$,$,$,#20,(#10));`,
      `#13=IFCRELCONTAINEDINSPATIALSTRUCTURE('${ID("RD")}',$,$,$,(#10),#3);`,
    ]);
    expect(subject).toMatchObject({ space: "101", whole: "HOST" });
  });

  it("is none where wholes go in a circle, or are not in the file", async () => {
    const nowhere = { building: null, storey: null, space: null };
    const circle = await readSubject([
      wall(10, "SUB"),
      wall(11, "OTHER"),
      `#12=IFCRELAGGREGATES('${ID("RA")}',$,$,$,#10,(#11));`,
      `#13=IFCRELAGGREGATES('${ID("RB")}',$,$,$,#11,(#10));`,
    ]);
    expect(circle).toMatchObject({ ...nowhere, whole: "OTHER" });
    const lost = await readSubject([wall(10, "SUB"), `#12=IFCRELAGGREGATES('${ID("RA")}',$,$,$,#99,(#10));`]);
    expect(lost).toMatchObject({ ...nowhere, whole: null });
  });
});

describe("types and groups", () => {
  it("go by their name, else by their GlobalId; every group that is no system counts", async () => {
    const subject = await readSubject([
      wall(10, "SUB"),
      `#20=IFCBUILDINGELEMENTPROXYTYPE('${ID("TYP")}',$,$,$,$,$,$,$,$,.NOTDEFINED.);`,
      `#21=IFCRELDEFINESBYTYPE('${ID("RT")}',$,$,$,(#10),#20);`,
      `#30=IFCGROUP('${ID("GRP")}',$,'Fire compartment 3',$,$);`,
      `#31=IFCINVENTORY('${ID("INV")}',$,'Furniture',$,$,$,$,$,$,$,$);`,
      `#32=IFCSYSTEM('${ID("SYS")}',$,'Heating',$,$);`,
      ...[30, 31, 32].map(
        (id) =>
          `#${String(id + 100)}=IFCRELASSIGNSTOGROUP('${ID(`G${String(id)}`)}',$,$,$,(#10),$,#${String(id)});`,
      ),
    ]);
    expect(subject).toMatchObject({
      types: [ID("TYP")],
      groups: ["Fire compartment 3", "Furniture"],
      systems: ["Heating"],
    });
  });
});
