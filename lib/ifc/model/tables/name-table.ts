// Gives each name (as JSON string bytes, quotes included) a small number, so that names are compared, counted and merged as numbers, and
// decoded once. Bounded by `isFull`: the owner then starts a new table.

const NAMES_MAX = 200_000;
const NAME_BYTES_MAX = 24 << 20;

const decoder = new TextDecoder();
// Not a Buffer: with a single kind of array, the compiled code that walks it stays simple.
const encoder = new TextEncoder();

export class NameTable {
  /** Number of names so far; the first name has number 1. */
  count = 0;
  /** JSON bytes of all names; name n is at [starts[n], starts[n + 1]). */
  arena = new Uint8Array(1 << 16);
  starts = new Uint32Array(1 << 12);
  private hashes = new Int32Array(1 << 12);
  private slots = new Uint32Array(1 << 13);
  /** By name: the name that followed it last time. Sets repeat, so this guess is nearly always right. */
  private followers = new Uint32Array(1 << 12);
  private previous = 0;
  /** Random, so that nobody can make a file whose names all collide. */
  private readonly seed = Math.floor(Math.random() * 0x7fffffff);

  get isFull(): boolean {
    return this.count >= NAMES_MAX || (this.starts[this.count + 1] ?? 0) >= NAME_BYTES_MAX;
  }

  /** The number of the name in `bytes[start, end)`, new or known. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    const expected = this.followers[this.previous] ?? 0;
    if (expected !== 0 && this.isName(expected, bytes, start, end)) {
      this.previous = expected;
      return expected;
    }
    const id = this.find(bytes, start, end);
    this.followers[this.previous] = id;
    this.previous = id;
    return id;
  }

  private find(bytes: Uint8Array, start: number, end: number): number {
    let hash = this.seed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = this.slots[slot] ?? 0;
      if (id === 0) return this.add(hash, slot, bytes, start, end);
      if (this.hashes[id] === hash && this.isName(id, bytes, start, end)) return id;
      slot = (slot + 1) & mask;
    }
  }

  /** The number of a name given as text. */
  internText(text: string): number {
    const bytes = encoder.encode(JSON.stringify(text));
    return this.intern(bytes, 0, bytes.length);
  }

  /** The name as text. */
  text(id: number): string {
    const json: unknown = JSON.parse(
      decoder.decode(this.arena.subarray(this.starts[id] ?? 0, this.starts[id + 1] ?? 0)),
    );
    return String(json);
  }

  private isName(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.starts[id] ?? 0;
    if ((this.starts[id + 1] ?? 0) - from !== end - start) return false;
    const arena = this.arena;
    for (let at = start, other = from; at < end; at++, other++) {
      if (bytes[at] !== arena[other]) return false;
    }
    return true;
  }

  private add(hash: number, slot: number, bytes: Uint8Array, start: number, end: number): number {
    const id = ++this.count;
    if (id + 2 > this.starts.length) this.growNames();
    const from = this.starts[id] ?? 0;
    const to = from + end - start;
    if (to > this.arena.length) {
      const arena = new Uint8Array(Math.max(to, this.arena.length * 2));
      arena.set(this.arena);
      this.arena = arena;
    }
    this.arena.set(bytes.subarray(start, end), from);
    this.starts[id + 1] = to;
    this.hashes[id] = hash;
    this.slots[slot] = id;
    if (this.count * 2 > this.slots.length) this.rehash();
    return id;
  }

  private growNames(): void {
    const starts = new Uint32Array(this.starts.length * 2);
    starts.set(this.starts);
    this.starts = starts;
    const hashes = new Int32Array(this.hashes.length * 2);
    hashes.set(this.hashes);
    this.hashes = hashes;
    const followers = new Uint32Array(this.followers.length * 2);
    followers.set(this.followers);
    this.followers = followers;
  }

  private rehash(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let id = 1; id <= this.count; id++) {
      let slot = (this.hashes[id] ?? 0) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = id;
    }
  }
}
