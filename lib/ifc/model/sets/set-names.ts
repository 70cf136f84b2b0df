// The names that the sets of one element get: their own, or `Name (2)` when another set of the element, or the attributes, already have the
// name. Names are numbers of the set writer's current name table.
import type { SetWriter } from "./set-writer.ts";

const ATTRIBUTES = "attributes";

export class SetNames {
  private readonly writer: SetWriter;
  /** By name number: the serial of the element that used the name last, and how often. */
  private serials = new Uint32Array(1 << 12);
  private uses = new Uint32Array(1 << 12);
  private serial = 0;
  /** Name number of `attributes`, which no set may take. */
  private reserved: number;

  constructor(writer: SetWriter) {
    this.writer = writer;
    this.reserved = writer.names.internText(ATTRIBUTES);
  }

  /** Starts another element. */
  begin(): void {
    this.serial++;
    this.note(this.reserved, 1);
  }

  /** Call this when the name table was replaced. */
  renew(): void {
    this.serials = new Uint32Array(1 << 12);
    this.uses = new Uint32Array(1 << 12);
    this.reserved = this.writer.names.internText(ATTRIBUTES);
  }

  /** The name for a set whose own name is `stated`. */
  take(stated: number): number {
    if (!this.isTaken(stated)) {
      this.note(stated, 1);
      return stated;
    }
    const { names } = this.writer;
    const text = names.text(stated);
    let repetition = this.uses[stated] ?? 0;
    let name: number;
    do name = names.internText(`${text} (${++repetition})`);
    while (this.isTaken(name));
    this.note(stated, repetition);
    this.note(name, 1);
    return name;
  }

  private isTaken(name: number): boolean {
    return this.serials[name] === this.serial;
  }

  private note(name: number, uses: number): void {
    if (name >= this.serials.length) {
      const capacity = Math.max(name + 1, this.serials.length * 2);
      const [serials, counts] = [new Uint32Array(capacity), new Uint32Array(capacity)];
      serials.set(this.serials);
      counts.set(this.uses);
      this.serials = serials;
      this.uses = counts;
    }
    this.serials[name] = this.serial;
    this.uses[name] = uses;
  }
}
