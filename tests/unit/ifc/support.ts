/** Reads files and made-up models with the reader under test, each in a separate folder. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestFile, type IngestInput, type IngestResult } from "#lib/ifc/ingest.ts";
import type { ModelIndex } from "#lib/ifc/model-index.ts";

export type Answer = Record<string, Record<string, unknown>>;

export interface ReadModel {
  result: IngestResult;
  /** Answers by class name, then by GlobalId; empty if there are none. */
  classes: Record<string, Record<string, Answer>>;
  /** The unchanged files, by name. */
  files: Record<string, string>;
}

export const FIXTURES = new URL("../../fixtures/ifc/", import.meta.url);

/** Names of the real models. */
export function listFixtures(): string[] {
  return readdirSync(FIXTURES).filter((name) => name.endsWith(".ifc"));
}

export function readFixture(name: string): Buffer {
  return readFileSync(new URL(name, FIXTURES));
}

/** Writes a file's content into a folder of its own, which is there while `work` reads it. */
export async function withFile<Read>(
  content: string | Uint8Array,
  work: (input: { inputPath: string; outputDir: string }) => Promise<Read>,
): Promise<Read> {
  const dir = mkdtempSync(join(tmpdir(), "portico-ifc-"));
  try {
    const inputPath = join(dir, "model.ifc");
    writeFileSync(inputPath, content, typeof content === "string" ? "latin1" : undefined);
    return await work({ inputPath, outputDir: join(dir, "answers") });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Reads a file's content with the reader under test. */
export function read(
  content: string | Uint8Array,
  options: Pick<IngestInput, "limits" | "signal" | "onProgress" | "onSchema"> = {},
): Promise<ReadModel> {
  return withFile(content, async ({ inputPath, outputDir }) => {
    const result = await ingestFile({ inputPath, outputDir, ...options });
    const files: Record<string, string> = {};
    for (const name of readdirSync(outputDir)) files[name] = readFileSync(join(outputDir, name), "utf8");
    const classes: ReadModel["classes"] = {};
    for (const { name } of result.index?.classes ?? []) {
      classes[name] = JSON.parse(files[`${name}.json`] ?? "") as Record<string, Answer>;
    }
    return { result, classes, files };
  });
}

/** A file with the given schema and data records. */
export function stepFile(records: string | readonly string[], schema = "IFC4", newline = "\n"): string {
  return [
    "ISO-10303-21;",
    "HEADER;",
    "FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');",
    "FILE_NAME('model.ifc','2026-11-21T08:00:00',('Anna'),('Acme'),'pre','Tool 1.0','');",
    `FILE_SCHEMA(('${schema}'));`,
    "ENDSEC;",
    "DATA;",
    ...(typeof records === "string" ? [records] : records),
    "ENDSEC;",
    "END-ISO-10303-21;",
    "",
  ].join(newline);
}

/** A GlobalId that ends with the name. */
export const globalId = (name: string): string => name.padStart(22, "0");

/** Numbers as records refer to them: `#1,#2`. */
export const refer = (ids: readonly number[]): string => ids.map((id) => `#${String(id)}`).join(",");

/** The record of a relation between what `ends` refer to, such as `(#1)` and `#2`. */
export function relation(id: number, className: string, ...ends: string[]): string {
  return `#${String(id)}=${className}('${globalId(`R${String(id)}`)}',$,$,$,${ends.join(",")});`;
}

/** A file with one wall `WALL` that has the property set `Pset` with the given property records (numbers as listed). */
export function wallWith(
  properties: string | readonly string[],
  ids: readonly number[],
  schema = "IFC4",
): string {
  const tag = schema === "IFC2X3" ? "$" : "$,$";
  return stepFile(
    [
      `#1=IFCWALL('0000000000000000000WAL',$,'Wall',$,$,$,$,${tag});`,
      `#2=IFCPROPERTYSET('0000000000000000000SET',$,'Pset',$,(${refer(ids)}));`,
      relation(3, "IFCRELDEFINESBYPROPERTIES", "(#1)", "#2"),
      ...(typeof properties === "string" ? [properties] : properties),
    ],
    schema,
  );
}

/** The result of reading `wallWith`: the members of its set. */
export async function readWall(
  properties: string | readonly string[],
  ids: readonly number[],
  schema = "IFC4",
): Promise<Record<string, unknown>> {
  const { result, classes } = await read(wallWith(properties, ids, schema));
  if (result.status !== "ok") throw new Error(result.errors.join("\n"));
  return classes["IfcWall"]?.["0000000000000000000WAL"]?.["Pset"] ?? {};
}

/** The index of a model that must be readable. */
export function requireIndex(model: ReadModel): ModelIndex {
  if (!model.result.index) throw new Error(model.result.errors.join("\n"));
  return model.result.index;
}
