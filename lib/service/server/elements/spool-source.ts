/** The spools of the chosen classes, frame by frame, and the buffer for the bytes of an answer. */
import { ByteSink } from "#lib/ifc/details/spool/byte-sink.ts";
import { FRAME, iterateFrames, type SpoolCursor } from "#lib/ifc/details/spool/spool.ts";
import { spoolName } from "#lib/ifc/details/index.ts";
import type { Storage } from "#lib/storage/storage.ts";
import type { AnswerClass } from "./answers.ts";
import { isWanted } from "./choice.ts";
import { readElementFrame, SetMemory, type ElementFrame } from "./element-frame.ts";

export type SpoolSource = {
  /** Folder of the spools in the file store. */
  key: string;
  classes: readonly AnswerClass[];
  /** Positions of the wanted classifications; null for any. */
  wanted: Set<number> | null;
  storage: Storage;
};

export type SpooledElement = { element: ElementFrame; className: string; sets: SetMemory };

/** The wanted elements, class by class in file order. Each is valid until the next one. */
export async function* iterateElements({
  key,
  classes,
  wanted,
  storage,
}: SpoolSource): AsyncGenerator<SpooledElement> {
  for (const { name } of classes) {
    const { stream } = await storage.openRead(`${key}/${spoolName(name)}`);
    const sets = new SetMemory();
    for await (const frames of iterateFrames(stream)) {
      for (const frame of frames) {
        if (frame.kind !== FRAME.element) {
          sets.note(frame);
          continue;
        }
        const element = readElementFrame(frame.body);
        if (isWanted(element.classifications, wanted)) yield { element, className: name, sets };
        sets.passElement();
      }
    }
  }
}

/** Collected bytes are handed on from this size on. */
export const CHUNK_BYTES = 128 * 1024;

/** Collects the bytes of an answer, and writes the few forms that JSON needs. */
export class AnswerSink extends ByteSink {
  /** Takes the collected bytes and empties the sink. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.clear();
    return taken;
  }

  /** Writes items with commas between them. */
  list<Item>(items: Iterable<Item>, write: (item: Item) => void): void {
    this.ascii("[");
    let isFirst = true;
    for (const item of items) {
      if (!isFirst) this.ascii(",");
      isFirst = false;
      write(item);
    }
    this.ascii("]");
  }

  /** Appends the texts that every form of a set begins with. */
  headOfSet(cursor: SpoolCursor): void {
    for (const name of ["name", "description", "type"]) {
      this.ascii(`,"${name}":`);
      cursor.copyText(this);
    }
    this.ascii(',"properties":[');
  }

  /** Appends all of these bytes. */
  whole(bytes: Uint8Array): void {
    this.append(bytes, 0, bytes.length);
  }
}
