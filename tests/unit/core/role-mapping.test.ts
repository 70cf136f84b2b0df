import { expect, test } from "vitest";
import { highestRole, parseRoleMapping } from "#lib/core/role-mapping.ts";

test("words are mapped as they are written, and the highest role counts", () => {
  const mapping = parseRoleMapping("/staff = viewer, a=b=operator,portico-admin=administrator");
  if (mapping === null) throw new Error("The mapping is not read.");
  expect(highestRole(mapping, ["/staff"])).toBe("VIEWER");
  expect(highestRole(mapping, ["a=b", "/staff"])).toBe("OPERATOR");
  expect(highestRole(mapping, ["portico-admin", "/staff", "other"])).toBe("ADMINISTRATOR");
  expect(highestRole(mapping, ["STAFF", "Portico-Admin", "constructor", ""])).toBeNull();
});

test.each([
  "",
  "staff",
  "staff=",
  "=viewer",
  "staff=owner",
  "staff=Viewer",
  "staff=viewer,",
  "a=viewer,a=operator",
])("%j is no mapping", (text) => {
  expect(parseRoleMapping(text)).toBeNull();
});
