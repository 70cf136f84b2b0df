/*
 * Reads a service's `element/raw` answer as far as tables need it: units and value types of properties, and what elements relate to. Values
 * come from `element/simple`. This file does no input, and must not know how its results are used.
 */
import { throwIfCancelled } from "../errors.ts";
import {
  RELATION_TABLES,
  RelationsReader,
  type RelationTable,
  type StatedRelations,
} from "../relations/stated-relations.ts";
import { UNIT_TABLES, UnitsReader, type StatedUnits, type UnitTable } from "../units/stated-units.ts";
import { TableFrame } from "../units/table-frame.ts";

export type RawAnswerOptions = {
  readonly signal?: AbortSignal | undefined;
  /** After this many bytes of the answer, sets are no longer read. */
  readonly unitBytesMax?: number | undefined;
  /** Each is called as soon as its part is known; the other part may take much longer. */
  readonly onUnits?: ((units: StatedUnits) => void) | undefined;
  readonly onRelations?: ((relations: StatedRelations | "unread") => void) | undefined;
};

/** About a second of work. For models whose sets extend beyond it, only the definitions are used. */
const UNIT_BYTES_MAX = 64 * 1024 * 1024;
const ITEM_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Reads the tables in any order, and no further than needed. Malformed relations, or too many of them, are reported as "unread".
 * @throws ElementsError CANCELLED; Error when the answer is cut off or its units are malformed; the source's own errors
 */
export async function readRawAnswer(
  source: AsyncIterable<Uint8Array>,
  options: RawAnswerOptions = {},
): Promise<{ units: StatedUnits; relations: StatedRelations | "unread" }> {
  const reading = new RawReading(options);
  for await (const chunk of source) {
    throwIfCancelled(options.signal);
    reading.push(chunk);
    if (reading.units !== null && reading.relations !== null) break;
  }
  throwIfCancelled(options.signal);
  const { units, relations } = reading;
  if (units === null || relations === null) throw new Error("the answer ended early");
  return { units, relations };
}

/** The reading of one answer. */
class RawReading {
  units: StatedUnits | null = null;
  relations: StatedRelations | "unread" | null = null;
  readonly #options: RawAnswerOptions;
  readonly #units = new UnitsReader();
  readonly #relations = new RelationsReader();
  readonly #frame = new TableFrame(
    [...UNIT_TABLES, ...RELATION_TABLES],
    (table, item) => {
      if (isUnitTable(table)) this.#takeUnits(table, item);
      else this.#tryRelations(() => this.#relations.take(table as RelationTable, item));
    },
    ITEM_BYTES_MAX,
  );
  #bytes = 0;

  constructor(options: RawAnswerOptions) {
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    this.#frame.push(chunk);
    this.#bytes += chunk.length;
    if (this.relations === null && this.#frame.hasWhole(RELATION_TABLES)) {
      this.#tryRelations(() => {
        this.#giveRelations(this.#relations.finish((table) => this.#frame.has(table)));
      });
    }
    if (this.units !== null) return;
    const isWhole = this.#frame.hasWhole(UNIT_TABLES);
    const isTooMuch = this.#bytes >= (this.#options.unitBytesMax ?? UNIT_BYTES_MAX) || this.#units.isFull;
    if (!isWhole && !isTooMuch) return;
    this.units = this.#units.finish(isWhole);
    this.#options.onUnits?.(this.units);
  }

  #takeUnits(table: UnitTable, item: unknown): void {
    if (this.units === null) this.#units.take(table, item);
  }

  #tryRelations(work: () => void): void {
    if (this.relations !== null) return;
    try {
      work();
    } catch {
      this.#giveRelations("unread");
    }
  }

  #giveRelations(relations: StatedRelations | "unread"): void {
    this.relations = relations;
    this.#options.onRelations?.(relations);
  }
}

function isUnitTable(table: string): table is UnitTable {
  return (UNIT_TABLES as readonly string[]).includes(table);
}
