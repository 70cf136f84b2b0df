import { describe, expect, it } from "vitest";
import { globalId, read, refer, relation, stepFile } from "./support.ts";

/** By the number of each: its name, and the numbers of its properties. */
type Sets = Record<number, [name: string, properties: number[]]>;

/** A wall with property sets of its own and of its type. */
function model(own: number[], ofType: number[], sets: Sets): string {
  return stepFile(
    [
      `#1=IFCWALL('${globalId("WAL")}',$,'Wall',$,$,$,$,$,$);`,
      `#2=IFCWALLTYPE('${globalId("TYP")}',$,'Type',$,$,(${refer(ofType)}),$,$,$,.SOLID.);`,
      relation(3, "IFCRELDEFINESBYTYPE", "(#1)", "#2"),
      ...own.map((id) => relation(id + 500, "IFCRELDEFINESBYPROPERTIES", "(#1)", `#${String(id)}`)),
      ...Object.entries(sets).map(
        ([id, [name, members]]) =>
          `#${id}=IFCPROPERTYSET('${globalId(`S${id}`)}',$,'${name}',$,(${refer(members)}));`,
      ),
      ...PROPERTIES,
    ].join("\n"),
  );
}

const PROPERTIES = [
  "#101=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('own'),$);",
  "#102=IFCPROPERTYSINGLEVALUE('B',$,IFCLABEL('own'),$);",
  "#103=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('type'),$);",
  "#104=IFCPROPERTYSINGLEVALUE('C',$,IFCLABEL('type'),$);",
  "#105=IFCPROPERTYSINGLEVALUE('A',$,$,$);",
];

async function readWallSets(content: string): Promise<Record<string, unknown>> {
  const { classes, result } = await read(content);
  expect(result.errors).toEqual([]);
  const sets = Object.entries(classes["IfcWall"]?.[globalId("WAL")] ?? {});
  return Object.fromEntries(sets.filter(([name]) => name !== "attributes"));
}

