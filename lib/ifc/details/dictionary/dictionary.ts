// A list of unique entries: adding an existing entry returns its position. Bounded, because every answer contains whole dictionaries.

const ENTRIES_MAX = 1_000_000;
const BYTES_MAX = 256 << 20;

/** Thrown when a model has more distinct entries than an answer can contain. */
export class DictionaryLimitError extends Error {}

export class Dictionary<Entry> {
  readonly entries: Entry[] = [];
  private readonly positions = new Map<string, number>();
  private readonly what: string;
  private bytes = 0;

  /** @param what the name of the entries, in the plural, for the message about too many */
  constructor(what: string) {
    this.what = what;
  }

  /** The position of an entry, new or known. Entries are equal if their JSON is. @throws DictionaryLimitError */
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
