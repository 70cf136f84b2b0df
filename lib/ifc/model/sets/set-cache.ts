// A cache of sets that several elements share, in their written form: decoded once, then copied. Bounded: when the cache is too large, its
// owner empties it at a point where no entry is in use.
import { memberMeta, memberName, memberStart, SetArena, type CachedSet } from "./cached-set.ts";
import type { Definitions } from "../definitions.ts";
import type { SetWriter } from "./set-writer.ts";
import type { Transcoder } from "../transcoder.ts";

const CACHE_BYTES_MAX = 24 << 20;
/** The approximate size of an entry without its content. */
const ENTRY_BYTES = 150;

export class SetCache {
  private readonly sets = new Map<number, CachedSet>();
  private readonly arena = new SetArena();
  private readonly writer: SetWriter;
  private readonly transcoder: Transcoder;
  private readonly definitions: Definitions;

  constructor(writer: SetWriter, transcoder: Transcoder, definitions: Definitions) {
    this.writer = writer;
    this.transcoder = transcoder;
    this.definitions = definitions;
  }

  get isFull(): boolean {
    return this.arena.usedBytes + this.sets.size * ENTRY_BYTES > CACHE_BYTES_MAX;
  }

  /** The set at this position, decoded now or remembered. Leaves the transcoder's output as it was. */
  get(position: number): CachedSet {
    const known = this.sets.get(position);
    if (known) return known;
    const { writer, arena, transcoder: t } = this;
    const name = writer.open(position);
    const start = t.length;
    writer.writeMembers(position);
    const bodyStart = arena.addBody(t.output, start, t.length);
    t.length = start;
    const first = arena.members.length;
    const count = writer.memberNames.length;
    for (let at = 0; at < count; at++) {
      const member = writer.memberNames.at(at);
      const meta = writer.memberMetas.at(at);
      const definition = this.definitions.find(writer.names, name, member, meta);
      arena.addMember(member, meta, writer.memberStarts.at(at) - start, definition);
    }
    const isPredefined = writer.isPredefined(position);
    const set = { name, isPredefined, arena, bodyStart, bodyEnd: arena.length, first, count };
    this.sets.set(position, set);
    return set;
  }

  /** The same set under another name. */
  rename(set: CachedSet, name: number): CachedSet {
    if (name === set.name) return set;
    const { arena } = this;
    const first = arena.members.length;
    for (let at = 0; at < set.count; at++) {
      const member = memberName(set, at);
      const meta = memberMeta(set, at);
      const definition = this.definitions.find(this.writer.names, name, member, meta);
      arena.addMember(member, meta, memberStart(set, at) - set.bodyStart, definition);
    }
    return { ...set, name, first };
  }

  clear(): void {
    this.sets.clear();
    this.arena.clear();
  }
}
