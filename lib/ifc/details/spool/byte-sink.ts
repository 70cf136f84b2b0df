// A growing buffer of bytes: numbers in seven-bit groups (LEB128), counted bytes, and JSON. Used to write spools and to assemble answers.

export class ByteSink {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 12);
  length = 0;

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }

  /** Appends a whole number from 0 to 2^53 − 1. */
  number(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  numbers(values: Iterable<number>, count: number): void {
    this.number(count);
    for (const value of values) this.number(value);
  }

  /** Appends bytes unchanged. */
  append(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let to = this.length;
    if (end - start > 48) bytes.set(source.subarray(start, end), to);
    else for (let at = start; at < end; at++) bytes[to++] = source[at] ?? 0;
    this.length += end - start;
  }

  /** Appends the number of bytes, then the bytes. */
  counted(source: Uint8Array, start: number, end: number): void {
    this.number(end - start);
    this.append(source, start, end);
  }

  /** Appends ASCII text unchanged. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at++) this.bytes[this.length++] = text.charCodeAt(at);
  }

  /** Appends a whole number as decimal digits. */
  decimal(value: number): void {
    this.ascii(String(value));
  }

  clear(): void {
    this.length = 0;
  }
}
