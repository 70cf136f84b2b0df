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
  const unitsReader = new UnitsReader();
  const relationsReader = new RelationsReader();
  const found: { units: StatedUnits | null; relations: StatedRelations | "unread" | null } = {
    units: null,
    relations: null,
  };
  const giveRelations = (relations: StatedRelations | "unread"): void => {
    found.relations = relations;
    options.onRelations?.(relations);
  };
  const tryRelations = (work: () => void): void => {
    if (found.relations !== null) return;
    try {
      work();
    } catch {
      giveRelations("unread");
    }
  };
  const frame = new TableFrame(
    [...UNIT_TABLES, ...RELATION_TABLES],
    (table, item) => {
      if (!isUnitTable(table)) tryRelations(() => relationsReader.take(table as RelationTable, item));
      else if (found.units === null) unitsReader.take(table, item);
    },
    ITEM_BYTES_MAX,
  );
  let bytes = 0;
  for await (const chunk of source) {
    throwIfCancelled(options.signal);
    frame.push(chunk);
    bytes += chunk.length;
    if (frame.hasWhole(RELATION_TABLES))
      tryRelations(() => giveRelations(relationsReader.finish((table) => frame.has(table))));
    const isWhole = frame.hasWhole(UNIT_TABLES);
    const isTooMuch = bytes >= (options.unitBytesMax ?? UNIT_BYTES_MAX) || unitsReader.isFull;
    if (found.units === null && (isWhole || isTooMuch)) {
      found.units = unitsReader.finish(isWhole);
      options.onUnits?.(found.units);
    }
    if (found.units !== null && found.relations !== null) break;
  }
  throwIfCancelled(options.signal);
  const { units, relations } = found;
  if (units === null || relations === null) throw new Error("the answer ended early");
  return { units, relations };
}

function isUnitTable(table: string): table is UnitTable {
  return (UNIT_TABLES as readonly string[]).includes(table);
}
