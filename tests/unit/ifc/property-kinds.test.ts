import { describe, expect, it } from "vitest";
import { read, readWall, refer, relation, requireIndex, stepFile, wallWith } from "./support.ts";

const SCHEMAS = ["IFC2X3", "IFC4", "IFC4X3_ADD2"];
const setPoint = (schema: string, value: string): string => (schema === "IFC2X3" ? "" : `,${value}`);
const formula = (schema: string): string => (schema === "IFC2X3" ? "" : ",$");

describe.each(SCHEMAS)("property kinds in %s", (schema) => {
  const readSet = (records: readonly string[], ids: readonly number[]): Promise<Record<string, unknown>> =>
    readWall(records, ids, schema);

  it("keeps missing, empty, false, zero and unknown apart", async () => {
    const records = [
      "#10=IFCPROPERTYSINGLEVALUE('Missing',$,$,$);",
      "#11=IFCPROPERTYSINGLEVALUE('Empty',$,IFCLABEL(''),$);",
      "#12=IFCPROPERTYSINGLEVALUE('False',$,IFCBOOLEAN(.F.),$);",
      "#13=IFCPROPERTYSINGLEVALUE('Zero',$,IFCREAL(0.),$);",
      "#14=IFCPROPERTYSINGLEVALUE('Unknown',$,IFCLOGICAL(.U.),$);",
      "#15=IFCPROPERTYSINGLEVALUE('True',$,IFCLOGICAL(.T.),$);",
    ];
    expect(await readSet(records, [10, 11, 12, 13, 14, 15])).toEqual({
      Missing: null, Empty: "", False: false, Zero: 0, Unknown: "UNKNOWN", True: true,
    }); // oxfmt-ignore
  });

  it("keeps numbers exactly as they are in the file", async () => {
    const written = {
      "2.": "2.0",
      "-1.E-3": "-1.0E-3",
      "1.5E+03": "1.5E+03",
      "+7": "7",
      "007": "7",
      ".5": "0.5",
      "-.25": "-0.25",
      "123456789012345678901234567890": "123456789012345678901234567890",
      "0.1000": "0.1000",
    };
    const records = Object.keys(written).map(
      (number, at) => `#${String(10 + at)}=IFCPROPERTYSINGLEVALUE('N${String(at)}',$,IFCREAL(${number}),$);`,
    );
    const { files } = await read(
      wallWith(
        records,
        records.map((_, at) => 10 + at),
        schema,
      ),
    );
    const members = Object.values(written).map((number, at) => `"N${String(at)}":${number}`);
    expect(files["IfcWall.json"]).toContain(`{${members.join(",")}}`);
  });

  it("keeps what is not a number as text", async () => {
    const records = [
      "#10=IFCPROPERTYSINGLEVALUE('Inf',$,IFCREAL(1.#INF),$);",
      "#11=IFCPROPERTYSINGLEVALUE('Huge',$,IFCREAL(1.E999),$);",
      "#12=IFCPROPERTYSINGLEVALUE('Dots',$,IFCREAL(1.2.3),$);",
    ];
    expect(await readSet(records, [10, 11, 12])).toEqual({ Inf: "1.#INF", Huge: "1.E999", Dots: "1.2.3" });
  });

  it("reads enumerated and list values as lists", async () => {
    const records = [
      "#10=IFCPROPERTYENUMERATEDVALUE('Enum',$,(IFCLABEL('A'),IFCLABEL('B')),#20);",
      "#11=IFCPROPERTYENUMERATEDVALUE('None',$,$,$);",
      "#12=IFCPROPERTYLISTVALUE('List',$,(IFCINTEGER(1),IFCINTEGER(2)),$);",
      "#20=IFCPROPERTYENUMERATION('E',(IFCLABEL('A'),IFCLABEL('B'),IFCLABEL('C')),$);",
    ];
    const ids = schema === "IFC2X3" ? [10, 12] : [10, 11, 12];
    const expected = schema === "IFC2X3" ? {} : { None: null };
    expect(await readSet(records, ids)).toEqual({ Enum: ["A", "B"], List: [1, 2], ...expected });
  });

  it("reads bounds as lower, upper, set point, each in its place", async () => {
    const records = [
      `#10=IFCPROPERTYBOUNDEDVALUE('Both',$,IFCREAL(9.),IFCREAL(1.),$${setPoint(schema, "IFCREAL(5.)")});`,
      `#11=IFCPROPERTYBOUNDEDVALUE('Upper',$,IFCREAL(9.),$,$${setPoint(schema, "$")});`,
      `#12=IFCPROPERTYBOUNDEDVALUE('Lower',$,$,IFCREAL(1.),$${setPoint(schema, "$")});`,
      `#13=IFCPROPERTYBOUNDEDVALUE('None',$,$,$,$${setPoint(schema, "$")});`,
    ];
    expect(await readSet(records, [10, 11, 12, 13])).toEqual({
      Both: [1, 9, schema === "IFC2X3" ? null : 5], Upper: [null, 9, null], Lower: [1, null, null], None: null,
    }); // oxfmt-ignore
  });

  it("reads tables as pairs, and keeps an odd value out", async () => {
    const end = schema === "IFC2X3" ? "" : ",.LINEAR.";
    const records = [
      `#10=IFCPROPERTYTABLEVALUE('Table',$,(IFCREAL(1.),IFCREAL(2.)),(IFCLABEL('a'),IFCLABEL('b')),'f(x)',$,$${end});`,
      `#11=IFCPROPERTYTABLEVALUE('Odd',$,(IFCREAL(1.),IFCREAL(2.)),(IFCLABEL('a')),$,$,$${end});`,
      `#12=IFCPROPERTYTABLEVALUE('Empty',$,(),(),$,$,$${end});`,
    ];
    expect(await readSet(records, [10, 11, 12])).toEqual({
      Table: [[1, "a"], [2, "b"]], Odd: [[1, "a"], [2, null]], Empty: null,
    }); // oxfmt-ignore
  });

  it("flattens complex properties to any depth, with nothing lost", async () => {
    const records = [
      "#10=IFCCOMPLEXPROPERTY('Outer',$,'u',(#11,#12,#13));",
      "#11=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('a'),$);",
      "#12=IFCCOMPLEXPROPERTY('Inner',$,'u',(#11));",
      "#13=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('b'),$);",
      "#14=IFCCOMPLEXPROPERTY('Hollow',$,'u',());",
    ];
    expect(await readSet(records, [10, 14])).toEqual({
      "Outer.A": "a", "Outer.Inner.A": "a", "Outer.A (2)": "b", Hollow: null,
    }); // oxfmt-ignore
  });

  it("reads references as what they point at", async () => {
    const person = schema === "IFC2X3" ? "'1','Berg','Anna',$,$,$,$,$" : "$,'Berg','Anna',$,$,$,$,$";
    const records = [
      "#10=IFCPROPERTYREFERENCEVALUE('Person',$,$,#20);",
      "#11=IFCPROPERTYREFERENCEVALUE('Nobody',$,$,$);",
      "#12=IFCPROPERTYREFERENCEVALUE('Material',$,$,#21);",
      "#13=IFCPROPERTYREFERENCEVALUE('Gone',$,$,#99);",
      `#20=IFCPERSON(${person});`,
      `#21=IFCMATERIAL('Steel'${schema === "IFC2X3" ? "" : ",$,$"});`,
    ];
    expect(await readSet(records, [10, 11, 12, 13])).toEqual({
      Person: "Anna Berg", Nobody: null, Material: "Steel", Gone: "#99",
    }); // oxfmt-ignore
  });

  it("reads every kind of quantity, with value types and units in the index", async () => {
    const kinds = ["LENGTH", "AREA", "VOLUME", "COUNT", "WEIGHT", "TIME"];
    if (schema.startsWith("IFC4X3")) kinds.push("NUMBER");
    const records = [
      "#1=IFCSLAB('0000000000000000000SLA',$,'S',$,$,$,$,$,.FLOOR.);",
      `#2=IFCELEMENTQUANTITY('0000000000000000000QTO',$,'Qto',$,'method',(${refer(kinds.map((_, at) => 10 + at))},#30));`,
      relation(3, "IFCRELDEFINESBYPROPERTIES", "(#1)", "#2"),
      ...kinds.map(
        (kind, at) =>
          `#${String(10 + at)}=IFCQUANTITY${kind}('${kind}',$,${at === 0 ? "#40" : "$"},${String(at)}.5${formula(schema)});`,
      ),
      "#30=IFCPHYSICALCOMPLEXQUANTITY('Layer',$,(#10),'layer',$,$);",
      "#40=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);",
      "#41=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);",
      "#42=IFCUNITASSIGNMENT((#41));",
      "#43=IFCPROJECT('0000000000000000000PRJ',$,'P',$,$,$,$,(),#42);",
    ];
    const model = await read(stepFile(records, schema));
    expect(model.result.errors).toEqual([]);
    expect(model.classes["IfcSlab"]?.["0000000000000000000SLA"]?.["Qto"]).toEqual({
      ...Object.fromEntries(kinds.map((kind, at) => [kind, at + 0.5])),
      "Layer.LENGTH": 0.5,
    });
    const definitions = requireIndex(model).definitions["IfcSlab"] ?? [];
    const find = (property: string): unknown =>
      definitions.find((definition) => definition.property === property);
    expect(find("LENGTH")).toEqual({
      set: "Qto", property: "LENGTH", kind: "quantity", valueType: "IfcLengthMeasure", unit: "mm", unitSource: "property", count: 1,
    }); // oxfmt-ignore
    expect(find("AREA")).toMatchObject({ valueType: "IfcAreaMeasure", unit: "m²", unitSource: "project" });
    expect(find("VOLUME")).toMatchObject({ valueType: "IfcVolumeMeasure", unit: null, unitSource: null });
  });
});

