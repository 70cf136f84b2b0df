/**
 * Prisma's schema engine (its WebAssembly build, so that nothing must be downloaded): writes the SQL that leads from one state of the
 * schema to another. Only for development and tests; a running product applies finished migration files (migrate.ts). It compares schema
 * files, never databases: the driver adapter cannot read PostgreSQL's catalogue (type "char" is unknown to it in 7.10).
 */
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";

/** One file of a schema. */
export type SchemaFile = { readonly path: string; readonly content: string };

/** The *.prisma files of `folder`, by name. */
export async function readSchemaFiles(folder: string): Promise<SchemaFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".prisma")).toSorted();
  return Promise.all(
    names.map(async (path) => ({ path, content: await readFile(join(folder, path), "utf8") })),
  );
}

/**
 * The SQL that leads from schema `from` (none: an empty database) to schema `to`; "" when both are equal. `databaseUrl`: any reachable
 * PostgreSQL; the engine only asks for its version.
 */
export async function diffSchemas(
  databaseUrl: string,
  from: readonly SchemaFile[],
  to: readonly SchemaFile[],
): Promise<string> {
  await loadEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: databaseUrl }));
  const engine = await bindings.SchemaEngine.new({ datamodels: toDatamodels(to) }, () => undefined, adapter);
  try {
    const { stdout } = await engine.diff({
      from: from.length === 0 ? { tag: "empty" } : { tag: "schemaDatamodel", files: [...from] },
      to: { tag: "schemaDatamodel", files: [...to] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    // Prisma puts some steps into separate transactions; a migration here is one transaction already.
    const sql = (stdout ?? "").replaceAll(/^(BEGIN|COMMIT);\n/gm, "").trim();
    return sql === "" || sql === "-- This is an empty migration." ? "" : `${sql}\n`;
  } finally {
    engine.free();
  }
}

const toDatamodels = (files: readonly SchemaFile[]) =>
  files.map(({ path, content }): [string, string] => [path, content]);

let loading: Promise<void> | null = null;

/** The package's own entry imports the .wasm file as a module, which Node cannot; this does the same by hand. */
function loadEngine(): Promise<void> {
  loading ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
    const bytes = await readFile(join(folder, "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings });
    bindings.__wbg_set_wasm(instance.exports);
    const { __wbindgen_start: start } = instance.exports as { __wbindgen_start?: () => void };
    start?.();
  })();
  return loading;
}
