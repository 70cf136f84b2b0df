/**
 * Finds one element of an answer by its GlobalId in the stream of bytes: nothing is parsed, and only one element is in memory. Relies on
 * the form of the reader's answers: an element's value begins with its `attributes`, and no value inside an element is an object, so the
 * searched bytes cannot occur elsewhere.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** The most bytes of one element's answer; a larger one is refused. */
const ELEMENT_BYTES_MAX = 64 * 1024 * 1024;

/** 22 characters of the base-64 alphabet of IFC (ISO 16739-1, IfcGloballyUniqueId). */
export function isGlobalId(text: string): boolean {
  return /^[0-9A-Za-z_$]{22}$/.test(text);
}

/** The bytes of the element's value, braces included; null when it is not in this answer. */
export async function findElement(
  answer: ReadableStream<Uint8Array<ArrayBuffer>>,
  globalId: string,
): Promise<Buffer | null> {
  const opening = Buffer.from(`"${globalId}":{"attributes":{`);
  const valueAt = opening.indexOf(OPEN);
  let rest: Buffer = Buffer.alloc(0);
  let element: ValueReader | null = null;
  for await (const chunk of answer) {
    rest =
      rest.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([rest, chunk]);
    if (element === null) {
      const at = rest.indexOf(opening);
      if (at < 0) {
        rest = Buffer.from(rest.subarray(Math.max(0, rest.length - opening.length + 1)));
        continue;
      }
      element = new ValueReader();
      rest = rest.subarray(at + valueAt);
    }
    if (element.take(rest)) return element.value();
    rest = Buffer.alloc(0);
  }
  if (element !== null) throw new Error("a stored answer ends inside an element");
  return null;
}

/** Collects bytes up to the end of the object that begins with the first of them. */
class ValueReader {
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** True when the object ends within these bytes. */
  take(bytes: Buffer): boolean {
    for (let index = 0; index < bytes.length; index += 1) {
      if (!this.#endsWith(bytes[index] ?? 0)) continue;
      this.#keep(bytes.subarray(0, index + 1));
      return true;
    }
    this.#keep(bytes);
    return false;
  }

  value(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > ELEMENT_BYTES_MAX) throw new Error("one element's answer is larger than 64 MiB");
    this.#parts.push(Buffer.from(part));
  }

  #endsWith(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInText) {
      if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isInText = false;
    } else if (byte === QUOTE) this.#isInText = true;
    else if (byte === OPEN) this.#depth += 1;
    else if (byte === CLOSE) this.#depth -= 1;
    return this.#depth === 0;
  }
}
