import { describe, expect, it } from "vitest";
import { classificationText, materialText, readDetailed, tryDetailed } from "./details-support.ts";
import { globalId, listFixtures, readFixture, relation, stepFile } from "./support.ts";
import { readReferenceDetails } from "./web-ifc-details.ts";

const WALL = `#1=IFCWALL('${globalId("WAL")}',$,'Wall',$,$,$,$,$,$);`;

/** The details of a wall with further records. */
async function readWall(records: string[], schema = "IFC4") {
  const wall = schema === "IFC2X3" ? WALL.replace(",$);", ");") : WALL;
  const { elements, index } = await readDetailed(stepFile([wall, ...records], schema));
  const [element] = elements;
  if (!element) throw new Error("no wall");
  return { ...element, index };
}

const classify = (target: number): string =>
  relation(target + 900, "IFCRELASSOCIATESCLASSIFICATION", "(#1)", `#${String(target)}`);
const materialize = (target: number, owner = 1): string =>
  relation(target + 900, "IFCRELASSOCIATESMATERIAL", `(#${String(owner)})`, `#${String(target)}`);

describe.each(listFixtures())("details of %s", (name) => {
  it("are those that web-ifc gives, for every element", async () => {
    const bytes = readFixture(name);
    const [{ elements, index }, reference] = [await readDetailed(bytes), await readReferenceDetails(bytes)];
    expect(elements.map(({ uuid }) => uuid).toSorted()).toEqual([...reference.materials.keys()].toSorted());
    for (const { uuid, classifications, materials, layers } of elements) {
      expect(new Set(classifications), uuid).toEqual(reference.classifications.get(uuid));
      // A component that is related twice counts once.
      expect(new Set(materials), uuid).toEqual(new Set(reference.materials.get(uuid)));
      expect(new Set(layers), uuid).toEqual(reference.layers.get(uuid));
    }
    const units = index.units
      .filter(({ isDefault }) => isDefault)
      .map((unit) =>
        `${unit.type} ${unit.unitType ?? "-"} ${unit.prefix ?? "-"} ${unit.name ?? "-"}`.toUpperCase(),
      );
    expect(units.toSorted()).toEqual(reference.units.toSorted());
  });
});

describe("classifications", () => {
  it("of IFC2X3 state their notation as ItemReference", async () => {
    const { classifications } = await readWall(
      [
        "#10=IFCCLASSIFICATION('Source','1',$,'NL-SfB');",
        "#11=IFCCLASSIFICATIONREFERENCE($,'21.1','buitenwanden',#10);",
        classify(11),
      ],
      "IFC2X3",
    );
    expect(classifications).toEqual([classificationText("NL-SfB", "21.1", "buitenwanden")]);
  });

  it("without a source, as a whole system, as facets, and in a circle", async () => {
    const { classifications } = await readWall([
      "#10=IFCCLASSIFICATIONREFERENCE($,'A1','Alone',$,$,$);",
      "#11=IFCCLASSIFICATION($,$,$,'System',$,$,$);",
      "#12=IFCCLASSIFICATIONNOTATION((#13,#14));",
      "#13=IFCCLASSIFICATIONNOTATIONFACET('B');",
      "#14=IFCCLASSIFICATIONNOTATIONFACET('2');",
      "#15=IFCCLASSIFICATIONREFERENCE($,'C3',$,#16,$,$);",
      "#16=IFCCLASSIFICATIONREFERENCE($,'C4',$,#15,$,$);",
      ...[10, 11, 12, 15].map(classify),
    ]);
    expect(classifications).toEqual([
      classificationText(null, "A1", "Alone"),
      classificationText("System", null, null),
      classificationText(null, "B.2", null),
      classificationText(null, "C3", null),
    ]);
  });

  it("that are not in the file are passed over", async () => {
    expect((await readWall([classify(77)])).classifications).toEqual([]);
  });
});

describe("materials", () => {
  const CONCRETE = "#20=IFCMATERIAL('Concrete',$,$);";

  it.each([
    ["a list", ["#30=IFCMATERIALLIST((#20,#21));"]],
    [
      "constituents",
      [
        "#30=IFCMATERIALCONSTITUENTSET($,$,(#31,#32));",
        "#31=IFCMATERIALCONSTITUENT('Frame',$,#20,$,$);",
        "#32=IFCMATERIALCONSTITUENT('Glass',$,#21,0.5,$);",
      ],
    ],
    [
      "profiles",
      [
        "#30=IFCMATERIALPROFILESETUSAGE(#33,5,$);",
        "#33=IFCMATERIALPROFILESET($,$,(#31,#32),$);",
        "#31=IFCMATERIALPROFILE($,$,#20,$,$,$);",
        "#32=IFCMATERIALPROFILE($,$,#21,$,$,$);",
      ],
    ],
  ])("in %s", async (_kind, records) => {
    const steel = "#21=IFCMATERIAL('Steel',$,$);";
    const { materials } = await readWall([CONCRETE, steel, ...records, materialize(30)]);
    expect(materials).toEqual([materialText("Concrete", null), materialText("Steel", null)]);
  });

  it("of the occurrence stand in place of those of its type", async () => {
    const typed = [
      `#2=IFCWALLTYPE('${globalId("TYP")}',$,$,$,$,$,$,$,$,.SOLID.);`,
      relation(3, "IFCRELDEFINESBYTYPE", "(#1)", "#2"),
      CONCRETE,
      "#21=IFCMATERIALLAYERSET((#22,#23),$,$);",
      "#22=IFCMATERIALLAYER(#20,0.2,$,$,$,$,$);",
      "#23=IFCMATERIALLAYER(#20,0.2,$,$,$,$,$);",
      materialize(21, 2),
    ];
    // Two equal layers are two layers.
    const layers = [materialText("Concrete", 0.2), materialText("Concrete", 0.2)];
    expect((await readWall(typed)).materials).toEqual(layers);
    expect((await readWall([...typed, materialize(20)])).materials).toEqual([materialText("Concrete", null)]);
  });

  it("that contain themselves come to an end", async () => {
    const { materials } = await readWall(["#30=IFCMATERIALLIST((#30));", materialize(30)]);
    expect(materials).toEqual([]);
  });
});

describe("systems", () => {
  it("are systems and zones, of every edition, and no other groups", async () => {
    const group = (id: number): string =>
      relation(id + 900, "IFCRELASSIGNSTOGROUP", "(#1)", "$", `#${String(id)}`);
    const { systems } = await readWall([
      `#40=IFCSYSTEM('${globalId("S1")}',$,'a',$,$);`,
      `#41=IFCZONE('${globalId("S2")}',$,'b',$,$,$);`,
      `#42=IFCDISTRIBUTIONCIRCUIT('${globalId("S3")}',$,'c',$,$,$,$);`,
      `#43=IFCBUILDINGSYSTEM('${globalId("S4")}',$,'d',$,$,$,$);`,
      `#44=IFCINVENTORY('${globalId("S5")}',$,'e',$,$,$,$,$,$,$,$);`,
      ...[40, 41, 42, 43, 44].map(group),
    ]);
    expect(systems).toEqual(["a", "b", "c", "d"]);
  });
});

describe("damage", () => {
  it("in a relation ends the reading with a reason", async () => {
    const damaged = relation(9, "IFCRELASSOCIATESMATERIAL", "(#1 5)", "#2");
    const { result } = await tryDetailed(stepFile(`${WALL}\n${damaged}`));
    expect(result).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/record #9, line 9: the relation cannot be read/) as string,
    });
  });
});
