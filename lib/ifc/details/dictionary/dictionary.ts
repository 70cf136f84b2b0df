// A list whose entries are kept once: asking for an entry that is there already gives its position. Bounded, because every
// answer carries whole dictionaries.

const ENTRIES_MAX = 1_000_000;
const BYTES_MAX = 256 << 20;

/** Thrown when a model has more different entries than an answer can carry. */
export class DictionaryLimitError extends Error {}

export class Dictionary<Entry> {
  readonly entries: Entry[] = [];
  private readonly positions = new Map<string, number>();
  private readonly what: string;
  private bytes = 0;

  /** @param what the entries, in the plural, for the message when there are too many */
  constructor(what: string) {
    this.what = what;
  }

  /** The position of an entry, new or known. Entries are the same when their JSON is. @throws DictionaryLimitError */
  position(entry: Entry): number {
    const key = JSON.stringify(entry);
    const known = this.positions.get(key);
    if (known !== undefined) return known;
    this.bytes += key.length;
    if (this.entries.length >= ENTRIES_MAX || this.bytes > BYTES_MAX) {
      throw new DictionaryLimitError(`The model has more different ${this.what} than one answer can carry.`);
    }
    this.entries.push(entry);
    this.positions.set(key, this.entries.length - 1);
    return this.entries.length - 1;
  }
}
