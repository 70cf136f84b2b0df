/**
 * Files that somebody might upload to break the service. Each must end in state E with a readable error or in a clean C, with the server
 * running and its memory limited. Used by the reader's own tests and by those of the upload.
 */
import { buildZip, type ZipEntry } from "./hostile-zip.ts";

export interface HostileFile {
  name: string;
  fileName: string;
  /** Generated on demand; some are large. */
  bytes: () => Uint8Array;
  /** Of more than half a megabyte: known without making it. */
  isLarge: boolean;
  /** The state in which the model must end. */
  expect: "E" | "C";
  /** What the errors must say, for those that end in E. */
  says?: RegExp;
}

const HEADER =
  "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n" +
  "FILE_NAME('a.ifc','2026-11-21T08:00:00',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n";
const FOOTER = "ENDSEC;\nEND-ISO-10303-21;\n";

const SMALL =
  "#1=IFCDOOR('0000000000000000000DOR',$,'Door',$,$,$,$,$,$,$,$,$,$);\n" +
  "#2=IFCPROPERTYSET('0000000000000000000SET',$,'Pset',$,(#4));\n" +
  "#3=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,(#1),#2);\n" +
  "#4=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('x'),$);\n";

function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** A whole file around data records. */
function step(records: string): Uint8Array {
  return latin1(HEADER + records + FOOTER);
}

