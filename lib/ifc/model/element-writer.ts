// Writes one element into the answer of its class: key, attributes, the sets of the occurrence, and those of its type.
// Per property the occurrence wins over the type; sets of the same name on one side stay apart as `Name (2)`. The
// mapping is docs/decisions/0005.
import { APOSTROPHE, COMMA, OPEN } from "../step/bytes.ts";
import type { RecordGroup } from "../step/record-group.ts";
import type { AnswerFile, AnswerFiles } from "./answer-files.ts";
import type { Definitions } from "./definitions.ts";
import { KINDS, packMeta } from "./definitions.ts";
import { GlobalIds } from "./global-ids.ts";
import type { Relations } from "./relations.ts";
import { SetCache, type CachedSet } from "./set-cache.ts";
import { SetWriter, type SetSources } from "./set-writer.ts";
import { ABSENT, DAMAGED, REFERENCE } from "./transcoder.ts";

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COLON = 0x3a;
const ATTRIBUTES = "attributes";
const ATTRIBUTE_KIND = KINDS.indexOf("attribute");

export interface ElementSources extends SetSources {
  products: RecordGroup;
  types: RecordGroup;
  relations: Relations;
  definitions: Definitions;
  answers: AnswerFiles;
}

/** An attribute that is written: its JSON name with colon, and the number of its definition. */
interface AttributePlan {
  json: Uint8Array;
  definition: number;
}

interface ClassPlan {
  file: AnswerFile;
  /** By argument from 1 (GlobalId is the key); null for references. */
  attributes: (AttributePlan | null)[];
  /** Records with another number of arguments than the schema has. */
  mismatches: number;
}

/** A set of a type under the name that it has in the answers. */
interface TypeSet {
  name: number;
  set: CachedSet;
  definitions: Int32Array;
}

export class ElementWriter {
  /** What was joined on elements so far; see ModelCounts. */
  readonly counts = { sets: 0, predefinedSets: 0, properties: 0, values: 0 };
  private readonly sources: ElementSources;
  private readonly sets: SetWriter;
  private readonly cache: SetCache;
  private readonly plans = new Map<number, ClassPlan>();
  private readonly globalIds: GlobalIds;
  private typeSets = new Map<number, TypeSet[]>();
  private readonly seenSets: Uint32Array;
  /** Names of the sets of the present element, with how many sets have asked for each. */
  private readonly usedNames = new Map<number, number>();
  /** Name number of `attributes`, which no set may take. */
  private reservedName: number;

  constructor(sources: ElementSources) {
    this.sources = sources;
    this.sets = new SetWriter(sources);
    this.cache = new SetCache(this.sets, sources.transcoder, sources.definitions);
    this.globalIds = new GlobalIds(sources.products.count);
    this.seenSets = new Uint32Array(sources.sets.count);
    this.reservedName = this.sets.names.internText(ATTRIBUTES);
  }

  /** Writes the element at this position of the products. */
  write(element: number): void {
    const { products, transcoder: t, answers } = this.sources;
    const classCode = products.classCodes[element] ?? 0;
    const plan = this.plans.get(classCode) ?? this.makePlan(classCode);
    const { file } = plan;
    t.output = file.bytes;
    t.length = file.length;
    if (this.writeHead(element, plan)) {
      this.usedNames.clear();
      this.writeSets(element, classCode, file);
      t.output[t.length++] = CLOSE_BRACE;
      file.count++;
    }
    file.bytes = t.output;
    file.length = t.length;
    answers.settle(file);
    if (this.cache.isFull || this.sets.names.isFull) this.forget();
  }

  /** Warnings about classes whose records do not fit the schema. */
  *describeMismatches(): Generator<string> {
    for (const [classCode, plan] of this.plans) {
      if (plan.mismatches === 0) continue;
      const expected = this.sources.classes.entities[classCode]?.attributes.length ?? 0;
      yield `${plan.mismatches} of ${plan.file.count} ${plan.file.className} records do not have the ${expected} attributes of the schema; those present were read in order.`;
    }
  }

  private makePlan(classCode: number): ClassPlan {
    const { classes, answers, definitions, meanings } = this.sources;
    const entity = classes.entities[classCode];
    const attributes = (entity?.attributes ?? []).slice(1).map((attribute) => {
      if (attribute.isReference) return null;
      const meta = packMeta(ATTRIBUTE_KIND, meanings.typeNamed(attribute.type), 0);
      return {
        json: Buffer.from(`${JSON.stringify(attribute.name)}:`),
        definition: definitions.define(ATTRIBUTES, attribute.name, meta),
      };
    });
    const plan = { file: answers.open(entity?.name ?? ""), attributes, mismatches: 0 };
    this.plans.set(classCode, plan);
    return plan;
  }

