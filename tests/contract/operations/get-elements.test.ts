/** GET …/element, under /ifc and /model (docs/service "Full elements"): whole bodies of a small model that has everything. */
import { expect, test } from "vitest";
import { ELEMENT_QUERIES } from "#tests/support/detailed-ifc.ts";
import { ok, testSpellings } from "#tests/support/operations/call.ts";
import { testNotCompleted } from "#tests/support/operations/not-completed.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel } from "#tests/support/operations/stage.ts";
import expected from "../../fixtures/elements/detailed-full.json" with { type: "json" };

testOperation("getElements", (operation) => {
  testNotCompleted(operation, ["?type=IfcDoor", "?classification=a"]);

  testSpellings(
    "200 with a list of everything that the file tells, first asked for by several at once",
    async (spelling) => {
      const ids = await makeModel(operation.stage());
      const answers = await Promise.all([1, 2, 3].map(() => operation.send({ ids, spelling })));
      for (const { status, body, headers } of answers) {
        expect({ status, body }).toEqual(ok(expected));
        expect(headers.get("content-type")).toBe("application/json");
      }
    },
  );

  test("200 chosen by class, classification and notation, with the same ids whatever is asked for", async () => {
    for (const [query, found] of ELEMENT_QUERIES) {
      const whole = expected.filter(({ uuid }) => found.includes(uuid));
      expect(await operation.call({ query }), query).toEqual(ok(whole));
    }
  });
});
