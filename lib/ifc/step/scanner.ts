// The one pass over the data section of a STEP file (ISO 10303-21): finds where every wanted record begins and ends and skips everything
// else unread, taking strings and comments into account. Notes damage and continues at the next record. Decodes no values, follows no
// references, never holds more than its window.
import {
  APOSTROPHE,
  ASTERISK,
  EQUALS,
  HASH,
  OPEN,
  SEMICOLON,
  SLASH,
  SPACE,
  ZERO,
  latin1,
  tableOf,
} from "./bytes.ts";
import { FileWindow, KEEP_BYTES_MAX, windowCapacity } from "./file-window.ts";
import { prefixSlot, type KeywordTable } from "./keyword-table.ts";
import type { Problems } from "./problems.ts";
import { RECORD_ID_MAX } from "./record-group.ts";
import { RecordScan, type RecordSink } from "./record-scan.ts";
import {
  findNumberBefore,
  findRecordAfterBreak,
  LOOK_BACK_BYTES,
  describe,
  printable,
  type StatementEnd,
} from "./resync.ts";

/** Room that a record's head (number, equals sign, class name) must have in the window before it is read. */
const HEAD_BYTES = KEEP_BYTES_MAX / 2;
/** Room that a class name needs; if less is left, blanks or comments have used it up. */
const NAME_BYTES = 96;

const STRUCTURAL = tableOf("';/=");
const STRUCTURAL_IN_STRINGS = tableOf("'\r\n");

/** What a damaged record of the given class means: an error where it may carry property data. */
interface Head {
  offset: number;
  id: string;
  classCode: number;
}

export class Scanner {
  /** Records of any class that were read completely. */
  recordCount = 0;
  private readonly window: FileWindow;
  /** The fast path for plain records; null on a processor without SIMD. */
  private readonly scan: RecordScan | null;
  private readonly keywords: KeywordTable;
  private readonly sink: RecordSink;
  private readonly problems: Problems;
  private at = 0;
  private isInData = true;
  private isFinished = false;

  /**
   * @param start file offset just after `DATA;`
   * @param isPlain true to work without SIMD, as on a processor that has none
   */
  constructor(input: {
    fd: number;
    start: number;
    windowBytes: number;
    keywords: KeywordTable;
    sink: RecordSink;
    problems: Problems;
    isPlain?: boolean;
  }) {
    const capacity = windowCapacity(input.windowBytes);
    this.scan = input.isPlain ? null : RecordScan.create(capacity, input.keywords);
    const bytes = this.scan?.bytes ?? new Uint8Array(capacity);
    this.window = new FileWindow(input.fd, input.start, input.windowBytes, bytes);
    this.keywords = input.keywords;
    this.sink = input.sink;
    this.problems = input.problems;
  }

  /** File offset reached, in bytes. */
  get offset(): number {
    return this.window.base + this.at;
  }

  /**
   * Scans on for about one window.
   * @returns false when the end of the file, or of its data, is reached
   */
  advance(): boolean {
    const { window, keywords } = this;
    const bytes = window.bytes;
    if (!this.isFinished && !window.isLast) this.refill();
    while (!this.isFinished) {
      if (this.scan) this.passPlainRecords(this.scan);
      let at = this.at;
      if (window.end - at < HEAD_BYTES && !window.isLast) return true;
      let byte = bytes[at] ?? 0;
      while (byte <= SPACE) byte = bytes[++at] ?? 0;
      this.at = at;
      if (byte !== HASH) {
        this.readOther(byte);
        continue;
      }
      if (this.skipUnwanted(at)) continue;
      const start = at;
      let id = 0;
      byte = bytes[++at] ?? 0;
      while (byte >= ZERO && byte < SEMICOLON - 1) {
        id = id * 10 + (byte - ZERO);
        byte = bytes[++at] ?? 0;
      }
      const isNumbered = at > start + 1 && id <= RECORD_ID_MAX;
      const startOffset = window.base + start;
      while (byte <= SPACE) byte = bytes[++at] ?? 0;
      if (byte === SLASH || window.end - at < NAME_BYTES) byte = bytes[(at = this.skipBlanks(at))] ?? 0;
      if (byte !== EQUALS || !isNumbered) {
        this.skipMalformed(startOffset, at);
        continue;
      }
      byte = bytes[++at] ?? 0;
      while (byte <= SPACE) byte = bytes[++at] ?? 0;
      if (byte === SLASH || window.end - at < NAME_BYTES) byte = bytes[(at = this.skipBlanks(at))] ?? 0;
      const nameStart = at;
      let hash = 0;
      while (byte >= ZERO && byte !== SEMICOLON && byte !== EQUALS) {
        hash = (Math.imul(hash, 31) + (byte & 0xdf)) | 0;
        byte = bytes[++at] ?? 0;
      }
      const classCode = keywords.find(hash, bytes, nameStart, at);
      if (byte !== OPEN) {
        byte = bytes[(at = this.skipBlanks(at))] ?? 0;
      }
      const offset = window.base + at;
      const isOpened = byte === OPEN;
      // Most records hold neither text nor comments: their end is the next structural byte.
      at = this.seek(at);
      let end: StatementEnd = "closed";
      if (bytes[at] === SEMICOLON && at < window.end) this.at = at + 1;
      else {
        this.at = at;
        end = this.skipStatement();
      }
      if (end === "closed" && isOpened) {
        this.recordCount++;
        if (classCode !== 0) this.sink(id, classCode, offset, window.base + this.at - offset);
      } else {
        this.reportDamage({ offset, id: String(id), classCode }, isOpened ? end : "no opening bracket");
      }
    }
    return false;
  }

