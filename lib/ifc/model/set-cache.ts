// Sets that several elements share, in the form in which they are written: decoded once, copied from then on. Also the
// merged list of sets of each type. Bounded: when it has grown too large its owner empties it, at a point where nobody
// holds on to an entry.
import type { Definitions } from "./definitions.ts";
import type { SetWriter } from "./set-writer.ts";
import type { Transcoder } from "./transcoder.ts";

const CACHE_BYTES_MAX = 24 << 20;
/** What an entry costs beside its bytes, roughly. */
const ENTRY_BYTES = 400;

/** A set ready to be copied. Names are numbers of the present name table. */
export interface CachedSet {
  name: number;
  isPredefined: boolean;
  /** JSON members without braces. */
  body: Uint8Array;
  memberNames: Uint32Array;
  memberMetas: Uint32Array;
  /** Where each member begins in `body`. */
  memberStarts: Uint32Array;
  /** Definition numbers of the members under the set's own name. */
  definitions: Int32Array;
}

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
    const memberStarts = writer.memberStarts.slice();
    for (let at = 0; at < memberStarts.length; at++) memberStarts[at] = (memberStarts[at] ?? 0) - start;
    const body = t.output.slice(start, t.length);
    t.length = start;
    const memberNames = writer.memberNames.slice();
    const memberMetas = writer.memberMetas.slice();
    const definitions = this.findDefinitions(name, memberNames, memberMetas);
    const isPredefined = writer.isPredefined(position);
    const set = { name, isPredefined, body, memberNames, memberMetas, memberStarts, definitions };
    this.sets.set(position, set);
    this.bytes += set.body.length + memberStarts.length * 16 + ENTRY_BYTES;
    return set;
  }

  /** Definition numbers of the members as they are called in a set named `setName`. */
  define(set: CachedSet, setName: number): Int32Array {
    if (setName === set.name) return set.definitions;
    return this.findDefinitions(setName, set.memberNames, set.memberMetas);
  }

  clear(): void {
    this.sets.clear();
    this.bytes = 0;
  }

  private findDefinitions(setName: number, names: Uint32Array, metas: Uint32Array): Int32Array {
    return Int32Array.from(names, (name, at) =>
      this.definitions.find(this.writer.names, setName, name, metas[at] ?? 0),
    );
  }
}