  /** `"<GlobalId>":{"attributes":{…}`; false when the record is damaged, and then nothing is left behind. */
  private writeHead(element: number, plan: ClassPlan): boolean {
    const { products, transcoder: t, problems, definitions } = this.sources;
    const classCode = products.classCodes[element] ?? 0;
    t.reserve(plan.attributes.length * 64);
    this.locateProduct(element);
    const begin = t.length;
    if (plan.file.count > 0) t.output[t.length++] = COMMA;
    this.writeKey(element);
    t.literal(':{"attributes":{');
    let written = 0;
    let stated = 0;
    for (; stated < plan.attributes.length && t.takeComma(); stated++) {
      const attribute = plan.attributes[stated];
      if (!attribute) {
        t.skipArgument();
        continue;
      }
      const start = t.length;
      if (written > 0) t.output[t.length++] = COMMA;
      t.append(attribute.json, 0, attribute.json.length);
      const found = t.value();
      if (found === ABSENT || found === REFERENCE) t.length = start;
      else if (found === DAMAGED) {
        t.length = begin;
        problems.error(
          `the ${plan.file.className} cannot be read: its arguments are damaged; it was left out`,
          products.offset(element),
          products.ids[element] ?? 0,
        );
        return false;
      } else {
        written++;
        definitions.count(classCode, attribute.definition);
      }
    }
    if (stated < plan.attributes.length || t.takeComma()) plan.mismatches++;
    t.output[t.length++] = CLOSE_BRACE;
    return true;
  }

  /** The GlobalId as JSON key; an element without one goes by its record number. */
  private writeKey(element: number): void {
    const { products, transcoder: t, problems } = this.sources;
    const start = t.length;
    const id = products.ids[element] ?? 0;
    if (t.peek() === APOSTROPHE) t.string();
    else t.skipArgument();
    if (t.length - start <= 2) {
      t.length = start;
      t.appendText(`#${id}`);
      problems.warning(
        "the element has no GlobalId; it goes by its record number",
        products.offset(element),
        id,
      );
    }
    const end = t.length;
    const isNew = this.globalIds.add(element, t.output, start, end, (earlier) =>
      this.hasKey(earlier, readJsonText(t.output, start, end), element),
    );
    if (isNew) return;
    const text = readJsonText(t.output, start, end);
    t.length = start;
    t.appendText(`${text} (${this.globalIds.nextRepetition(text)})`);
    problems.warning(
      `the GlobalId ${text} occurs more than once; this element is listed as a repetition of it`,
      products.offset(element),
      id,
    );
  }

  /** Whether an earlier element has this key. Reads that element's record, then goes back to the present one. */
  private hasKey(earlier: number, key: string, element: number): boolean {
    const { products, reader, transcoder: t } = this.sources;
    const { length } = t;
    const offset = t.at - reader.at;
    this.locateProduct(earlier);
    const isString = t.peek() === APOSTROPHE && t.string();
    const text = isString ? readJsonText(t.output, length, t.length) : "";
    t.length = length;
    this.locateProduct(element);
    t.at += offset - 1;
    return (text === "" ? `#${products.ids[earlier] ?? 0}` : text) === key;
  }

  private locateProduct(element: number): void {
    const { products, reader, transcoder: t } = this.sources;
    const length = products.lengths[element] ?? 0;
    reader.locate(products.offset(element), length);
    t.reserve(length);
    t.input = reader.bytes;
    t.at = reader.at + 1;
  }

  private writeSets(element: number, classCode: number, file: AnswerFile): void {
    const { relations } = this.sources;
    const types = relations.typesOf(element);
    const typeSets = types.length === 0 ? [] : this.typeSetsOf(types);
    const pending = typeSets.length === 0 ? null : new Map(typeSets.map((entry) => [entry.name, entry]));
    const end = relations.firstSet(element + 1);
    for (let index = relations.firstSet(element); index < end; index++) {
      const position = relations.setAt(index);
      if (this.seenSets[position] === element + 1) continue;
      this.seenSets[position] = element + 1;
      this.writeOccurrenceSet(position, classCode, pending);
      this.settle(file);
    }
    if (!pending) return;
    for (const entry of pending.values()) {
      this.openSet(entry.name);
      this.copyMembers(entry.set, entry.definitions, classCode, 0);
      this.sources.transcoder.output[this.sources.transcoder.length++] = CLOSE_BRACE;
      this.settle(file);
    }
    for (const entry of typeSets) {
      this.countJoined(entry.set.isPredefined, entry.set.memberNames.length);
    }
  }

  private writeOccurrenceSet(
    position: number,
    classCode: number,
    pending: Map<number, TypeSet> | null,
  ): void {
    const { relations, definitions, transcoder: t } = this.sources;
    const { sets, cache } = this;
    const isShared = (relations.setUses[position] ?? 0) > 1;
    const cached = isShared ? cache.get(position) : null;
    const name = this.nameSet(cached ? cached.name : sets.open(position));
    const inherited = pending?.get(name);
    this.openSet(name);
    let members: number;
    if (cached) {
      this.copyMembers(cached, cache.define(cached, name), classCode, 0);
      members = cached.memberNames.length;
      if (inherited) sets.markMembers(cached.memberNames);
    } else {
      sets.writeMembers(position);
      members = sets.memberNames.length;
      this.counts.values += members;
      for (let at = 0; at < members; at++) {
        const meta = sets.memberMetas.at(at);
        definitions.count(classCode, definitions.find(sets.names, name, sets.memberNames.at(at), meta));
      }
    }
    this.countJoined(cached ? cached.isPredefined : sets.isPredefined(position), members);
    if (inherited) {
      this.mergeMembers(inherited, classCode, members);
      pending?.delete(name);
    }
    t.output[t.length++] = CLOSE_BRACE;
  }

