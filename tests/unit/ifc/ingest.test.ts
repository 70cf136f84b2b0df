import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ingestFile, type IngestProgress } from "#lib/ifc/ingest.ts";
import { INDEX_FILE, type ModelIndex } from "#lib/ifc/model-index.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { buildZip } from "#tests/support/hostile-zip.ts";
import { read, readFixture, stepFile } from "./support.ts";

const BIG = "schependomlaan-houten-kozijnen.ifc";

const dir = await useScratchFolder("ingest");
const inputPath = join(dir, "upload");
const outputDir = join(dir, "answers");

describe("ingestFile", () => {
  it("reads an archive as it reads the file in it", async () => {
    const content = readFixture("air-terminal-propertykinds-ifc4.ifc");
    const archive = buildZip([
      { name: "__MACOSX/._m.ifc", content: Buffer.from("x") },
      { name: "m/Model.IFC", content },
    ]);
    const phases = new Set<string>();
    const unpacked = await read(archive, { onProgress: ({ phase }) => phases.add(phase) });
    expect(unpacked).toEqual(await read(content));
    expect(phases).toEqual(new Set(["unpacking", "reading", "writing"]));
    expect(Object.keys(unpacked.files).sort()).toEqual(["IfcDistributionPort.json", "index.json"]);
  });

  it.each([
    ["an unknown schema", "FILE_SCHEMA(('IFC5'));", "", ["IFC5"]],
    ["damage", "FILE_SCHEMA(('IFC2X3'));", "#1=IFCDOOR('cut", ["IFC2X3"]],
    ["no schema", "", "", []],
  ])("tells the schema that a file states, also of one with %s", async (_what, schema, data, wanted) => {
    const stated: string[] = [];
    const content = stepFile(data).replace(/FILE_SCHEMA\([^;]*;/, schema);
    const { result } = await read(content, { onSchema: (name) => stated.push(name) });
    expect([result.status, stated]).toEqual(["failed", wanted]);
  });

  it("counts while unpacking and stops at the limit, whatever the archive states", async () => {
    const archive = buildZip([{ name: "m.ifc", content: readFixture(BIG), statedSize: 100 }]);
    const { result, files } = await read(archive, { limits: { unpackedBytesMax: 1 << 20 } });
    expect(result.status).toBe("failed");
    expect(result.errors).toEqual([expect.stringMatching(/damaged|more than 1048576/)]);
    expect(files).toEqual({});
  });

  it("leaves an index only where everything was written", async () => {
    writeFileSync(inputPath, stepFile("#1=IFCWALL('0000000000000000000WAL',$,$,$,$,$,$,$,$);"));
    expect((await ingestFile({ inputPath, outputDir })).status).toBe("ok");
    const indexPath = join(outputDir, INDEX_FILE);
    const { classes } = JSON.parse(readFileSync(indexPath, "utf8")) as ModelIndex;
    expect(classes).toEqual([{ name: "IfcWall", count: 1, bytes: 44 }]);
    writeFileSync(inputPath, "not a model");
    expect((await ingestFile({ inputPath, outputDir })).status).toBe("failed");
    writeFileSync(inputPath, readFixture(BIG));
    const { errors } = await ingestFile({ inputPath, outputDir, limits: { outputBytesMax: 1 << 20 } });
    expect(errors).toEqual(["The answers would be larger than 1048576 bytes."]);
    expect(existsSync(indexPath)).toBe(false);
    expect(readdirSync(outputDir)).toEqual([]);
  });

  it("keeps what could be read beside damage, and says what was lost", async () => {
    const records = [
      "#1=IFCWALL('0000000000000000000WAL',$,'a',$,$,$,$,$,$);",
      "#2=IFCWALL('0000000000000000000WA2',$,((,$);",
      "#3=IFCPOLYLINE('x);",
      "#4=IFCWALL('x,$);",
      "#5=IFCPOINT();",
    ];
    const { status, errors, warnings, index } = (await read(stepFile(records))).result;
    expect(status).toBe("failed");
    expect(errors).toEqual([
      "record #4, line 11: a text is not closed with an apostrophe; the record was skipped",
      "record #2, line 9: the IfcWall cannot be read: its arguments are damaged; it was left out",
    ]);
    expect(warnings).toEqual([
      "record #3, line 10: a text is not closed with an apostrophe; the record was skipped (its class carries no properties)",
    ]);
    expect(index?.classes).toMatchObject([{ name: "IfcWall", count: 1 }]);
    expect(index?.errors).toEqual(errors);
  });

  it("tells progress in bytes and elements, and can be cancelled between two steps", async () => {
    const big = readFixture(BIG);
    const steps: IngestProgress[] = [];
    await read(big, { limits: { windowBytes: 1 << 18 }, onProgress: (step) => steps.push(step) });
    const reading = steps.filter(({ phase }) => phase === "reading").map(({ done }) => done);
    expect(reading.length).toBeGreaterThan(10);
    expect(reading).toEqual([...reading].sort((a, b) => a - b));
    const controller = new AbortController();
    const onProgress = (): void => controller.abort();
    const { result, files } = await read(big, { signal: controller.signal, onProgress });
    const errors = ["The reading was cancelled."];
    expect(result).toEqual({ status: "failed", errors, warnings: [], index: null });
    expect(Object.keys(files)).not.toContain("index.json");
  });

  it("says in one sentence what is wrong with its surroundings", async () => {
    rmSync(inputPath, { force: true });
    const gone = await ingestFile({ inputPath, outputDir });
    expect(gone.errors).toEqual(["The stored file is missing. Upload the model again."]);
    mkdirSync(inputPath);
    expect((await ingestFile({ inputPath, outputDir })).errors.join()).toMatch(/fault of this server/);
    rmSync(inputPath, { recursive: true });
    writeFileSync(inputPath, "0123456789");
    const { errors } = await ingestFile({ inputPath, outputDir, limits: { inputBytesMax: 5 } });
    expect(errors).toEqual(["The file has 10 bytes; 5 are allowed."]);
  });

  it("reads the header, the authoring tool, the project and the units", async () => {
    const { index } = (await read(readFixture("duplex-a-georef-revit2011.ifc"))).result;
    expect(index).toMatchObject({
      format: 1,
      schema: "IFC2X3",
      schemaName: "IFC2X3",
      header: {
        fileName: "0001",
        timeStamp: "2011-09-07T12:28:29",
        description: ["ViewDefinition [CoordinationView]"],
        preprocessor: "Autodesk Revit Architecture 2011 - 1.0",
        applications: [{ name: "Autodesk Revit Architecture 2011", version: "2011" }],
      },
      units: expect.arrayContaining([{ unitType: "AREAUNIT", symbol: "m²", kind: "si" }]) as unknown,
    });
    expect(index?.project?.globalId).toHaveLength(22);
  });
});