describe("sets of occurrence and type", () => {
  it("merge per property, the occurrence wins", async () => {
    const content = model([10], [11], { 10: ["Pset", [101, 102]], 11: ["Pset", [103, 104]] });
    expect(await readWallSets(content)).toEqual({ Pset: { A: "own", B: "own", C: "type" } });
  });

  it("let a value that is missing at the occurrence stay missing", async () => {
    const content = model([10], [11], { 10: ["Pset", [105]], 11: ["Pset", [103]] });
    expect(await readWallSets(content)).toEqual({ Pset: { A: null } });
  });

  it("stay side by side under different names", async () => {
    const content = model([10], [11], { 10: ["Own", [101]], 11: ["Type", [103]] });
    expect(await readWallSets(content)).toEqual({ Own: { A: "own" }, Type: { A: "type" } });
  });

  it("of one name on one side stay apart, and each merges with its like", async () => {
    const sets: Sets = { 10: ["Pset", [101]], 11: ["Pset", [102]], 12: ["Pset", [104]], 13: ["Pset", [103]] };
    expect(await readWallSets(model([10, 11], [12, 13], sets))).toEqual({
      Pset: { A: "own", C: "type" },
      "Pset (2)": { B: "own", A: "type" },
    });
  });

  it("never swallow a set that is really called so", async () => {
    const sets: Sets = { 10: ["P", [101]], 11: ["P (2)", [102]], 12: ["P", [104]] };
    expect(await readWallSets(model([10, 11, 12], [], sets))).toEqual({
      P: { A: "own" },
      "P (2)": { B: "own" },
      "P (3)": { C: "type" },
    });
  });

  it("called `attributes` do not touch the attributes", async () => {
    const content = model([10], [11], { 10: ["attributes", [101]], 11: ["attributes", [104]] });
    expect(await readWallSets(content)).toEqual({ "attributes (2)": { A: "own", C: "type" } });
  });

  it("called `__proto__` or `constructor` are plain data", async () => {
    const content = model([10, 11], [], { 10: ["__proto__", [101]], 11: ["constructor", [102]] });
    const { files } = await read(content);
    expect(files["IfcWall.json"]).toContain('"__proto__":{"A":"own"},"constructor":{"B":"own"}');
    expect(files["index.json"]).toContain('"set":"__proto__"');
  });

  it("count once when related twice, and read alike when shared by many", async () => {
    const walls = Array.from(
      { length: 50 },
      (_, at) => `#${String(at + 1)}=IFCWALL('${globalId(String(at))}',$,$,$,$,$,$,$,$);`,
    );
    const { classes } = await read(
      stepFile([
        ...walls,
        `#90=IFCPROPERTYSET('${globalId("S")}',$,'Pset',$,(#101));`,
        relation(91, "IFCRELDEFINESBYPROPERTIES", `(${refer(walls.map((_, at) => at + 1))},#1)`, "#90"),
        relation(92, "IFCRELDEFINESBYPROPERTIES", "(#1)", "#90"),
        ...PROPERTIES,
      ]),
    );
    const elements = Object.values(classes["IfcWall"] ?? {});
    expect(elements).toHaveLength(50);
    for (const element of elements) expect(element).toEqual({ attributes: {}, Pset: { A: "own" } });
  });

  it("come several at a time in IFC4, as a set of definitions", async () => {
    const content = model([], [], { 10: ["P", [101]], 11: ["Q", [102]] }).replace(
      "ENDSEC;\nEND",
      `#50=IFCRELDEFINESBYPROPERTIES('${globalId("R")}',$,$,$,(#1),IFCPROPERTYSETDEFINITIONSET((#10,#11)));\nENDSEC;\nEND`,
    );
    expect(await readWallSets(content)).toEqual({ P: { A: "own" }, Q: { B: "own" } });
  });

  it("that IFC2X3 overrides have the overriding values, for the elements of that relation only", async () => {
    const { classes, result } = await read(
      stepFile(
        [
          `#1=IFCWALL('${globalId("WAL")}',$,$,$,$,$,$,$);`,
          `#2=IFCPROPERTYSET('${globalId("SET")}',$,'Pset',$,(#101,#102));`,
          relation(3, "IFCRELOVERRIDESPROPERTIES", "(#1)", "#2", "(#103,#104)"),
          `#4=IFCWALL('${globalId("WA2")}',$,$,$,$,$,$,$);`,
          `#5=IFCWALLTYPE('${globalId("TYP")}',$,$,$,$,(#2),$,$,$,.STANDARD.);`,
          relation(6, "IFCRELDEFINESBYTYPE", "(#1,#4)", "#5"),
          ...PROPERTIES,
        ],
        "IFC2X3",
      ),
    );
    expect(result).toMatchObject({ status: "ok", warnings: [] });
    expect(classes["IfcWall"]).toEqual({
      [globalId("WAL")]: { attributes: {}, Pset: { A: "type", B: "own", C: "type" } },
      [globalId("WA2")]: { attributes: {}, Pset: { A: "own", B: "own" } },
    });
  });

  it("that IFC2X3 overrides with damage are an error", async () => {
    const { result } = await read(
      stepFile(
        [
          `#1=IFCWALL('${globalId("WAL")}',$,$,$,$,$,$,$);`,
          `#2=IFCPROPERTYSET('${globalId("SET")}',$,'Pset',$,(#101));`,
          relation(3, "IFCRELOVERRIDESPROPERTIES", "(#1)", "#2"),
          ...PROPERTIES,
        ],
        "IFC2X3",
      ),
    );
    expect(result.errors).toEqual([expect.stringMatching(/record #3, line 10: the relation cannot be read/)]);
  });

  it("of a class of their own go by the class, with their own attributes", async () => {
    const { classes } = await read(
      stepFile(
        [
          `#1=IFCDOOR('${globalId("DOR")}',$,'Door',$,$,$,$,$,$,$);`,
          `#2=IFCDOORSTYLE('${globalId("STY")}',$,'Style',$,$,(#3,#4,#5),$,$,.NOTDEFINED.,.NOTDEFINED.,.F.,.F.);`,
          `#3=IFCDOORLININGPROPERTIES('${globalId("LIN")}',$,'any',$,114.,90.,$,$,$,$,$,$,$,$,$);`,
          `#4=IFCDOORPANELPROPERTIES('${globalId("PA1")}',$,$,$,40.,.SWINGING.,$,.LEFT.,$);`,
          `#5=IFCDOORPANELPROPERTIES('${globalId("PA2")}',$,$,$,40.,.SWINGING.,$,.RIGHT.,$);`,
          relation(6, "IFCRELDEFINESBYTYPE", "(#1)", "#2"),
        ],
        "IFC2X3",
      ),
    );
    expect(classes["IfcDoor"]?.[globalId("DOR")]).toEqual({
      attributes: { Name: "Door" },
      IfcDoorLiningProperties: { LiningDepth: 114, LiningThickness: 90 },
      IfcDoorPanelProperties: { PanelDepth: 40, PanelOperation: "SWINGING", PanelPosition: "LEFT" },
      "IfcDoorPanelProperties (2)": { PanelDepth: 40, PanelOperation: "SWINGING", PanelPosition: "RIGHT" },
    });
  });
});

describe("GlobalIds", () => {
  it("that occur twice, also in two classes, keep both elements and are reported", async () => {
    const content = stepFile(
      `#1=IFCWALL('${globalId("X")}',$,'a',$,$,$,$,$,$);\n#2=IFCSLAB('${globalId("X")}',$,'b',$,$,$,$,$,$);\n#3=IFCWALL('${globalId("X")}',$,'c',$,$,$,$,$,$);`,
    );
    const { classes, result } = await read(content);
    expect(result.status).toBe("ok");
    expect(result.warnings).toHaveLength(2);
    expect(result.warnings[0]).toMatch(/record #2, line 9: the GlobalId 0+X occurs more than once/);
    expect(Object.keys(classes["IfcWall"] ?? {})).toEqual([globalId("X"), `${globalId("X")} (3)`]);
    expect(Object.keys(classes["IfcSlab"] ?? {})).toEqual([`${globalId("X")} (2)`]);
  });

  it("that are missing are replaced by the record number", async () => {
    const { classes, result } = await read(stepFile("#7=IFCWALL($,$,'a',$,$,$,$,$,$);"));
    expect(Object.keys(classes["IfcWall"] ?? {})).toEqual(["#7"]);
    expect(result.warnings.join()).toMatch(/no GlobalId/);
  });

  it("that differ only in case are different", async () => {
    const { classes } = await read(
      stepFile(
        "#1=IFCWALL('000000000000000000000a',$,$,$,$,$,$,$,$);\n#2=IFCWALL('000000000000000000000A',$,$,$,$,$,$,$,$);",
      ),
    );
    expect(Object.keys(classes["IfcWall"] ?? {})).toHaveLength(2);
  });
});