describe("attributes", () => {
  it("are the simple ones under their schema names, absent ones and references left out", async () => {
    const { classes } = await read(
      stepFile(
        "#1=IFCDOOR('0000000000000000000DOR',#9,'D-014',$,'Type A',#7,#8,'318204',2100.,900.,.DOOR.,.SINGLE_SWING_LEFT.,$);\n" +
          "#2=IFCSITE('0000000000000000000SIT',$,'Site',$,$,$,$,$,.ELEMENT.,(52,9,0,0),(5,23,0),20000.,$,#5);",
      ),
    );
    expect(classes["IfcDoor"]).toEqual({
      "0000000000000000000DOR": {
        attributes: {
          Name: "D-014", ObjectType: "Type A", Tag: "318204", OverallHeight: 2100, OverallWidth: 900,
          PredefinedType: "DOOR", OperationType: "SINGLE_SWING_LEFT",
        },
      },
    }); // oxfmt-ignore
    expect(classes["IfcSite"]?.["0000000000000000000SIT"]?.["attributes"]).toEqual({
      Name: "Site", CompositionType: "ELEMENT", RefLatitude: [52, 9, 0, 0], RefLongitude: [5, 23, 0], RefElevation: 20000,
    }); // oxfmt-ignore
  });

  it("keep classes apart: IfcDoorStandardCase is not in the answer of IfcDoor", async () => {
    const door = (name: string, id: number): string =>
      `#${String(id)}=${name}('000000000000000000000${String(id)}',$,$,$,$,$,$,$,$,$,$,$,$);`;
    const { classes } = await read(stepFile(`${door("IFCDOOR", 1)}\n${door("IFCDOORSTANDARDCASE", 2)}`));
    expect(Object.keys(classes).sort()).toEqual(["IfcDoor", "IfcDoorStandardCase"]);
    expect(Object.keys(classes["IfcDoor"] ?? {})).toEqual(["0000000000000000000001"]);
  });

  it("read a class that only another schema has, and say so", async () => {
    const { result, classes } = await read(
      stepFile("#1=IFCALIGNMENT('0000000000000000000ALI',$,'A',$,$,$,$,.USERDEFINED.);", "IFC4"),
    );
    expect(result.status).toBe("ok");
    expect(result.warnings.join()).toMatch(/IfcAlignment is not a class of IFC4/);
    expect(classes["IfcAlignment"]?.["0000000000000000000ALI"]?.["attributes"]).toMatchObject({ Name: "A" });
  });
});
