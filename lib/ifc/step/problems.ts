// Collects the problems of a file with their positions, and turns them into sentences. Lists are bounded, and lines are counted once for
// all problems at the end, so a file with ten million faults costs no more than a file with ten.
import { readSync } from "node:fs";
import { CR, LF } from "./bytes.ts";

export const PROBLEMS_MAX = 100;
/** The most characters of one sentence: it may quote the file, whose texts can be of any length. */
const TEXT_LENGTH_MAX = 500;
/** The most characters of a fault's own message in a sentence. */
export const CAUSE_LENGTH_MAX = 200;

interface Problem {
  text: string;
  /** File offset in bytes, or null where a position is meaningless. */
  offset: number | null;
  recordId: string | null;
}

/** Problems of one severity; the same problem of the same record is kept once. */
class ProblemList {
  readonly problems: Problem[] = [];
  count = 0;
  private readonly known = new Set<string>();

  add(said: string, offset: number | null, recordId: string | number | null): void {
    const text = shorten(said, TEXT_LENGTH_MAX);
    const id = recordId === null ? null : String(recordId);
    const key = `${id ?? ""}:${text}`;
    if (this.known.has(key)) return;
    this.count++;
    if (this.problems.length >= PROBLEMS_MAX) return;
    this.known.add(key);
    this.problems.push({ text, offset, recordId: id });
  }
}

/** Errors (property data is or may be lost) and warnings (no data is lost) of one reading. */
export class Problems {
  private readonly errors = new ProblemList();
  private readonly warnings = new ProblemList();

  /** @param offset file offset in bytes; @param recordId number of the record, digits only */
  error(text: string, offset: number | null = null, recordId: string | number | null = null): void {
    this.errors.add(text, offset, recordId);
  }

  /** @param offset file offset in bytes; @param recordId number of the record, digits only */
  warning(text: string, offset: number | null = null, recordId: string | number | null = null): void {
    this.warnings.add(text, offset, recordId);
  }

  /**
   * Sentences such as `record #4711, line 90213: the text is not closed`.
   * @param fd the file that the offsets belong to, or null when there is none to count lines in
   */
  write(fd: number | null): { errors: string[]; warnings: string[] } {
    const all = [...this.errors.problems, ...this.warnings.problems];
    const offsets = all.flatMap(({ offset }) => (offset === null ? [] : [offset]));
    const lines = fd === null ? new Map<number, number>() : countLines(fd, offsets);
    return {
      errors: writeList(this.errors, lines),
      warnings: writeList(this.warnings, lines),
    };
  }
}

/** At most `lengthMax` characters; a longer text ends with "…". */
export function shorten(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}

function writeList({ problems, count }: ProblemList, lines: Map<number, number>): string[] {
  const sentences = problems.map(({ text, offset, recordId }) => {
    const line = offset === null ? undefined : lines.get(offset);
    const place = [
      recordId === null ? null : `record #${recordId.length > 24 ? `${recordId.slice(0, 24)}…` : recordId}`,
      line === undefined ? null : `line ${line}`,
    ].filter((part) => part !== null);
    return place.length === 0 ? text : `${place.join(", ")}: ${text}`;
  });
  if (count > problems.length) sentences.push(`… and ${count - problems.length} more of this kind.`);
  return sentences;
}

/** Line numbers from 1 at file offsets; CR LF, LF and CR alone each end a line. One pass over the file. */
function countLines(fd: number, offsets: number[]): Map<number, number> {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const lines = new Map<number, number>();
  const chunk = new Uint8Array(wanted.length === 0 ? 0 : 1 << 20);
  let line = 1;
  let previous = 0;
  let base = 0;
  let next = 0;
  while (next < wanted.length) {
    const length = readSync(fd, chunk, 0, chunk.length, base);
    for (let at = 0; at < length; at++) {
      while (next < wanted.length && wanted[next] === base + at) lines.set(wanted[next++] ?? 0, line);
      const byte = chunk[at] ?? 0;
      if (byte === LF ? previous !== CR : byte === CR) line++;
      previous = byte;
    }
    if (length === 0) while (next < wanted.length) lines.set(wanted[next++] ?? 0, line);
    base += length;
  }
  return lines;
}
