// Sets that several elements share, in the form in which they are written: decoded once, copied from then on. Bounded:
// when it has grown too large its owner empties it, at a point where nobody holds on to an entry.
import { FIELDS, type CachedSet } from "./cached-set.ts";
import type { Definitions } from "./definitions.ts";
import type { SetWriter } from "./set-writer.ts";
import type { Transcoder } from "./transcoder.ts";

const CACHE_BYTES_MAX = 24 << 20;
/** What an entry costs beside its content, roughly. */
const ENTRY_BYTES = 300;
export class SetCache {
  private readonly sets = new Map<number, CachedSet>();
  private bytes = 0;
  private readonly writer: SetWriter;
  private readonly transcoder: Transcoder;
  private readonly definitions: Definitions;

  constructor(writer: SetWriter, transcoder: Transcoder, definitions: Definitions) {
    this.writer = writer;
    this.transcoder = transcoder;
    this.definitions = definitions;
  }

  get isFull(): boolean {
    return this.bytes > CACHE_BYTES_MAX;
  }

  /** The set at this position, decoded now or remembered. Leaves the transcoder's output as it was. */
  get(position: number): CachedSet {
    const known = this.sets.get(position);
    if (known) return known;
    const { writer, transcoder: t } = this;
    const name = writer.open(position);
    const start = t.length;
    writer.writeMembers(position);
    // Buffer.from copies into a shared pool, which is much cheaper than an ArrayBuffer of its own.
    const body = Buffer.from(t.output.subarray(start, t.length));
    t.length = start;
    const count = writer.memberNames.length;
    const members = new Uint32Array(count * FIELDS);
    for (let at = 0; at < count; at++) {
      const member = writer.memberNames.at(at);
      const meta = writer.memberMetas.at(at);
      members[at * FIELDS] = member;
      members[at * FIELDS + 1] = meta;
      members[at * FIELDS + 2] = writer.memberStarts.at(at) - start;
      members[at * FIELDS + 3] = this.definitions.find(writer.names, name, member, meta);
    }
    const set = { name, isPredefined: writer.isPredefined(position), body, members };
    this.sets.set(position, set);
    this.bytes += body.length + members.length * 4 + ENTRY_BYTES;
    return set;
  }

  /** The same set under another name. */
  rename(set: CachedSet, name: number): CachedSet {
    if (name === set.name) return set;
    const members = set.members.slice();
    for (let at = 0; at < members.length; at += FIELDS) {
      const [member = 0, meta = 0] = members.subarray(at, at + 2);
      members[at + 3] = this.definitions.find(this.writer.names, name, member, meta);
    }
    return { ...set, name, members };
  }

  clear(): void {
    this.sets.clear();
    this.bytes = 0;
  }
}
