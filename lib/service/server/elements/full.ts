/** The answer of `…/element` (docs/service "Full elements"), assembled from spools while it is sent. */
import { SpoolCursor } from "#lib/ifc/details/spool/spool.ts";
import type { StoredChunks } from "../http/stored/stored-bytes.ts";
import type { FullDictionaries } from "./dictionaries.ts";
import {
  AnswerSink,
  CHUNK_BYTES,
  iterateElements,
  type SpooledElement,
  type SpoolSource,
} from "./spool-source.ts";

/** A JSON array of elements, in chunks. */
export async function* writeFull(source: SpoolSource, dictionaries: FullDictionaries): StoredChunks {
  const sink = new AnswerSink();
  sink.ascii("[");
  let isFirst = true;
  for await (const spooled of iterateElements(source)) {
    if (!isFirst) sink.ascii(",");
    isFirst = false;
    writeElement(spooled, dictionaries, sink);
    if (sink.length >= CHUNK_BYTES) yield sink.take();
  }
  sink.ascii("]");
  yield sink.take();
}

function writeElement(
  { element, className, sets }: SpooledElement,
  dictionaries: FullDictionaries,
  sink: AnswerSink,
): void {
  const { body } = element;
  const copy = (parts: readonly Buffer[], positions: readonly number[]): void => {
    sink.list(positions, (at) => {
      sink.whole(entryOf(parts, at));
    });
  };
  sink.ascii('{"id":');
  sink.decimal(element.id);
  sink.ascii(',"uuid":');
  sink.append(body, element.uuidStart, element.uuidEnd);
  sink.ascii(`,"type":${JSON.stringify(className)},"attributes":`);
  writeSet(new SpoolCursor(body, element.attributesAt), dictionaries, sink);
  sink.ascii(',"property_sets":');
  sink.list(element.sets, (number) => {
    writeSet(new SpoolCursor(sets.get(number)), dictionaries, sink);
  });
  sink.ascii(',"classifications":');
  copy(dictionaries.classifications, element.classifications);
  sink.ascii(',"material_list":');
  copy(dictionaries.components, element.components);
  sink.ascii(',"layers":');
  copy(dictionaries.layers, element.layers);
  sink.ascii("}");
}

function writeSet(cursor: SpoolCursor, { definitions }: FullDictionaries, sink: AnswerSink): void {
  cursor.number();
  const id = String(cursor.number());
  const firstId = cursor.number();
  sink.ascii(`{"id":${id}`);
  sink.headOfSet(cursor);
  const count = cursor.number();
  for (let at = 0; at < count; at += 1) {
    sink.ascii(at === 0 ? '{"id":' : ',{"id":');
    sink.decimal(firstId + at);
    sink.ascii(',"definition":');
    sink.whole(entryOf(definitions, cursor.number()));
    sink.ascii(',"value":');
    cursor.copyText(sink);
    sink.ascii(',"property_set_id":');
    sink.ascii(id);
    sink.ascii("}");
  }
  sink.ascii("]}");
}

function entryOf(parts: readonly Buffer[], at: number): Buffer {
  const part = parts[at];
  if (part === undefined) throw new Error(`a spool names the entry ${String(at)} of a shorter dictionary`);
  return part;
}
