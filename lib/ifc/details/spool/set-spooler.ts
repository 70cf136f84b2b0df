// Writes one property set, quantity set or predefined set as the body of a frame, and decides whether a reader of the spool has the set
// already, keeps it, or will find it again. Sets of the same name are separate entries.
import type { RecordGroup } from "../../step/record-group.ts";
import { SetWriter, type SetSources } from "../../model/sets/set-writer.ts";
import { ByteSink } from "./byte-sink.ts";
import type { DefinitionTable } from "../dictionary/definition-table.ts";
import { RecordCursor } from "../record-cursor.ts";
import { FRAME, KEPT_BYTES_MAX } from "./spool.ts";
import type { Spool } from "./spool-files.ts";

const encoder = new TextEncoder();

export class SetSpooler {
  private readonly sources: SetSources;
  private readonly writer: SetWriter;
  private readonly definitions: DefinitionTable;
  private readonly cursor: RecordCursor;
  private readonly body = new ByteSink();
  /** By set: the id of its first property, 0 until the set is found. */
  private readonly propertyIds: Float64Array;
  private readonly typeJson = new Map<number, Uint8Array>();
  private nextPropertyId = 1;

  constructor(sources: SetSources, definitions: DefinitionTable) {
    this.sources = sources;
    this.definitions = definitions;
    this.writer = new SetWriter({ ...sources, isDescribed: true });
    this.cursor = new RecordCursor(sources.reader);
    this.propertyIds = new Float64Array(sources.sets.count);
  }

  /** Reserves ids for `count` properties that are in no set of the file. */
  takePropertyIds(count: number): number {
    const first = this.nextPropertyId;
    this.nextPropertyId += count;
    return first;
  }

  /**
   * Makes a set known to readers of this spool under a number of its own, because some of its properties are overridden for one element.
   */
  writeOverridden(position: number, number: number, overriding: readonly number[], spool: Spool): void {
    this.fill(position, number, overriding);
    spool.frame(FRAME.set, this.body);
    this.tidy();
  }

  /** Makes the set known to readers of this spool. @param isShared whether other elements may have the set, too */
  write(position: number, isShared: boolean, spool: Spool): void {
    if (spool.kept.has(position)) return;
    this.fill(position, position, null);
    const { body } = this;
    const isKept = isShared && spool.keptBytes + body.length <= KEPT_BYTES_MAX;
    if (isKept) {
      spool.kept.add(position);
      spool.keptBytes += body.length;
    }
    spool.frame(isKept ? FRAME.keptSet : FRAME.set, body);
    this.tidy();
  }

  private tidy(): void {
    if (!this.writer.names.isFull) return;
    this.writer.renewNames();
    this.definitions.forgetNames();
  }

  private fill(position: number, number: number, overriding: readonly number[] | null): void {
    const { writer, body } = this;
    const { sets, transcoder: t } = this.sources;
    const description = this.readDescription(position);
    const start = t.length;
    const name = writer.open(position);
    if (overriding) writer.override(overriding);
    writer.writeMembers(position);
    const end = t.length;
    t.length = start;
    const { names, memberNames, memberStarts } = writer;
    const count = memberNames.length;
    let firstId = overriding ? 0 : (this.propertyIds[position] ?? 0);
    if (firstId === 0) {
      firstId = this.takePropertyIds(count);
      if (!overriding) this.propertyIds[position] = firstId;
    }
    body.clear();
    body.number(number);
    body.number(number + 1);
    body.number(firstId);
    body.counted(names.arena, names.starts[name] ?? 0, names.starts[name + 1] ?? 0);
    body.counted(description, 0, description.length);
    const type = this.typeOf(sets, position);
    body.counted(type.json, 0, type.json.length);
    body.number(count);
    const setClass = writer.isPredefined(position) ? type.name : null;
    for (let at = 0; at < count; at++) {
      const member = memberNames.at(at);
      const meta = writer.memberMetas.at(at);
      const text = writer.memberDescriptions.at(at);
      body.number(this.definitions.position(names, member, text, meta, setClass));
      const nameBytes = (names.starts[member + 1] ?? 0) - (names.starts[member] ?? 0);
      // A member is its name, a colon, and its value; a comma precedes the next member.
      const valueAt = memberStarts.at(at) + nameBytes + 1;
      body.counted(t.output, valueAt, at + 1 < count ? memberStarts.at(at + 1) - 1 : end);
    }
  }

  /** Reads Description (after GlobalId, OwnerHistory, Name) as JSON; empty when not stated. */
  private readDescription(position: number): Uint8Array {
    this.cursor.open(this.sources.sets, position);
    this.cursor.skip(3);
    const text = this.cursor.text();
    return text === null ? new Uint8Array(0) : encoder.encode(JSON.stringify(text));
  }

  private typeOf(sets: RecordGroup, position: number): { name: string; json: Uint8Array } {
    const code = sets.classCodes[position] ?? 0;
    const name = this.sources.classes.entities[code]?.name ?? "";
    let json = this.typeJson.get(code);
    if (!json) {
      json = encoder.encode(JSON.stringify(name));
      this.typeJson.set(code, json);
    }
    return { name, json };
  }
}
