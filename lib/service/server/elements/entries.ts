/**
 * The entries of a JSON object (`"key":{…}`), separated in the stream of bytes: nothing is parsed, and only one entry is in memory. Relies
 * on the form of the reader's answers: no blanks between entries, and every value is an object.
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
    parts.push(chunk.slice(start));
    held += chunk.length - start;
    if (held > ENTRY_BYTES_MAX) throw new Error("one element's answer is larger than 64 MiB");
  }
  if (depth !== 0) throw new Error("a stored answer ends inside an element");
}
