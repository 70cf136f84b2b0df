/**
 * The elements of a stored answer, which is a JSON object of entries (`"GlobalId":{…}`), separated in the stream of bytes: nothing is
 * parsed, and only one is in memory. Relies on the form of the reader's answers: no blanks between entries, every element begins with its
 * `attributes`, and no value inside an element is an object.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** The most bytes of one element's answer; a larger one is refused. */
const ENTRY_BYTES_MAX = 64 * 1024 * 1024;

/** Each entry with its key, without the comma that follows. @throws Error when the object ends within an entry */
export async function* iterateEntries(
  object: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let held = 0;
  // 0 before the object, 1 between its entries, deeper within one.
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isInEntry = false;
  for await (const chunk of object) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
      } else if (byte === QUOTE) {
        isInText = true;
        if (depth === 1 && !isInEntry) {
          isInEntry = true;
          start = at;
        }
      } else if (byte === OPEN) depth += 1;
      else if (byte === CLOSE) {
        depth -= 1;
        if (depth === 1) {
          parts.push(chunk.subarray(start, at + 1));
          yield parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
          parts = [];
          held = 0;
          isInEntry = false;
        }
      }
    }
    if (!isInEntry) continue;
    // A copy: the memory of a chunk may be used for the next one.
    parts.push(new Uint8Array(chunk.subarray(start)));
    held += chunk.length - start;
    if (held > ENTRY_BYTES_MAX) throw new Error("one element's answer is larger than 64 MiB");
  }
  if (depth !== 0) throw new Error("a stored answer ends inside an element");
}

/** 22 characters of the base-64 alphabet of IFC (ISO 16739-1, IfcGloballyUniqueId). */
export function isGlobalId(text: string): boolean {
  return /^[0-9A-Za-z_$]{22}$/.test(text);
}

/** The bytes of the element's value, braces included; null when it is not in this answer. */
export async function findElement(
  answer: AsyncIterable<Uint8Array<ArrayBuffer>>,
  globalId: string,
): Promise<Buffer | null> {
  const key = `"${globalId}":`;
  // The bytes cannot occur elsewhere, so they are searched for before any entry is separated.
  const from = beginningWith(Buffer.from(`${key}{"attributes":{`), answer);
  for await (const entry of iterateEntries(from)) return Buffer.from(entry.subarray(key.length));
  return null;
}

/** An object whose first entry begins with these bytes, and whatever follows it in the other; empty without such an entry. */
async function* beginningWith(
  opening: Buffer,
  object: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest = Buffer.alloc(0);
  let isFound = false;
  for await (const chunk of object) {
    if (isFound) {
      yield chunk;
      continue;
    }
    rest =
      rest.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([rest, chunk]);
    const at = rest.indexOf(opening);
    if (at < 0) {
      rest = Buffer.from(rest.subarray(Math.max(0, rest.length - opening.length + 1)));
      continue;
    }
    isFound = true;
    yield Uint8Array.of(OPEN);
    yield rest.subarray(at);
  }
}
