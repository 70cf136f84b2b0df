import fc from "fast-check";
import { expect, test } from "vitest";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { attachmentHeader } from "#lib/core/network/attachment-header.ts";
import { exportFileName } from "#lib/elements/file-names.ts";
import { anyUnicode } from "#tests/support/any-text.ts";

const DAY = new Date("2026-11-21T23:59:59Z");

test.each([
  ["KZN-C-ARC_v14.ifc", "KZN-C-ARC_v14"],
  ["Gare de Lyon – Halle 2", "Gare-de-Lyon-Halle-2"],
  ["東京駅.IFCZIP", "東京駅"],
  ["../../etc/passwd\0\r\n", "etc-passwd"],
  ["…", "model"],
])("a file of %j is named after its model, its class and its day", (model, name) => {
  expect(exportFileName(model, ["IfcDoor"], DAY, "csv")).toBe(`${name}-IfcDoor-2026-11-21.csv`);
});

test("a file of several classes is named after the first, and says how many more there are", () => {
  const name = exportFileName("A.ifc", ["IfcDoor", "IfcWall", "IfcSlab"], DAY, "parquet");
  expect(name).toBe("A-IfcDoor-and-2-more-2026-11-21.parquet");
});

test("no model's name makes a file name that a system or a header would trip over", () => {
  fc.assert(
    fc.property(anyUnicode({ maxLength: 600 }), (name) => {
      const fileName = exportFileName(name, ["IfcDoor"], DAY, "csv");
      expect(fileName).toMatch(/^[\p{L}\p{M}\p{N}_-]+\.csv$/u);
      expect(fileName.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(fileName)).toBeLessThan(256);
      const header = attachmentHeader(fileName);
      expect(header).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/);
      const encoded = header.split("UTF-8''")[1] ?? "";
      expect(decodeURIComponent(encoded)).toBe(fileName);
    }),
  );
});

test.each([
  ["IfcDoor", 1, "door"],
  ["IfcDoor", 214, "doors"],
  ["IfcBuildingStorey", 3, "building storeys"],
  ["IfcElementAssembly", 2, "element assemblies"],
  ["IfcWallStandardCase", 388, "walls (standard case)"],
  ["IfcWallElementedCase", 1, "wall (elemented case)"],
  ["IfcFurniture", 5, "furniture"],
  ["IfcSwitch", 2, "switches"],
  ["Ifc", 2, "elements"],
])("the class name %s, of %i, becomes the noun %s", (ifcClass, count, noun) => {
  expect(classNoun(ifcClass, count)).toBe(noun);
});

test("no name, whoever chose it, leaves its place in the header of a download", () => {
  const hostile = [
    ...['a"; filename="evil.html', "a\r\nSet-Cookie: x=1", "a\0b", "../../etc/passwd", "C:\\autoexec.bat"],
    ...["gpj.\u202eexe", "\ud800", "a%0d%0ab", "a;b=c", "'()*", "CON", ".htaccess", "", "=cmd|' /C calc'!A0"],
  ];
  const names = fc.oneof(fc.constantFrom(...hostile), anyUnicode({ maxLength: 300 }));
  fc.assert(
    fc.property(names, (name) => {
      expect(attachmentHeader(name)).toMatch(
        /^attachment; filename="[\w.-]*"; filename\*=UTF-8''[\w.!~%-]*$/,
      );
    }),
    { examples: hostile.map((name): [string] => [name]) },
  );
});
