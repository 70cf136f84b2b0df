/**
 * Bodies of every operation that takes one (wire-facts.md "General": JSON, form-urlencoded and multipart on the same route), from the
 * contract's own list: what is taken in each encoding, what is refused, and that a refused one has no effect. Uploads have a test file
 * of their own (document.test.ts).
 */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "#lib/service/contract/operations/index.ts";
import { SMALL_BODY, type Operation } from "#lib/service/contract/operations/operation.ts";
import { openModelService, untilRead, upload, type ModelService } from "#tests/support/model-service.ts";
import type { Wire } from "#tests/support/wire.ts";

let stage: ModelService;
let call: Wire;
let ids: Record<string, string>;

type Fields = Record<string, string | string[]>;

/** One good body of each operation; a list stands in a form as a field per item. */
const GOOD: Record<string, () => Fields> = {
  createCloud: () => ({ name: "Quay" }),
  updateCloud: () => ({ name: "Quay 2" }),
  createProject: () => ({ name: "Phase 3", description: "Über alles – 北", status: "A" }),
  updateProject: () => ({ name: "Phase 4", description: "", status: "A" }),
  updateModel: () => ({ name: "Tower" }),
  invite: () => ({
    email: `${randomBytes(4).toString("hex")}@example.org`,
    redirect_uri: "https://platform.example.org/cloud/1",
  }),
  createWebhook: () => ({
    url: "https://hooks.example.org/in",
    events: ["project.creation", "model.creation"],
    secret: "s",
  }),
  updateWebhook: () => ({ url: "https://hooks.example.org/other", events: ["project.update"] }),
};

const taking = operations.filter(({ body }) => body?.media === SMALL_BODY);
const rows = taking.map((operation) => ({ name: operation.id, operation }));
const JSON_TYPE = { "content-type": "application/json" };

beforeAll(async () => {
  stage = await openModelService();
  call = stage.first;
  const [, , cloudId = "", , projectId = ""] = stage.project.split("/");
  const { model_id: modelId } = await upload(call, stage.project, "a.ifc", new TextEncoder().encode("x"));
  // It is no IFC file; what matters is that nothing moves any more.
  await untilRead(call, stage.project, modelId);
  const webhook = await call("POST", `/cloud/${cloudId}/webhook`, GOOD["createWebhook"]?.());
  ids = { cloudId, projectId, modelId: String(modelId), webhookId: String(idOf(webhook.body)) };
});
afterAll(() => stage.stop());

function idOf(body: unknown): number {
  return (body as { id: number }).id;
}

function addressOf({ path }: Operation): string {
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? "?");
}

function goodFor({ id }: Operation): Fields {
  const make = GOOD[id];
  if (make === undefined) throw new Error(`There is no good body for ${id} yet.`);
  return make();
}

function pairsOf(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((one): [string, string] => [name, one]),
  );
}

function multipart(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of pairsOf(fields)) form.append(name, value);
  return form;
}

/** Without what differs from one to the next of equal objects. */
function timeless(body: unknown): unknown {
  const volatile = new Set(["id", "root_folder_id", "created_at", "updated_at", "email", "progress"]);
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => (volatile.has(key) ? undefined : value));
}

/** What a refused body could have changed: the record itself, or its list. */
async function standing(operation: Operation): Promise<unknown> {
  return timeless((await call("GET", addressOf(operation))).body);
}

test("every operation that takes a small body is tested here", () => {
  expect(taking.map(({ id }) => id).toSorted()).toEqual(Object.keys(GOOD).toSorted());
});

describe("one meaning in three encodings", () => {
  test.each(rows)("$name", async ({ operation }) => {
    const { method } = operation;
    const answers: unknown[] = [];
    for (const encode of [
      (fields: Fields) => fields,
      (fields: Fields) => new URLSearchParams(pairsOf(fields)),
      multipart,
    ]) {
      const answer = await call(method, addressOf(operation), encode(goodFor(operation)));
      expect(answer.status).toBe(operation.answer.status);
      answers.push(timeless(answer.body));
    }
    const shown = Object.entries(goodFor(operation)).filter(([name]) => !["secret", "email"].includes(name));
    expect(answers[0]).toMatchObject(Object.fromEntries(shown));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

const BOUNDARY = { "content-type": "multipart/form-data; boundary=b" };

const REFUSED: [
  what: string,
  body: string,
  headers: Record<string, string>,
  status: number,
  answer: object,
][] = [
  ["JSON that ends early", '{"name":', JSON_TYPE, 400, { detail: "JSON parse error - unexpected end" }],
  [
    "JSON that is a list",
    "[]",
    JSON_TYPE,
    400,
    { non_field_errors: ["Invalid data. Expected a dictionary, but got list."] },
  ],
  [
    "a form with a wrong percent sign",
    "name=%zz",
    { "content-type": "application/x-www-form-urlencoded" },
    400,
    { detail: "Form parse error - the body is not a well-formed form." },
  ],
  [
    "a multipart body that is cut off",
    '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nQu',
    BOUNDARY,
    400,
    { detail: "Multipart form parse error - the parts do not end where they should." },
  ],
  [
    "one byte more than 1 MiB",
    `{"name":"${"x".repeat(1024 * 1024 - 10)}"}`,
    JSON_TYPE,
    413,
    { detail: "The request body is larger than 1 MiB." },
  ],
  [
    "another media type",
    '{"name":"x"}',
    { "content-type": "text/plain" },
    415,
    { detail: 'Unsupported media type "text/plain" in request.' },
  ],
];

describe("refused, without effect", () => {
  const cases = rows.flatMap((row) =>
    REFUSED.map((refused) => [row.name, ...refused, row.operation] as const),
  );
  test.each(cases)("%s: %s", async (_name, _what, body, headers, status, expected, operation) => {
    const before = await standing(operation);
    const answer = await call(operation.method, addressOf(operation), body, headers);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: expected });
    expect(await standing(operation)).toEqual(before);
  });
});

test("a body without a media type and without bytes is one without fields", async () => {
  for (const operation of taking) {
    const answer = await call(operation.method, addressOf(operation));
    // Nothing to change is no mistake; nothing to create something from is.
    expect(answer.status, operation.id).toBe(operation.method === "PATCH" ? 200 : 400);
  }
});
