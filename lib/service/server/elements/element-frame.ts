/**
 * One element of a spool (lib/ifc/details/spool/spool.ts), and the sets that elements may refer to: those kept for later elements, and
 * those directly before the element. Must not know what an answer looks like.
 */
import { FRAME, SpoolCursor, type SpoolFrame } from "#lib/ifc/details/spool/spool.ts";

/** Reads the body of an element's frame; positions are offsets into `body`. @throws Error when it is damaged */
export function readElementFrame(body: Uint8Array) {
  const cursor = new SpoolCursor(body);
  const id = cursor.number();
  const uuidStart = cursor.counted();
  const uuidEnd = cursor.at;
  const attributesAt = uuidEnd;
  skipSet(cursor);
  return {
    body,
    id,
    uuidStart,
    uuidEnd,
    /** Start of the set of its attributes, which has the form of a set's body. */
    attributesAt,
    /** Numbers of its sets. */
    sets: cursor.numbers(),
    /** Positions in the model's dictionaries. */
    classifications: cursor.numbers(),
    layers: cursor.numbers(),
    systems: cursor.numbers(),
    components: cursor.numbers(),
    /** Positions in the model's related objects; null for none. */
    building: readPosition(cursor),
    storey: readPosition(cursor),
    space: readPosition(cursor),
    whole: readPosition(cursor),
    types: cursor.numbers(),
    groups: cursor.numbers(),
  };
}

/** The parts of an element's frame. */
export type ElementFrame = ReturnType<typeof readElementFrame>;

/** Reads a position; 0 means none. */
function readPosition(cursor: SpoolCursor): number | null {
  const number = cursor.number();
  return number === 0 ? null : number - 1;
}

function skipSet(cursor: SpoolCursor): void {
  // Number, id, id of the first property; name, description, type.
  for (let skipped = 0; skipped < 3; skipped += 1) cursor.number();
  for (let skipped = 0; skipped < 3; skipped += 1) cursor.counted();
  for (let count = cursor.number(); count > 0; count -= 1) {
    cursor.number();
    cursor.counted();
  }
}

/** The bodies of the sets that the next element may refer to. */
export class SetMemory {
  readonly #kept = new Map<number, Uint8Array>();
  readonly #near = new Map<number, Uint8Array>();

  /** Takes in a set's frame. */
  note({ kind, body }: SpoolFrame): void {
    const number = new SpoolCursor(body).number();
    if (kind === FRAME.keptSet) this.#kept.set(number, body.slice());
    else this.#near.set(number, body);
  }

  /** @throws Error when the spool is damaged */
  get(number: number): Uint8Array {
    const body = this.#near.get(number) ?? this.#kept.get(number);
    if (body === undefined)
      throw new Error(`a spool has an element with the set ${String(number)}, but not that set`);
    return body;
  }

  /** Call this after each element. */
  passElement(): void {
    this.#near.clear();
  }
}
