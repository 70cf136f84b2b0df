// A list of small whole numbers that is filled and emptied repeatedly without making garbage.

export class NumberList {
  values = new Uint32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const values = new Uint32Array(this.length * 2);
      values.set(this.values);
      this.values = values;
    }
    this.values[this.length++] = value;
  }

  at(position: number): number {
    return this.values[position] ?? 0;
  }

  /** Empties the list and frees its memory. */
  release(): void {
    this.values = new Uint32Array(256);
    this.length = 0;
  }
}
