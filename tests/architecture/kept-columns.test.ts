/**
 * Every column of the schema that can contain something secret is listed as one that may leave the server or as one that is kept. Early and
 * without a database; e2e/protection-kept compares the list with the database, and looks for what is kept in every answer.
 */
import { expect, test } from "vitest";
import { COLUMNS_OF } from "#tests/support/kept-columns.ts";
import { readSchema } from "./source-files.ts";

/** `  codeHash  String  @map("code_hash")` */
const COLUMN = /^ {2}(\w+)\s+(?:String|Json|Bytes)(?:\?|\[\])?(?=\s|$)(.*)$/gm;

/** Of one model of the schema, as table.column. */
function columnsOf(model: string): string[] {
  const [, table = ""] = /@@map\("(\w+)"\)/.exec(model) ?? [];
  return [...model.matchAll(COLUMN)].map(([, field = "", rest = ""]) => {
    const [, column = field] = /@map\("(\w+)"\)/.exec(rest) ?? [];
    return `${table}.${column}`;
  });
}

test("every column of the schema is listed as one that may leave or as one that is kept", async () => {
  const models = (await readSchema()).split(/^(?=(?:model|enum) )/m);
  const there = models.filter((text) => text.startsWith("model ")).flatMap(columnsOf);
  const listed = Object.entries(COLUMNS_OF).flatMap(([table, { leaves = "", kept = "" }]) =>
    `${leaves} ${kept}`.split(" ").map((column) => `${table}.${column}`),
  );
  expect(there.length).toBeGreaterThan(200);
  const where = "list each as leaves or kept in tests/support/kept-columns.ts";
  const unlisted = there.filter((column) => !listed.includes(column));
  expect(unlisted, where).toEqual([]);
});