  /**
   * Most records are geometry: the letters after `=IFC` show this, and the next structural byte is the end. Unusual records are left to the
   * full reading.
   * @returns false when the record must be read fully; the position is then unchanged
   */
  private skipUnwanted(at: number): boolean {
    const { bytes, end } = this.window;
    const equals = this.seek(at);
    if (bytes[equals] !== EQUALS || end - equals < NAME_BYTES) return false;
    let name = equals + 1;
    while ((bytes[name] ?? 0) <= SPACE) name++;
    const slot = prefixSlot(
      bytes[name + 3] ?? 0,
      bytes[name + 4] ?? 0,
      bytes[name + 5] ?? 0,
      bytes[name + 6] ?? 0,
    );
    if (this.keywords.prefixes[slot] === 1) return false;
    const stop = this.seek(equals + 1);
    if (bytes[stop] !== SEMICOLON || stop >= end) return false;
    this.recordCount++;
    this.at = stop + 1;
    return true;
  }

  /** Advances to the first record that must be read fully. */
  private passPlainRecords(scan: RecordScan): void {
    this.at = scan.run(this.window, this.at, this.window.end - HEAD_BYTES, this.sink);
    this.recordCount += scan.recordCount;
  }

  private refill(): void {
    this.at -= this.window.refill(this.at);
  }

  /** The first structural byte at or after a position. There is always one: the window's end. */
  private seek(from: number): number {
    const { bytes } = this.window;
    let at = from;
    while (STRUCTURAL[bytes[at] ?? 0] === 0) at++;
    return at;
  }

