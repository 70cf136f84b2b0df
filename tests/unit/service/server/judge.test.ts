/**
 * Bodies and queries checked against the contract's schemas: every field of every operation has a rule, what is accepted is what the schema
 * describes, and complaints of the schema and of the operation are answered together. Each sentence on the wire: contract/operations.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { operations } from "#lib/service/contract/operations/index.ts";
import { documentInputSchema, projectInputSchema } from "#lib/service/contract/inputs.ts";
import { WireError } from "#lib/service/server/http/errors.ts";
import { createBodyJudge, createQueryJudge } from "#lib/service/server/http/judge/judge.ts";
import type { Body } from "#lib/service/server/http/body/multipart.ts";

function json(values: object): Body {
  return { kind: "json", values: new Map<string, unknown>(Object.entries(values)), files: new Map() };
}

function form(pairs: Record<string, string[]>): Body {
  const last = Object.entries(pairs).map(([name, texts]) => [name, texts.at(-1)] as const);
  return { kind: "form", values: new Map(last), repeated: new Map(Object.entries(pairs)), files: new Map() };
}

/** What is thrown, in the form in which it is answered. */
function refusalOf(run: () => unknown): object | null {
  try {
    run();
    return null;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(WireError);
    const { status, body } = thrown as WireError;
    return { status, body };
  }
}

const withBody = operations.flatMap(({ id, body }) =>
  body === undefined ? [] : [{ id, schema: body.schema }],
);

/** Values that are close to good ones, so that many are accepted. */
const anyValue = fc.oneof(
  fc.constantFrom("A", "UPLOAD", "project.update", "https://example.org/x", "ada@example.org", " padded "),
  fc.constantFrom(null, true, 50, 100, 7, 0, -1, 1.5, 2 ** 31, "", "7", "\0"),
  fc.constantFrom(["project.update", "model.creation"], ["x"], []),
  fc.jsonValue(),
);

/** Fields that every body accepts, so that complete bodies do not depend on chance alone. */
const GOOD = {
  name: "Quay",
  email: "ada@example.org",
  redirect_uri: "https://example.org/x",
  role: 50,
  events: ["project.update"],
  url: "https://example.org/x",
};

describe.each(withBody)("a body of $id", ({ schema }) => {
  const judge = createBodyJudge(schema);
  const names = Object.keys(schema.shape);

  test("that is taken is as the schema describes, and nothing else of it is kept", () => {
    let taken = 0;
    const name = fc.constantFrom(...names, "id");
    const nearlyGood = fc
      .dictionary(name, anyValue, { maxKeys: 1 })
      .map((values) => ({ ...GOOD, ...values }));
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(name, anyValue), nearlyGood), (values) => {
        const { finish } = judge(json(values));
        if (refusalOf(finish) !== null) return;
        taken += 1;
        expect(schema.parse(finish())).toEqual(finish());
      }),
      { numRuns: 1000 },
    );
    // A JSON body is never a complete upload.
    expect(taken > 0).toBe(!names.includes("file"));
  });
});

test("complaints of the schema and of the operation come together, and both of one field", () => {
  const judge = createBodyJudge(projectInputSchema);
  const judged = judge(json({ name: "", parent_id: 7, status: "Z" }));
  expect(judged.values).toEqual({ parent_id: 7 });
  const more = { parent_id: ["Not there."], status: ["Not now."], logo: [] };
  expect(refusalOf(() => judged.finish(more))).toEqual({
    status: 400,
    body: {
      name: ["This field may not be blank."],
      status: ['"Z" is not a valid choice.', "Not now."],
      parent_id: ["Not there."],
    },
  });
});

test("a form's text stands for what its field asks for", () => {
  const judge = createBodyJudge(
    z.object({
      row: z.int().positive().nullable(),
      none: z.int().positive().nullable(),
      flag: z.boolean(),
      list: z.array(z.enum(["a", "b"])),
      text: z.string(),
    }),
  );
  const fields = { row: ["12"], none: [""], flag: ["true"], list: ["b", "a", "b"], text: ["12"] };
  const meant = { row: 12, none: null, flag: true, list: ["a", "b"], text: "12" };
  expect(judge(form(fields)).finish()).toEqual(meant);
  expect(refusalOf(() => judge(json(fields)).finish())).toMatchObject({ status: 400 });
});

test("every value of a parameter counts, and empty ones are none", () => {
  const judge = createQueryJudge(
    z.object({ status: z.array(z.enum(["C", "E"])), type: z.array(z.string()) }),
  );
  expect(judge(new URLSearchParams("status=E&status=&status=C&type=%20&type=x&other=1"))).toEqual({
    status: ["C", "E"],
    type: ["x"],
  });
  expect(refusalOf(() => judge(new URLSearchParams("status=Z")))).toEqual({
    status: 400,
    body: { status: ['"Z" is not a valid choice.'] },
  });
});

test("a field of a kind without a rule is refused when the judge is made, not when a body comes", () => {
  expect(() => createBodyJudge(z.object({ when: z.date() }))).toThrow(
    "There is no rule for a field of date.",
  );
  expect(() => createBodyJudge(z.object({ any: z.array(z.int()) }))).toThrow("list of number");
  expect(() => createBodyJudge(documentInputSchema)).not.toThrow();
});
