import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { wrapped } from "#app/_ui/wrapped.ts";
import { dotted, pathOf } from "#lib/core/language/dotted.ts";

/** Each place where a line may end, besides spaces and hyphens, as a bar. */
const partsOf = (text: string): string =>
  renderToStaticMarkup(createElement("p", null, wrapped(text)))
    .replaceAll('<span class="opening"></span>', "|")
    .replaceAll(/<[^>]*>/g, "");

test("addresses, names of files and property sets may break at their parts", () => {
  expect(partsOf("h.vandenberg@bouwgroep-oost.example")).toBe("h.vandenberg@|bouwgroep-oost.|example");
  expect(partsOf("bert.with.a.long.address.1795612883641@example.org")).toContain("address.|1795612883641@");
  expect(partsOf("http://localhost:3000/platform/cloud/1")).toBe("http://|localhost:3000/|platform/|cloud/1");
  expect(partsOf("PSet_Revit_Type_Construction")).toBe("PSet_|Revit_|Type_|Construction");
  expect(partsOf("IfcPlaneAngleMeasure")).toBe("IfcPlaneAngle|Measure");
  expect(partsOf("duplex-a-georef-revit2011.ifc")).toBe("duplex-a-georef-revit2011.|ifc");
});

test("numbers, dates, units, short names and sentences stay as they are", () => {
  for (const text of ["1.234567", "2026-11-25", "W/(m²·K)", "z.B. hier. Dort", "A/B", "ada.admin"]) {
    expect(partsOf(text)).toBe(text);
  }
});

test("a number stays with the word that it counts and with its unit", () => {
  expect(partsOf("0 Personen beigetreten")).toBe("0\u00a0Personen beigetreten");
  expect(partsOf("Elements exported, 7 days")).toBe("Elements exported, 7\u00a0days");
  expect(partsOf("2,50 m und 30 %")).toBe("2,50\u00a0m und 30\u00a0%");
  expect(partsOf("22\u2009608 cells")).toBe("22\u202f608\u00a0cells");
  expect(partsOf("214 of 231 filled")).toBe("214\u00a0of 231\u00a0filled");
  expect(renderToStaticMarkup(createElement("p", null, wrapped(["Über ", "12 Türen", "."])))).toBe(
    "<p>Über 12\u00a0Türen.</p>",
  );
});

test("no line begins with a dash", () => {
  expect(partsOf("Blok C – Kopgebouw")).toBe("Blok C\u00a0– Kopgebouw");
});

test("no other space is held: before a number, between numbers, behind a name that ends with digits", () => {
  for (const text of ["Revit 2011", "2026-11-25 12:22", "1 2 3", "revit2011 model"]) {
    expect(partsOf(text)).toBe(text);
  }
});

test("a line neither begins nor ends with what separates two facts or two places", () => {
  expect(pathOf("Noord", "Blok C")).toBe("Noord\u00a0›\u00a0Blok C");
  expect(dotted("Cloud 7", "Bouwdata")).toBe("Cloud 7\u00a0·\u00a0Bouwdata");
});
