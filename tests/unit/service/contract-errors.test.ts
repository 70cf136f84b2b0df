/** Reading error bodies of any service: every shape seen on the wire, and any other content, without throwing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readErrorBody } from "#lib/service/contract/errors.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

const NOTHING = { fieldErrors: {}, detail: null, alreadyExists: null };

describe("readErrorBody", () => {
  test.each<[string, unknown, Partial<ReturnType<typeof readErrorBody>>]>([
    ["fields with lists", { name: ["Required."] }, { fieldErrors: { name: ["Required."] } }],
    ["a field with a text", { name: "Wrong." }, { fieldErrors: { name: ["Wrong."] } }],
    ["detail", { detail: "Not found." }, { detail: "Not found." }],
    ["detail as a list", { detail: ["One.", "Two."] }, { detail: "One. Two." }],
    ["already_exists as a text", { already_exists: "Is a member." }, { alreadyExists: "Is a member." }],
    ["already_exists as a list", { already_exists: ["Is a member."] }, { alreadyExists: "Is a member." }],
    ["an OAuth error", { error: "invalid_client", error_description: "Wrong." }, { detail: "Wrong." }],
    ["an OAuth error without description", { error: "No such realm" }, { detail: "No such realm" }],
    ["a bare list", ["One.", "Two."], { detail: "One. Two." }],
    ["text", " Bad gateway ", { detail: "Bad gateway" }],
    ["nothing", null, {}],
    ["a number", 5, {}],
  ])("reads %s", (_what, body, expected) => {
    expect(readErrorBody(body)).toEqual({ ...NOTHING, ...expected });
  });

  test("never throws, stays bounded and changes no prototype", () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const read = readErrorBody(body);
        expect(Object.keys(read.fieldErrors).length).toBeLessThanOrEqual(20);
      }),
      { numRuns: repeatsOf(3_000, 500) },
    );
    const polluting = JSON.parse('{"__proto__":["x"],"constructor":["y"]}') as unknown;
    expect(Object.keys(readErrorBody(polluting).fieldErrors)).toEqual(["__proto__", "constructor"]);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });
});
