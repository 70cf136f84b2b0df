/** More doors than a page of the element table holds, whose values a spreadsheet could take for something else. */
import { stepFileOf } from "./step-file.ts";

export type OddDoor = {
  id: string;
  /** Texts with breaks, quotes and tabs, and such as look like formulas and dates. */
  Note?: string;
  /** Texts of digits. */
  Code?: string;
  Count?: string;
  Area?: string;
  /** Whole numbers of more digits than a spreadsheet holds. */
  Serial?: string;
};

const NOTES = [
  "first line\nsecond line",
  'a 5" pipe, "quoted"',
  "left\tright",
  "=1+1",
  "1-2",
  " leading and trailing ",
  'all:\t"two"\nlines; \\ Gefälle & <b>',
  "'",
];
const DOORS = 260;

export const ODD_DOORS: readonly OddDoor[] = Array.from({ length: DOORS }, (_, at): OddDoor => {
  const id = `${"0".repeat(17)}D${String(at).padStart(4, "0")}`;
  // Of ten doors one has none of the properties, and one has them all without a value.
  if (at % 10 >= 8) return { id };
  return {
    id,
    Note: NOTES[at % NOTES.length] ?? "",
    Code: `00${String(100 + at)}`,
    Count: String(at),
    Area: `${String(at)}.25`,
    Serial: `98765432109876${String(1_001 + at)}`,
  };
});

/** A text as a STEP file writes it (ISO 10303-21, 6.4.3). */
function step(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "''")
    .replaceAll(/[\n\t]/g, (sign) => (sign === "\n" ? "\\X\\0A" : "\\X\\09"))
    .replaceAll("ä", "\\X2\\00E4\\X0\\");
}

const lines = ODD_DOORS.flatMap((door, at) => {
  const of = (offset: number): string => `#${String(1_000 + at * 20 + offset)}`;
  const element = `${of(0)}=IFCDOOR('${door.id}',$,'D-${String(at)}',${at % 3 === 0 ? "''" : "$"},$,$,$,$,2.1,$,$,$,$);`;
  const isBare = door.Note === undefined && at % 10 === 8;
  if (isBare) return [element];
  const { Note, Code, Count, Area, Serial } = door;
  const property = (offset: number, name: string, value: string | undefined, type: string): string =>
    `${of(offset)}=IFCPROPERTYSINGLEVALUE('${name}',$,${value === undefined ? "$" : `${type}(${value})`},$);`;
  const quoted = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : `'${step(text)}'`;
  return [
    element,
    property(1, "Note", quoted(Note), "IFCTEXT"),
    property(2, "Code", quoted(Code), "IFCIDENTIFIER"),
    property(3, "Count", Count, "IFCINTEGER"),
    property(4, "Area", Area, "IFCREAL"),
    property(5, "Serial", Serial, "IFCINTEGER"),
    property(6, "IsExternal", Note === undefined ? undefined : at % 2 === 0 ? ".T." : ".F.", "IFCBOOLEAN"),
    property(7, "Remark", Note === undefined ? undefined : "''", "IFCTEXT"),
    `${of(8)}=IFCPROPERTYSET('${"0".repeat(17)}P${String(at).padStart(4, "0")}',$,'Odd',$,(${[1, 2, 3, 4, 5, 6, 7].map(of).join(",")}));`,
    `${of(9)}=IFCRELDEFINESBYPROPERTIES('${"0".repeat(17)}R${String(at).padStart(4, "0")}',$,$,$,(${of(0)}),${of(8)});`,
  ];
});

export const ODD_DOORS_IFC = stepFileOf(lines.join("\n"));
