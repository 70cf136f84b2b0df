/**
 * Every operation of the description has a test file named after it (operations/), and every file belongs to one. At its end each file
 * checks that it has produced every declared answer (tests/support/operations/operation.ts).
 */
import { readFile, readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeService } from "#lib/service/contract/openapi/document.ts";

const FOLDER = "tests/contract/operations";

/** The same operation under the other spelling of its address is tested with the first spelling. */
const ALIAS = /ByModelPath$/;

function listOperationIds(): string[] {
  const { paths } = describeService({
    serviceUrl: "http://localhost/service",
    realm: "portico",
    version: "0",
  });
  const described = Object.values(paths).flatMap((item) => Object.values(item) as { operationId: string }[]);
  return described.map(({ operationId }) => operationId).filter((id) => !ALIAS.test(id));
}

const toKebabCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test("each operation has its file, and each file its operation", async () => {
  const expected = listOperationIds().map((id) => `${toKebabCase(id)}.test.ts`);
  expect(expected.length).toBeGreaterThan(40);
  expect(await readdir(FOLDER)).toEqual(expected.toSorted());
});

test("each file compares what came with what its operation declares", async () => {
  for (const id of listOperationIds()) {
    const text = await readFile(`${FOLDER}/${toKebabCase(id)}.test.ts`, "utf8");
    expect(text, id).toMatch(new RegExp(`^test(Operation|Declared)\\("${id}", `, "m"));
    expect(text.match(/^test(Operation|Declared)\(/gm), id).toHaveLength(1);
  }
});
