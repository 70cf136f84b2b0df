/** Builds ZIP archives by hand, so that tests can make ones that no archiver would: false sizes, links, odd paths. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: Uint8Array;
  /** General purpose flags; 1 marks the entry as encrypted. */
  flags?: number;
  /** Unix mode, for instance 0o120777 for a symbolic link. */
  mode?: number;
  /** The archive's false statement. */
  statedCrc?: number;
  statedSize?: number;
  statedPackedSize?: number;
  isStored?: boolean;
}

function header(entry: ZipEntry, packed: Uint8Array): Buffer {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(entry.flags ?? 0, 0);
  fields.writeUInt16LE(entry.isStored ? 0 : 8, 2);
  fields.writeUInt32LE(0x5b75_0000, 4);
  fields.writeUInt32LE((entry.statedCrc ?? crc32(entry.content)) >>> 0, 8);
  fields.writeUInt32LE(entry.statedPackedSize ?? packed.length, 12);
  fields.writeUInt32LE(entry.statedSize ?? entry.content.length, 16);
  fields.writeUInt16LE(Buffer.byteLength(entry.name), 20);
  return fields;
}

/** An archive with these entries, in this order. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = entry.isStored ? Buffer.from(entry.content) : deflateRawSync(entry.content, { level: 9 });
    const fields = header(entry, packed);
    const name = Buffer.from(entry.name);
    const local = Buffer.concat([Buffer.from("504b03041400", "hex"), fields, name, packed]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    attributes.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("504b010214031400", "hex"), fields, attributes, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
