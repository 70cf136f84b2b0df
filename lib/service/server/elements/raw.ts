/**
 * The answer of `…/element/raw` (docs/service "Raw elements"), assembled from spools while it is sent. The spools are read twice: for the
 * elements, then for the property sets that they refer to, each set once. The sets, which are most of the answer, come last, so that a
 * reader interested in relations need not wait for them.
 */
import { SpoolCursor } from "#lib/ifc/details/spool/spool.ts";
import type { StoredChunks } from "../http/stored/stored-bytes.ts";
import type { RawTables } from "./dictionaries.ts";
import {
  AnswerSink,
  CHUNK_BYTES,
  iterateElements,
  type SpooledElement,
  type SpoolSource,
} from "./spool-source.ts";

/** The tables as one JSON object, in chunks. @param setCount all numbers of sets are below it */
export async function* writeRaw(source: SpoolSource, tables: RawTables, setCount: number): StoredChunks {
  const sink = new AnswerSink();
  sink.ascii("{");
  for (const [name, table] of Object.entries(tables)) {
    sink.ascii(`"${name}":`);
    sink.whole(Buffer.from(JSON.stringify(table)));
    sink.ascii(",");
  }
  sink.ascii('"elements":[');
  const forElements = countPositions(setCount);
  let isFirst = true;
  for await (const spooled of iterateElements(source)) {
    if (!isFirst) sink.ascii(",");
    isFirst = false;
    writeElement(spooled, forElements, sink);
    if (sink.length >= CHUNK_BYTES) yield sink.take();
  }
  sink.ascii('],"property_sets":[');
  // The second reading gives the same positions, because it finds the same sets in the same order.
  const forSets = countPositions(setCount);
  for await (const spooled of iterateElements(source)) {
    writeSets(spooled, forSets, sink);
    if (sink.length >= CHUNK_BYTES) yield sink.take();
  }
  sink.ascii("]}");
  yield sink.take();
}

/** The position of a set in the table, and whether it was found for the first time. */
type TakePosition = (number: number) => { position: number; isNew: boolean };

/** Positions in the order in which sets are first found. */
function countPositions(setCount: number): TakePosition {
  let next = 0;
  /** By number of the set: its position, plus one. */
  const taken = new Uint32Array(setCount);
  return (number) => {
    const known = taken[number] ?? 0;
    if (known !== 0) return { position: known - 1, isNew: false };
    taken[number] = next + 1;
    return { position: next++, isNew: true };
  };
}

function writeSets({ element, sets }: SpooledElement, take: TakePosition, sink: AnswerSink): void {
  writeSetOnce(new SpoolCursor(element.body, element.attributesAt), take, sink);
  for (const number of element.sets) writeSetOnce(new SpoolCursor(sets.get(number)), take, sink);
}

function writeSetOnce(cursor: SpoolCursor, take: TakePosition, sink: AnswerSink): void {
  const { position, isNew } = take(cursor.number());
  if (!isNew) return;
  if (position > 0) sink.ascii(",");
  sink.ascii('{"id":');
  sink.decimal(cursor.number());
  const firstId = cursor.number();
  sink.headOfSet(cursor);
  const count = cursor.number();
  for (let at = 0; at < count; at += 1) {
    const definition = cursor.number();
    sink.ascii(at === 0 ? '{"id":' : ',{"id":');
    sink.decimal(firstId + at);
    sink.ascii(',"value":');
    cursor.copyText(sink);
    sink.ascii(',"def_id":');
    sink.decimal(definition);
    sink.ascii("}");
  }
  sink.ascii("]}");
}

function writeElement({ element, className }: SpooledElement, take: TakePosition, sink: AnswerSink): void {
  const { body } = element;
  const attributes = take(new SpoolCursor(body, element.attributesAt).number()).position;
  const psets = element.sets.map((number) => take(number).position);
  sink.ascii('{"uuid":');
  sink.append(body, element.uuidStart, element.uuidEnd);
  sink.ascii(`,"type":${JSON.stringify(className)},"attributes":${String(attributes)}`);
  const lists = {
    psets,
    classifications: element.classifications,
    layers: element.layers,
    systems: element.systems,
    material_list: element.components,
    building: element.building,
    storey: element.storey,
    space: element.space,
    whole: element.whole,
    element_types: element.types,
    groups: element.groups,
  };
  for (const [name, list] of Object.entries(lists)) sink.ascii(`,"${name}":${JSON.stringify(list)}`);
  sink.ascii("}");
}
