import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { wrapped } from "#app/_ui/wrapped.ts";
import { dotted, pathOf } from "#lib/core/language/dotted.ts";

/** Each place where a line may end, besides spaces and hyphens, as a bar. */
const partsOf = (text: string): string =>
  renderToStaticMarkup(createElement("p", null, wrapped(text)))
    .replaceAll("<wbr/>", "|")
    .replaceAll(/<[^>]*>/g, "");

test("addresses, names of files and property sets may break at their parts", () => {
  expect(partsOf("h.vandenberg@bouwgroep-oost.example")).toBe("h.vandenberg@|bouwgroep-oost.|example");
  expect(partsOf("http://localhost:3000/platform/cloud/1")).toBe("http://|localhost:3000/|platform/|cloud/1");
  expect(partsOf("PSet_Revit_Type_Construction")).toBe("PSet_|Revit_|Type_|Construction");
  expect(partsOf("IfcPlaneAngleMeasure")).toBe("IfcPlaneAngle|Measure");
  expect(partsOf("duplex-a-georef-revit2011.ifc")).toBe("duplex-a-georef-revit2011.|ifc");
});

test("numbers, dates, units and sentences stay as they are", () => {
  for (const text of ["1.234567 m", "2026-11-25", "W/(m²·K)", "z.B. hier. Dort", "A/B", "214 of 231"]) {
    expect(partsOf(text)).toBe(text);
  }
});

test("a line neither begins nor ends with what separates two facts or two places", () => {
  expect(pathOf("Noord", "Blok C")).toBe("Noord\u00a0›\u00a0Blok C");
  expect(dotted("Cloud 7", "Bouwdata")).toBe("Cloud 7\u00a0·\u00a0Bouwdata");
});
