/** Every place that the glossary names exists. */
import { expect, test } from "vitest";
import { listFiles, readSchema, readText } from "./source-files.ts";

test("every folder and table that the glossary names is there", async () => {
  const places = (await readText("docs/glossary.md"))
    .split("\n")
    .flatMap((line) => line.split("|")[3]?.match(/`[^`]+`/g) ?? [])
    .map((name) => name.slice(1, -1));
  expect(places.length).toBeGreaterThan(50);
  const files = await listFiles("lib");
  const folders = new Set(files.flatMap((path) => foldersOf(path)));
  const schema = await readSchema();
  const wrong = places.filter(
    (name) =>
      !folders.has(`lib/${name}`) &&
      !schema.includes(`@@map("${name}")`) &&
      !schema.includes(`@map("${name}")`) &&
      !OTHERWISE.has(name),
  );
  expect(wrong).toEqual([]);
});

/** Neither a folder of lib nor a name in the database. */
const OTHERWISE = new Set(["app", "service_*", "DRAFT", "RunState", "reading.ts"]);

function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, count) => parts.slice(0, count).join("/"));
}
