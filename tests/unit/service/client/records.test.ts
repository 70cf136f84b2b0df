/** A connected service may send anything of any length: the client reads a bounded part and marks where it was cut. */
import { expect, test } from "vitest";
import { readModel, readProject } from "#lib/service/client/records.ts";

const LONG = "a".repeat(100_000);

test("names, statuses and sentences of a model are cut, with a mark", () => {
  const model = readModel.parse({
    id: 1,
    name: LONG,
    status: LONG,
    version: LONG,
    document: { file_name: LONG, size: 1 },
    errors: Array.from({ length: 2_000 }, () => LONG),
    warnings: LONG,
    progress: { phase: LONG, done: 1, total: 2 },
  });
  const texts = [model.name, model.status, model.schema, model.fileName, model.progress?.phase];
  for (const text of [...texts, ...model.errors, ...model.warnings]) expect(text).toMatch(/^a{99,999}…$/);
  expect([model.errors.length, model.warnings.length]).toEqual([500, 1]);
});

test("a description and a logo that the portal can take stay whole", () => {
  const project = readProject.parse({ id: 1, description: LONG, logo: LONG });
  expect([project.description, project.logo]).toEqual([LONG, LONG]);
});
