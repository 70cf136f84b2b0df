import fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentHeader } from "#lib/core/network/attachment-header.ts";
import { cleanFileName, fileTypeOf, isModelName } from "#lib/service/server/documents/file-name.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

test("a sent path becomes the name at its end", () => {
  const cases: [string, string][] = [
    ["tower.ifc", "tower.ifc"],
    ["C:\\models\\tower.ifc", "tower.ifc"],
    ["/home/eva/tower.ifc", "tower.ifc"],
    ["../../etc/passwd", "passwd"],
    ["..", ""],
    ["a/..", ""],
    ["models/", ""],
    [" \t\r\n", ""],
    ["ground\u202eCFI.exe", "groundCFI.exe"],
    ["plan\r\nSet-Cookie: a=b", "planSet-Cookie: a=b"],
    ["a\0b.ifc", "ab.ifc"],
    ["Ge\u0308ba\u0308ude.ifc", "Gebäude.ifc".replace("e", "ë")],
    ["x".repeat(600), "x".repeat(512)],
  ];
  for (const [sent, name] of cases) expect(cleanFileName(sent), JSON.stringify(sent)).toBe(name);
});

test("whatever name is sent, the header for saving it is one line of ASCII that gives the name back", () => {
  fc.assert(
    fc.property(anyUnicode(), (sent) => {
      const name = cleanFileName(sent);
      const header = attachmentHeader(name);
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/);
      expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name);
      expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
      expect(cleanFileName(name)).toBe(name);
    }),
    { numRuns: repeatsOf(2_000) },
  );
});

test("the ending decides about type and model", () => {
  const names = ["a.IFC", "a.ifczip", "a.tar.gz", "a", "a.", "a.b c", ".ifc"];
  expect(names.map(fileTypeOf)).toEqual(["ifc", "ifczip", "gz", "", "", "", "ifc"]);
  const known = ["a.ifc", "a.IfcZip"];
  const others = ["a.ifc.txt", "ifc", "a.ifcxml", "a.ifc "];
  expect([...known, ...others].filter(isModelName)).toEqual(known);
});
