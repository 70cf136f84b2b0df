import { expect, test } from "vitest";
import { subjectOf } from "#app/(portal)/_components/activity-words.ts";

test("an entry is about what had a name, or about so many at once", () => {
  expect(subjectOf({ before: null, after: { name: "Kanaalzone Noord", count: 2 } })).toBe(
    "“Kanaalzone Noord”",
  );
  expect(subjectOf({ before: { name: "Blok C" }, after: null })).toBe("“Blok C”");
  expect(subjectOf({ before: null, after: { serviceIds: [1, 2], count: 1234 } })).toBe("(1\u2009234)");
  expect(subjectOf({ before: null, after: { changes: [] } })).toBe("");
});
