// Finds a class by the bytes of its name, without making a string: a hash table over the few hundred classes that carry properties. Records
// of all other classes are skipped unread.
/** Step of the hash; the scanner applies it byte by byte, upper and lower case alike. */
export function hashKeywordByte(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + (byte & 0xdf)) | 0;
}

/** Slot of the four letters after `IFC`, upper and lower case alike, in `KeywordTable.prefixes`. */
export function prefixSlot(first: number, second: number, third: number, fourth: number): number {
  // In the order of memory: record-scan.wat loads all four at once.
  const letters = ((fourth << 24) | (third << 16) | (second << 8) | first) & 0xdfdfdfdf;
  return Math.imul(letters, 0x9e3779b1) >>> 18;
}

/** What may follow a class name with three letters after `IFC`, such as IFCFAN. */
const NAME_ENDS = [0x28, 0x20, 0x09, 0x0a, 0x0d, 0x2f];

function fold(name: string): Uint8Array {
  const bytes = new Uint8Array(name.length);
  for (let at = 0; at < name.length; at++) bytes[at] = name.charCodeAt(at) & 0xdf;
  return bytes;
}

/** Class codes by the bytes of a class name. Codes are positions in `names`, from 1; 0 means "not wanted". */
export class KeywordTable {
  readonly hashes: Int32Array;
  readonly codes: Uint16Array;
  /** Slots of `hashes` and `codes`, less one. */
  readonly mask: number;
  /** The names in order of their codes, each byte without its lower-case bit. */
  readonly folded: Uint8Array[];
  /** 1 where a wanted class may be: a class with 0 at its `prefixSlot` is certainly not wanted. */
  readonly prefixes = new Uint8Array(1 << 14);

  /** @param names class names as written in the schema; the first gets code 1 */
  constructor(names: readonly string[]) {
    let size = 1024;
    while (size < names.length * 4) size *= 2;
    this.mask = size - 1;
    this.hashes = new Int32Array(size);
    this.codes = new Uint16Array(size);
    // Plain loops: this runs a few times in a process, so it is never compiled.
    this.folded = names.map(fold);
    this.folded.forEach((name, position) => {
      const [first = 0, second = 0, third = 0] = name.subarray(3);
      for (const fourth of name.length > 6 ? name.subarray(6, 7) : NAME_ENDS) {
        this.prefixes[prefixSlot(first, second, third, fourth)] = 1;
      }
      let hash = 0;
      for (let at = 0; at < name.length; at++) hash = hashKeywordByte(hash, name[at] ?? 0);
      let slot = hash & this.mask;
      while (this.codes[slot] !== 0) slot = (slot + 1) & this.mask;
      this.hashes[slot] = hash;
      this.codes[slot] = position + 1;
    });
  }

  /** The code for the name in `bytes[start, end)` whose hash is `hash`, or 0. */
  find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slot = hash & this.mask;
    return this.codes[slot] === 0 ? 0 : this.findFrom(slot, hash, bytes, start, end);
  }

  private findFrom(first: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    let slot = first;
    for (;;) {
      const code = this.codes[slot] ?? 0;
      if (code === 0) return 0;
      if (this.hashes[slot] === hash && this.isName(code, bytes, start, end)) return code;
      slot = (slot + 1) & this.mask;
    }
  }

  private isName(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const name = this.folded[code - 1];
    if (name?.length !== end - start) return false;
    for (let at = 0; at < name.length; at++) {
      if (name[at] !== ((bytes[start + at] ?? 0) & 0xdf)) return false;
    }
    return true;
  }
}