  /** Reads a statement in the data section that does not begin with `#`: the end, a comment, another section, or noise. */
  private readOther(byte: number): void {
    const { window } = this;
    if (this.at >= window.end) {
      if (!window.isLast) {
        this.refill();
        return;
      }
      this.isFinished = true;
      if (this.isInData) {
        this.problems.error(
          "The file ends without ENDSEC: it was cut off, so elements are missing.",
          this.offset,
        );
      } else {
        this.problems.warning("The file ends without END-ISO-10303-21.", this.offset);
      }
      return;
    }
    if (byte === SEMICOLON) {
      this.at++;
      return;
    }
    if (byte === SLASH && window.bytes[this.at + 1] === ASTERISK) {
      this.at = this.skipBlanks(this.at);
      return;
    }
    const offset = this.offset;
    const text = latin1(window.bytes, this.at, Math.min(window.end, this.at + 40));
    const end = this.skipStatement();
    if (/^ENDSEC\s*;/i.test(text)) this.isInData = false;
    else if (/^DATA\s*[;(]/i.test(text)) this.isInData = true;
    else if (/^END-ISO-10303-21\s*;/i.test(text)) {
      this.isFinished = true;
      if (this.isInData) {
        this.problems.error(
          "The data section is not closed with ENDSEC; its last record is not closed either.",
          offset,
        );
      }
    } else if (this.isInData) {
      const reason = end === "closed" ? "this is not a record and was skipped" : describe(end);
      this.problems.error(`${reason}: "${printable(text)}"`, offset);
    }
  }

  private skipMalformed(offset: number, at: number): void {
    const { window } = this;
    const start = Math.max(0, offset - window.base);
    const text = latin1(window.bytes, start, Math.min(start + 40, Math.max(at, start + 20), window.end));
    // After the equals sign, or it would be taken for the beginning of this same record again.
    this.at = window.bytes[at] === EQUALS && at < window.end ? at + 1 : at;
    const end = this.skipStatement();
    const id = /^#(\d+)/.exec(text)?.[1] ?? null;
    const reason =
      id !== null && Number(id) > RECORD_ID_MAX
        ? `the record number is above ${RECORD_ID_MAX} and cannot be followed`
        : `a record must begin with #number=; found "${printable(text)}"`;
    this.problems.error(end === "closed" ? `${reason}; skipped` : `${reason}; ${describe(end)}`, offset, id);
  }

  private reportDamage(head: Head, damage: StatementEnd | "no opening bracket"): void {
    const text = `${damage === "no opening bracket" ? "no bracket follows the class name" : describe(damage)}; the record was skipped`;
    if (head.classCode !== 0 || this.isFinished) {
      this.problems.error(text, head.offset, head.id);
    } else {
      this.problems.warning(`${text} (its class carries no properties)`, head.offset, head.id);
    }
  }

  /** Skips from inside a statement to just after its semicolon, or to where reading can continue after damage. */
  private skipStatement(): StatementEnd {
    const { window } = this;
    const bytes = window.bytes;
    let at = this.at;
    for (;;) {
      at = this.seek(at);
      this.at = at;
      const byte = bytes[at] ?? 0;
      if (byte === SEMICOLON) {
        if (at < window.end) {
          this.at = at + 1;
          return "closed";
        }
        if (!this.readOn()) return this.endOfFile();
      } else if (byte === APOSTROPHE) {
        const end = this.skipString();
        if (end !== "closed") return end;
      } else if (byte === SLASH) {
        if (at + 1 >= window.end && this.readOn()) {
          at = this.at;
          continue;
        }
        if (bytes[this.at + 1] === ASTERISK) {
          this.at = this.skipBlanks(this.at);
          if (this.isFinished) return "comment open";
        } else this.at++;
      } else {
        const number = findNumberBefore(bytes, at);
        if (number >= 0) {
          this.at = number;
          return "semicolon missing";
        }
        this.at++;
      }
      at = this.at;
    }
  }

  /** Skips from an opening apostrophe to after the closing one. A doubled apostrophe counts as two strings, with the same result. */
  private skipString(): StatementEnd {
    const { window } = this;
    const bytes = window.bytes;
    let at = this.at + 1;
    for (;;) {
      at = this.seekInString(at);
      this.at = at;
      const byte = bytes[at] ?? 0;
      if (byte === APOSTROPHE) {
        this.at = at + 1;
        return "closed";
      }
      if (byte === SEMICOLON) {
        if (at >= window.end) {
          if (!this.readOn()) {
            this.isFinished = true;
            return "string open to the end";
          }
          at = this.at;
        } else at++;
      } else {
        if (window.end - at < LOOK_BACK_BYTES && this.readOn()) at = this.at;
        const next = findRecordAfterBreak(bytes, at, window.end);
        if (next >= 0) {
          this.at = next;
          return "string open";
        }
        at++;
      }
    }
  }

  /** The same within a string, where only apostrophes, line breaks and the window's end matter. */
  private seekInString(from: number): number {
    const { bytes, end } = this.window;
    let at = from;
    while (at < end && STRUCTURAL_IN_STRINGS[bytes[at] ?? 0] === 0) at++;
    return at;
  }

  /** Skips white space and comments from `at`; refills as needed, so only the returned position is valid after it. */
  private skipBlanks(from: number): number {
    const { window } = this;
    const bytes = window.bytes;
    this.at = from;
    let isComment = false;
    for (;;) {
      if (window.end - this.at < 2 && !window.isLast) this.refill();
      if (this.at >= window.end) {
        if (!window.isLast) continue;
        if (isComment && !this.isFinished) {
          this.isFinished = true;
          this.problems.error(
            "A comment is not closed with */: the rest of the file was not read.",
            this.offset,
          );
        }
        return this.at;
      }
      const byte = bytes[this.at] ?? 0;
      const next = bytes[this.at + 1] ?? 0;
      if (isComment) {
        if (byte === ASTERISK && next === SLASH) {
          isComment = false;
          this.at++;
        }
      } else if (byte === SLASH && next === ASTERISK) {
        isComment = true;
        this.at++;
      } else if (byte > SPACE) {
        while (window.end - this.at < NAME_BYTES && !window.isLast) this.refill();
        return this.at;
      }
      this.at++;
    }
  }

  /** Refills in the middle of a statement, keeping a few bytes to look back at; false at the end of the file. */
  private readOn(): boolean {
    if (this.window.isLast) return false;
    this.at -= this.window.refill(Math.max(0, this.at - LOOK_BACK_BYTES));
    return true;
  }

  private endOfFile(): StatementEnd {
    this.isFinished = true;
    this.at = this.window.end;
    return "cut";
  }
}
