/**
 * A large, simple IFC4 file: as many doors as wanted, one shared property set. Made line by line, so that its size is no matter.
 */
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
const DOORS_PER_RELATION = 1000;
const HEADER = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('many-doors.ifc','2026-11-21T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('EI30'),$);
#2=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.F.),$);
#3=IFCPROPERTYSET('3fffffffffffffffffffff',$,'Pset_DoorCommon',$,(#1,#2));
`;

/** A GlobalId for a number: 22 characters of the IFC alphabet, different for different numbers. */
function globalId(n: number): string {
  let rest = n;
  let text = "";
  for (let at = 0; at < 21; at += 1) {
    text = (ALPHABET[rest % 64] ?? "0") + text;
    rest = Math.floor(rest / 64);
  }
  return `0${text}`;
}

/** Writes the file; it has exactly `count` doors. */
export async function writeManyDoors(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  const write = async (text: string): Promise<void> => {
    if (!file.write(text)) await once(file, "drain");
  };
  await write(HEADER);
  let id = 10;
  for (let from = 0; from < count; from += DOORS_PER_RELATION) {
    const lines: string[] = [];
    const doors: string[] = [];
    for (let n = from; n < Math.min(count, from + DOORS_PER_RELATION); n += 1) {
      id += 1;
      doors.push(`#${String(id)}`);
      lines.push(
        `#${String(id)}=IFCDOOR('${globalId(n)}',$,'Door ${String(n)}',$,$,$,$,'${String(n)}',2.1,0.9,.DOOR.,$,$);`,
      );
    }
    id += 1;
    lines.push(
      `#${String(id)}=IFCRELDEFINESBYPROPERTIES('${globalId(2 ** 40 + from)}',$,$,$,(${doors.join(",")}),#3);`,
    );
    await write(`${lines.join("\n")}\n`);
  }
  await write("ENDSEC;\nEND-ISO-10303-21;\n");
  file.end();
  await finished(file);
}
