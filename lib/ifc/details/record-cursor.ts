// Walks the arguments of a record of any length without parsing the rest: lists of references, single texts. Copies what it finds, so other
// records may be visited meanwhile.
import { APOSTROPHE, CLOSE, COMMA, HASH, OPEN } from "../step/bytes.ts";
import type { RecordGroup } from "../step/record-group.ts";
import type { RecordReader } from "../step/record-reader.ts";
import { Transcoder } from "../model/transcoder.ts";

export class RecordCursor {
  private readonly transcoder = new Transcoder();
  private readonly reader: RecordReader;

  constructor(reader: RecordReader) {
    this.reader = reader;
  }

  /** Goes to the first argument of a record. */
  open(group: RecordGroup, position: number): void {
    const t = this.transcoder;
    const length = group.lengths[position] ?? 0;
    this.reader.locate(group.offset(position), length);
    t.input = this.reader.bytes;
    t.at = this.reader.at + 1;
    t.length = 0;
    t.reserve(length);
  }

  /** Skips arguments. */
  skip(count: number): void {
    const t = this.transcoder;
    for (let skipped = 0; skipped < count; skipped++) {
      t.skipArgument();
      t.takeComma();
    }
  }

  /** The record numbers of the next argument: one, a list, or none; null when the argument is damaged. */
  references(): number[] | null {
    const t = this.transcoder;
    const found: number[] = [];
    if (t.take(OPEN)) {
      while (t.peek() === HASH) {
        found.push(t.readReference());
        if (!t.takeComma()) break;
      }
      if (!t.take(CLOSE)) return null;
    } else if (t.peek() === HASH) found.push(t.readReference());
    else t.skipArgument();
    const behind = t.peek();
    if (behind !== COMMA && behind !== CLOSE) return null;
    t.takeComma();
    return found;
  }

  /** The text of the next argument; null when not stated or empty. */
  text(): string | null {
    const t = this.transcoder;
    const start = t.length;
    let text: string | null = null;
    if (t.peek() === APOSTROPHE && t.string()) {
      text = String(JSON.parse(Buffer.from(t.output.subarray(start, t.length)).toString()));
    } else t.skipArgument();
    t.length = start;
    t.takeComma();
    return text === "" ? null : text;
  }
}