  private countJoined(isPredefined: boolean, members: number): void {
    if (isPredefined) this.counts.predefinedSets++;
    else {
      this.counts.sets++;
      this.counts.properties += members;
    }
  }

  /** Adds the members of a type's set that the occurrence's set, just written, does not have. */
  private mergeMembers(inherited: TypeSet, classCode: number, written: number): void {
    const { transcoder: t, definitions } = this.sources;
    const { set } = inherited;
    let count = written;
    t.reserve(set.body.length);
    for (let at = 0; at < set.memberNames.length; at++) {
      if (this.sets.hasMember(set.memberNames[at] ?? 0)) continue;
      if (count++ > 0) t.output[t.length++] = COMMA;
      const next = set.memberStarts[at + 1];
      t.append(set.body, set.memberStarts[at] ?? 0, next === undefined ? set.body.length : next - 1);
      definitions.count(classCode, inherited.definitions[at] ?? -1);
      this.counts.values++;
    }
  }

  private copyMembers(set: CachedSet, numbers: Int32Array, classCode: number, written: number): void {
    const { transcoder: t, definitions } = this.sources;
    t.reserve(set.body.length);
    if (written > 0 && set.body.length > 0) t.output[t.length++] = COMMA;
    t.append(set.body, 0, set.body.length);
    for (let at = 0; at < numbers.length; at++) definitions.count(classCode, numbers[at] ?? -1);
    this.counts.values += numbers.length;
  }

  /** `,"Name":{` */
  private openSet(name: number): void {
    const { transcoder: t } = this.sources;
    const { names } = this.sets;
    const start = names.starts[name] ?? 0;
    const end = names.starts[name + 1] ?? 0;
    t.reserve(end - start);
    t.output[t.length++] = COMMA;
    t.append(names.arena, start, end);
    t.output[t.length++] = COLON;
    t.output[t.length++] = OPEN_BRACE;
  }

  /** The name that a set gets on this element: its own, or `Name (2)` when that is taken. */
  private nameSet(stated: number): number {
    const { names } = this.sets;
    let repetition = this.usedNames.get(stated) ?? (stated === this.reservedName ? 1 : 0);
    this.usedNames.set(stated, repetition + 1);
    if (repetition === 0) return stated;
    const text = names.text(stated);
    let name = names.internText(`${text} (${++repetition})`);
    while (this.usedNames.has(name)) name = names.internText(`${text} (${++repetition})`);
    this.usedNames.set(stated, repetition);
    this.usedNames.set(name, 1);
    return name;
  }

  /** The sets of an element's types, named as if the type were an element of its own. */
  private typeSetsOf(types: readonly number[]): TypeSet[] {
    const key = types.length === 1 ? (types[0] ?? -1) : -1;
    const known = this.typeSets.get(key);
    if (known) return known;
    this.usedNames.clear();
    const result: TypeSet[] = [];
    for (const type of types) {
      for (const position of this.readTypeSets(type)) {
        const set = this.cache.get(position);
        const name = this.nameSet(set.name);
        result.push({ name, set, definitions: this.cache.define(set, name) });
      }
    }
    this.usedNames.clear();
    if (key >= 0) this.typeSets.set(key, result);
    return result;
  }

  /** Positions of the sets in HasPropertySets of a type. */
  private readTypeSets(type: number): number[] {
    const { types, reader, transcoder: t, sets } = this.sources;
    reader.locate(types.offset(type), types.lengths[type] ?? 0);
    t.input = reader.bytes;
    t.at = reader.at + 1;
    // GlobalId, OwnerHistory, Name, Description, ApplicableOccurrence.
    for (let skipped = 0; skipped < 5; skipped++) {
      t.skipArgument();
      t.takeComma();
    }
    const positions = new Set<number>();
    if (t.peek() === OPEN) {
      do {
        t.at++;
        const position = sets.find(t.readReference());
        if (position >= 0) positions.add(position);
      } while (t.peek() === COMMA);
    }
    return [...positions];
  }

  private settle(file: AnswerFile): void {
    const { transcoder: t, answers } = this.sources;
    if (t.length < 1 << 18) return;
    file.bytes = t.output;
    file.length = t.length;
    answers.settle(file);
    t.output = file.bytes;
    t.length = file.length;
  }

  private forget(): void {
    this.cache.clear();
    this.typeSets = new Map();
    this.sets.renewNames();
    this.reservedName = this.sets.names.internText(ATTRIBUTES);
    this.sources.definitions.forgetNames();
  }
}

/** Text of a JSON string given as bytes. */
function readJsonText(bytes: Uint8Array, start: number, end: number): string {
  return String(JSON.parse(Buffer.from(bytes.subarray(start, end)).toString()));
}
