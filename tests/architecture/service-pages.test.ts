/**
 * Every operation of the service's contract is on a page of docs/service, with its method and its address, and no page has one that the
 * contract has not. What a running service says of itself: contract/description.
 */
import { expect, test } from "vitest";
import { describeService } from "#lib/service/contract/openapi/document.ts";
import { operations } from "#lib/service/contract/operations/index.ts";
import { listFiles, readText } from "./source-files.ts";

const PAGES = "docs/service";
/** `{model}` is `/cloud/{c}/project/{p}/ifc/{m}` */
const SHORT = /`(\{\w+\})` is `(\/[^`]+)`/g;
/** Persons' own calls, below /user, are no application's. */
const OPERATION = /`(GET|POST|PATCH|DELETE) (\/cloud[^`]*)`/g;

/** An address whatever its ids are called. */
const bare = (address: string): string => address.replaceAll(/:\w+|\{\w+\}/g, "{}");

async function readPage(path: string): Promise<string[]> {
  let text = await readText(path);
  for (const [, name = "", address = ""] of text.matchAll(SHORT)) {
    text = text.replaceAll(new RegExp(`(?<=\`[A-Z]+ )\\${name}`, "g"), address);
  }
  return [...text.matchAll(OPERATION)].map(([, method = "", address = ""]) => `${method} ${bare(address)}`);
}

test("each operation of the contract is on a page of docs/service, and each of the pages is in the contract", async () => {
  const pages = (await listFiles(PAGES)).filter((path) => !path.endsWith("/proofs.md"));
  const told = new Set((await Promise.all(pages.map(readPage))).flat());
  const stated = operations.map(({ id, method, path }) => ({ id, address: `${method} ${bare(path)}` }));
  const untold = stated
    .filter(({ address }) => !told.has(address))
    .map(({ id, address }) => `${id}: ${address}`);
  expect(untold, `describe each in ${PAGES}/operations.md, or on the page of its area`).toEqual([]);
  const known = new Set(stated.map(({ address }) => address));
  const gone = [...told].filter((address) => !known.has(address));
  expect(gone, `correct ${PAGES}`).toEqual([]);
});

/** What an answer is made of: the items of a list, the values of a map. */
type Described = { $ref?: string; items?: Described; additionalProperties?: Described; format?: string };

test("each record of an answer has a name, which generated clients call it by", () => {
  const { paths } = describeService({ serviceUrl: "https://x.example/service", realm: "x", version: "0" });
  type Answers = Record<string, { content?: Record<string, { schema: Described }> }>;
  const described = Object.values(paths).flatMap(
    (methods) => Object.values(methods) as { operationId: string; responses: Answers }[],
  );
  const nameless = described.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .flatMap(([status, { content = {} }]) => (status.startsWith("2") ? Object.values(content) : []))
      .filter(({ schema }) => {
        const { $ref } = schema.items ?? schema.additionalProperties ?? schema;
        return $ref === undefined && schema.format !== "binary";
      })
      .map(() => operationId),
  );
  expect(described.length).toBeGreaterThan(40);
  expect(nameless, "name each record in COMPONENTS of lib/service/contract/openapi/schemas.ts").toEqual([]);
});
