// The form of a spool: all elements of one class with everything they have, in file order, as frames that are read once from front to back.
// A set precedes the first element that has it. Sets that are needed again are marked to be kept, up to a total size; beyond that they are
// repeated. So a reader needs bounded memory for any file.
//
//   frame    = kind, length of the body, body                    (numbers in seven-bit groups)
//   set      = number, id, id of its first property, name, description, type, count of properties, properties
//   property = position of its definition, value
//   element  = id, GlobalId, set of its attributes, numbers of its sets, then positions of its
//              classifications, layers, systems, and material components
//
// Names, values and GlobalIds are JSON as it will be sent, after their length; length 0 means no description.
import type { ByteSink } from "./byte-sink.ts";

export const FRAME = { set: 1, keptSet: 2, element: 3 } as const;

/** The most bytes of kept sets, for each class. */
export const KEPT_BYTES_MAX = 8 << 20;
/** A larger frame means damage. */
export const FRAME_BYTES_MAX = 512 << 20;

/** A position in bytes that advances as it is read. */
export class SpoolCursor {
  bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error("a spool ends within a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  numbers(): number[] {
    return Array.from({ length: this.number() }, () => this.number());
  }

  /** Skips counted bytes; returns where they begin, `at` is where they end. */
  counted(): number {
    const count = this.number();
    const start = this.at;
    this.at += count;
    return start;
  }

  /** Appends counted bytes, or `null` where there are none. */
  copyText(target: ByteSink): void {
    const start = this.counted();
    if (this.at === start) target.ascii("null");
    else target.append(this.bytes, start, this.at);
  }
}

export interface SpoolFrame {
  kind: number;
  /** The body: a view of the chunk that it came in. */
  body: Uint8Array;
}

/** The frames of a spool, as many at a time as the chunks contain. @throws Error when the spool is cut off or damaged */
export async function* iterateFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SpoolFrame[]> {
  let parts: Uint8Array[] = [];
  let total = 0;
  /** Bytes that the first frame needs, as far as known. */
  let needed = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    total += chunk.length;
    if (total < needed) continue;
    const bytes = parts.length === 1 ? chunk : Buffer.concat(parts, total);
    const frames: SpoolFrame[] = [];
    let at = 0;
    needed = 0;
    while (at < bytes.length) {
      const place = frameEnd(bytes, at);
      if (place === null || place.end > bytes.length) {
        needed = place === null ? 0 : place.end - at;
        break;
      }
      frames.push({ kind: bytes[at] ?? 0, body: bytes.subarray(place.start, place.end) });
      at = place.end;
    }
    if (frames.length > 0) yield frames;
    const rest = bytes.subarray(at);
    parts = rest.length === 0 ? [] : [rest];
    total = rest.length;
  }
  if (total > 0) throw new Error("a spool ends within a frame");
}

/** Where the body of the frame at `at` begins and ends; null while its length is incomplete. */
function frameEnd(bytes: Uint8Array, at: number): { start: number; end: number } | null {
  let length = 0;
  let scale = 1;
  for (let next = at + 1; next < bytes.length; next++) {
    const byte = bytes[next] ?? 0;
    length += (byte & 0x7f) * scale;
    if (length > FRAME_BYTES_MAX) throw new Error("a frame of a spool is too large");
    if (byte < 0x80) return { start: next + 1, end: next + 1 + length };
    scale *= 0x80;
  }
  return null;
}
