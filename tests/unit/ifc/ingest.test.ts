import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingestFile, type IngestProgress } from "#lib/ifc/ingest.ts";
import { INDEX_FILE, type ModelIndex } from "#lib/ifc/model-index.ts";
import { buildZip } from "#tests/support/hostile-zip.ts";
import { readFixture, stepFile } from "./support.ts";

const BIG = "schependomlaan-houten-kozijnen.ifc";
let dir = "";
let inputPath = "";
let outputDir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "portico-ingest-"));
  inputPath = join(dir, "upload");
  outputDir = join(dir, "answers");
});

afterEach(() => {
  rmSync(dir, { recursive: true });
});

describe("ingestFile", () => {
  it("reads an archive as it reads the file in it", async () => {
    const content = readFixture("air-terminal-propertykinds-ifc4.ifc");
    writeFileSync(inputPath, content);
    const plain = await ingestFile({ inputPath, outputDir });
    writeFileSync(
      inputPath,
      buildZip([
        { name: "__MACOSX/._m.ifc", content: Buffer.from("x") },
        { name: "m/Model.IFC", content },
      ]),
    );
    const phases = new Set<string>();
    const unpacked = await ingestFile({ inputPath, outputDir, onProgress: ({ phase }) => phases.add(phase) });
    expect(unpacked).toEqual(plain);
    expect(phases).toEqual(new Set(["unpacking", "reading", "writing"]));
    expect(readdirSync(outputDir).sort()).toEqual(["IfcDistributionPort.json", "index.json"]);
  });

  it("tells the schema that a file states, also where it cannot be read", async () => {
    const told = async (schema: string, data = ""): Promise<{ status: string; stated: string[] }> => {
      const stated: string[] = [];
      writeFileSync(inputPath, stepFile(data).replace(/FILE_SCHEMA\([^;]*;/, schema));
      const { status } = await ingestFile({ inputPath, outputDir, onSchema: (name) => stated.push(name) });
      return { status, stated };
    };
    expect(await told("FILE_SCHEMA(('IFC5'));")).toEqual({ status: "failed", stated: ["IFC5"] });
    expect(await told("FILE_SCHEMA(('IFC2X3'));", "#1=IFCDOOR('cut")).toEqual({
      status: "failed",
      stated: ["IFC2X3"],
    });
    expect(await told("")).toEqual({ status: "failed", stated: [] });
  });

  it("counts while unpacking and stops at the limit, whatever the archive states", async () => {
    writeFileSync(inputPath, buildZip([{ name: "m.ifc", content: readFixture(BIG), statedSize: 100 }]));
    const limits = { unpackedBytesMax: 1 << 20 };
    const { status, errors } = await ingestFile({ inputPath, outputDir, limits });
    expect({ status, errors }).toMatchObject({
      status: "failed",
      errors: [expect.stringMatching(/damaged|more than 1048576/)],
    });
    expect(readdirSync(outputDir)).toEqual([]);
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
    const good = "#1=IFCWALL('0000000000000000000WAL',$,'a',$,$,$,$,$,$);";
    writeFileSync(
      inputPath,
      stepFile(
        `${good}\n#2=IFCWALL('0000000000000000000WA2',$,((,$);\n#3=IFCPOLYLINE('x);\n#4=IFCWALL('x,$);\n#5=IFCPOINT();`,
      ),
    );
    const { status, errors, warnings, index } = await ingestFile({ inputPath, outputDir });
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
    writeFileSync(inputPath, readFixture(BIG));
    const steps: IngestProgress[] = [];
    await ingestFile({
      inputPath,
      outputDir,
      limits: { windowBytes: 1 << 18 },
      onProgress: (step) => steps.push(step),
    });
    const reading = steps.filter(({ phase }) => phase === "reading").map(({ done }) => done);
    expect(reading.length).toBeGreaterThan(10);
    expect(reading).toEqual([...reading].sort((a, b) => a - b));
    const controller = new AbortController();
    const cancelled = await ingestFile({
      inputPath,
      outputDir,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(cancelled).toEqual({
      status: "failed",
      errors: ["The reading was cancelled."],
      warnings: [],
      index: null,
    });
    expect(existsSync(join(outputDir, "index.json"))).toBe(false);
  });

  it("says in one sentence what is wrong with its surroundings", async () => {
    expect((await ingestFile({ inputPath: join(dir, "gone"), outputDir })).errors).toEqual([
      "The stored file is missing. Upload the model again.",
    ]);
    mkdirSync(inputPath);
    expect((await ingestFile({ inputPath, outputDir })).errors.join()).toMatch(/fault of this server/);
    rmSync(inputPath, { recursive: true });
    writeFileSync(inputPath, "0123456789");
    const { errors } = await ingestFile({ inputPath, outputDir, limits: { inputBytesMax: 5 } });
    expect(errors).toEqual(["The file has 10 bytes; 5 are allowed."]);
  });

  it("reads the header, the authoring tool, the project and the units", async () => {
    writeFileSync(inputPath, readFixture("duplex-a-georef-revit2011.ifc"));
    const { index } = await ingestFile({ inputPath, outputDir });
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