function withProperty(record: string): Uint8Array {
  return step(SMALL.replace(/#4=.*\n/, `${record}\n`));
}

const good = step(SMALL);

function zipped(...entries: Partial<ZipEntry>[]): Uint8Array {
  return buildZip(entries.map((entry) => ({ name: "model.ifc", content: good, ...entry })));
}

function cut(bytes: Uint8Array, behind: string): Uint8Array {
  const at = Buffer.from(bytes).indexOf(behind);
  return bytes.subarray(0, at + behind.length);
}

const LARGE = new Set([
  "a million nested brackets in a value",
  "a million nested brackets in geometry",
  "a string of 100 MB",
  "an archive of 65,535 entries",
]);

function ifc(name: string, expect: "E" | "C", bytes: () => Uint8Array, says?: RegExp): HostileFile {
  return { name, fileName: "model.ifc", bytes, isLarge: LARGE.has(name), expect, ...(says ? { says } : {}) };
}

function zip(name: string, expect: "E" | "C", bytes: () => Uint8Array, says?: RegExp): HostileFile {
  return { ...ifc(name, expect, bytes, says), fileName: "model.ifczip" };
}

/** A chain in which each complex property holds the next one twice: 2^40 values when followed blindly. */
function doublingChain(): Uint8Array {
  let records = SMALL.replace("(#4)", "(#100)");
  for (let id = 100; id < 140; id++) {
    records += `#${String(id)}=IFCCOMPLEXPROPERTY('C',$,'u',(#${String(id + 1)},#${String(id + 1)}));\n`;
  }
  return step(`${records}#140=IFCPROPERTYSINGLEVALUE('V',$,IFCLABEL('x'),$);\n`);
}

/** Put together from bytes: several tests make all files to choose by size. */
function longString(length: number): Uint8Array {
  const whole = Buffer.from(withProperty("#4=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('@'),$);"));
  const at = whole.indexOf("@");
  return Buffer.concat([whole.subarray(0, at), Buffer.alloc(length, "x"), whole.subarray(at + 1)]);
}

export const HOSTILE_FILES: readonly HostileFile[] = [
  ifc("an empty file", "E", () => new Uint8Array(0), /empty/),
  ifc("one space", "E", () => latin1(" "), /blanks/),
  ifc(
    "random bytes",
    "E",
    () => Uint8Array.from({ length: 65536 }, (_, at) => (at * 2654435761) >>> 13),
    /not an IFC/,
  ),
  ifc("NUL bytes only", "E", () => new Uint8Array(65536), /not an IFC/),
  ifc(
    "UTF-16 text",
    "E",
    () => Buffer.from(`\ufeff${Buffer.from(good).toString("latin1")}`, "utf16le"),
    /UTF-16/,
  ),
  ifc("ifcXML", "E", () => latin1('<?xml version="1.0"?><ifcXML/>'), /XML/),
  ifc(
    "an unknown schema",
    "E",
    () => latin1(Buffer.from(good).toString("latin1").replace("IFC4", "IFC2X_FINAL")),
    /IFC2X_FINAL/,
  ),
  ifc("no header", "E", () => latin1(`ISO-10303-21;\nDATA;\n${SMALL}${FOOTER}`), /HEADER/),
  ifc("cut within the header", "E", () => cut(good, "FILE_NAME('a"), /DATA/),
  ifc("cut within a record", "E", () => cut(good, "IFCPROPERTYSET('000"), /cut off|not closed/),
  ifc("cut between records", "E", () => cut(good, "'Pset',$,(#4));\n"), /ENDSEC/),
  ifc(
    "a string that is never closed",
    "E",
    () => withProperty("#4=IFCPROPERTYSINGLEVALUE('A,$,IFCLABEL($),$);"),
    /record #4.*not closed/,
  ),
  ifc("a comment that is never closed", "E", () => step(`${SMALL}/* and so on\n`), /comment/i),
  ifc(
    "a record without semicolon",
    "E",
    () => step(`${SMALL.replace("IFCLABEL('x'),$);", "IFCLABEL('x'),$)")}#9=IFCPOLYLINE(());\n`),
    /record #4.*semicolon/,
  ),
  ifc(
    "a last record without semicolon",
    "E",
    () => withProperty("#4=IFCPROPERTYSINGLEVALUE('A',$,$,$)"),
    /ENDSEC/,
  ),
  ifc(
    "malformed record numbers",
    "E",
    () => step(`#12f4=IFCWALL($);\n#+29=IFCWALL($);\n#=IFCWALL($);\n${SMALL}`),
    /#number=/,
  ),
  ifc(
    "a record number of 30 digits",
    "E",
    () => step(`#${"9".repeat(30)}=IFCWALL($);\n${SMALL}`),
    /above 4294967295/,
  ),
  ifc(
    "a record number used twice",
    "E",
    () => step(`${SMALL}#4=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('y'),$);\n`),
    /twice/,
  ),
  ifc(
    "a million nested brackets in a value",
    "E",
    () => withProperty(`#4=IFCPROPERTYSINGLEVALUE('A',$,${"(".repeat(1e6)}${")".repeat(1e6)},$);`),
    /record #4/,
  ),
  ifc("a million nested brackets in geometry", "C", () =>
    step(`${SMALL}#9=IFCPOLYLINE(${"(".repeat(1e6)}${")".repeat(1e6)});\n`),
  ),
  ifc(
    "brackets that never close",
    "E",
    () => withProperty(`#4=IFCPROPERTYSINGLEVALUE('A',$,${"(".repeat(1e5)};`),
    /record #4/,
  ),
  ifc(
    "a complex property that contains itself",
    "E",
    () => withProperty("#4=IFCCOMPLEXPROPERTY('C',$,'u',(#5));\n#5=IFCCOMPLEXPROPERTY('D',$,'u',(#4));"),
    /contains itself/,
  ),
  ifc("complex properties that double at every step", "E", doublingChain, /nested too deeply|more than/),
  ifc("a type that refers to itself", "C", () =>
    step(
      `${SMALL}#8=IFCDOORTYPE('0000000000000000000TYP',$,$,$,$,(#8,#1,#2),$,$,$,.DOOR.,$,$,$);\n#9=IFCRELDEFINESBYTYPE('0000000000000000000RLT',$,$,$,(#1,#9),#8);\n`,
    ),
  ),
  ifc("references to nothing", "C", () => step(SMALL.replace("(#4)", "(#4,#77,#0)"))),
  ifc("a string of 100 MB", "E", () => longString(1e8), /longer than/),
  ifc(
    "one value listed a hundred thousand times",
    "E",
    () => step(SMALL.replace("(#4)", `(#4${",#4".repeat(1e5)})`)),
    /more than 100000/,
  ),
  ifc("broken escapes", "C", () =>
    withProperty(
      "#4=IFCPROPERTYSINGLEVALUE('\\X2\\00','\\',IFCLABEL('\\X4\\12\\X0\\ \\X\\Z1 C:\\Temp \\S\\'),$);",
    ),
  ),
  ifc("numbers that are none", "C", () =>
    withProperty("#4=IFCPROPERTYSINGLEVALUE('A',$,IFCREAL(-1.#IND),$);"),
  ),
  ifc("NUL within a string", "C", () =>
    withProperty("#4=IFCPROPERTYSINGLEVALUE('A\0B',$,IFCLABEL('\0'),$);"),
  ),
  ifc("CR as the only line end", "C", () =>
    latin1(Buffer.from(good).toString("latin1").replaceAll("\n", "\r")),
  ),
  ifc("a byte order mark", "C", () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good])),
  ifc("names of built-in properties", "C", () =>
    step(SMALL.replace("'Pset'", "'__proto__'").replace("'A'", "'constructor'")),
  ),
  ifc("FILE_NAME with five fields", "C", () =>
    latin1(Buffer.from(good).toString("latin1").replace(",'','','')", ",'')")),
  ),
  zip("an ordinary archive", "C", () => zipped({})),
  zip("an archive that is cut off", "E", () => zipped({}).subarray(0, 300), /damaged/),
  zip("a zip bomb", "E", () => zipped({ content: Buffer.alloc(64 << 20, 0x20) }), /100 times/),
  zip("an archive that lies about its size", "E", () => zipped({ statedSize: 10 }), /damaged/),
  zip("an archive with a wrong checksum", "E", () => zipped({ statedCrc: 1 }), /checksum/),
  zip("an archive with two models", "E", () => zipped({}, { name: "b.ifc" }), /2 models/),
  zip("an archive with no model", "E", () => zipped({ name: "readme.txt" }), /no \.ifc/),
  zip(
    "an archive within an archive",
    "E",
    () => zipped({ name: "inner.ifczip", content: zipped({}) }),
    /within an archive/,
  ),
  zip("an archive that calls itself .ifc", "E", () => zipped({ content: zipped({}) }), /itself an archive/),
  zip("a path that leads out", "E", () => zipped({ name: "../../evil.ifc" }), /leads out/),
  zip("a path with backslashes that leads out", "E", () => zipped({ name: "..\\..\\evil.ifc" }), /leads out/),
  zip("an absolute path", "E", () => zipped({ name: "/etc/evil.ifc" }), /leads out/),
  zip("a path with a drive", "E", () => zipped({ name: "C:/evil.ifc" }), /leads out/),
  zip("a symbolic link", "E", () => zipped({ content: latin1("/etc/passwd"), mode: 0o120777 }), /link/),
  zip("an encrypted entry", "E", () => zipped({ flags: 1 }), /encrypted/),
  zip(
    "an archive of 65,535 entries",
    "E",
    () =>
      zipped(
        ...Array.from({ length: 65_535 }, (_, at) => ({
          name: `${String(at)}.txt`,
          content: new Uint8Array(0),
          isStored: true,
        })),
      ),
    /65535 entries/,
  ),
];
