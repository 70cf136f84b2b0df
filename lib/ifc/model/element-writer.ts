// Writes one element into the answer of its class: key, attributes, the sets of the occurrence, and those of its type. For each property,
// the occurrence wins over the type; sets of the same name on one side get `Name (2)`. docs/decisions/0005 describes the mapping.
import { APOSTROPHE, COMMA } from "../step/bytes.ts";
import { shorten } from "../step/problems.ts";
import type { RecordGroup } from "../step/record-group.ts";
import type { AnswerFile, AnswerFiles } from "./answer-files.ts";
import { memberDefinition, memberEnd, memberName, memberStart, type CachedSet } from "./sets/cached-set.ts";
import type { Definitions } from "./definitions.ts";
import { KINDS, packMeta } from "./definitions.ts";
import { GlobalIds } from "./global-ids.ts";
import type { Relations } from "./relations.ts";
import { SetCache } from "./sets/set-cache.ts";
import { SetNames } from "./sets/set-names.ts";
import { SetWriter, type SetSources } from "./sets/set-writer.ts";
import { ABSENT, DAMAGED, REFERENCE } from "./transcoder.ts";
import { TypeSetReader, type TypeSets } from "./sets/type-sets.ts";

/**
 * The most characters of a GlobalId, which may be of any length, that a sentence quotes; cutting the sentence itself would lose its end.
 */
const KEY_LENGTH_MAX = 100;

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COLON = 0x3a;
const ATTRIBUTES = "attributes";
const encoder = new TextEncoder();
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
  /** By argument, from 1 (GlobalId is the key); null for references. */
  attributes: (AttributePlan | null)[];
  /** Number of records whose number of arguments differs from the schema's. */
  mismatches: number;
}

export class ElementWriter {
  /** Counts so far; see ModelCounts. */
  readonly counts = { sets: 0, predefinedSets: 0, properties: 0, values: 0 };
  private readonly sources: ElementSources;
  private readonly sets: SetWriter;
  private readonly cache: SetCache;
  private readonly plans = new Map<number, ClassPlan>();
  private readonly globalIds: GlobalIds;
  private readonly names: SetNames;
  private readonly typeSets: TypeSetReader;
  /** By set: the last element (plus one) that had it; a set related twice counts once. */
  private readonly seenSets: Uint32Array;

  constructor(sources: ElementSources) {
    this.sources = sources;
    this.sets = new SetWriter(sources);
    this.cache = new SetCache(this.sets, sources.transcoder, sources.definitions);
    this.globalIds = new GlobalIds(sources.products.count);
    this.seenSets = new Uint32Array(sources.sets.count);
    this.names = new SetNames(this.sets);
    this.typeSets = new TypeSetReader(sources, this.cache, this.names);
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
      this.writeSets(element, classCode, file);
      t.output[t.length++] = CLOSE_BRACE;
      file.count++;
    }
    file.bytes = t.output;
    file.length = t.length;
    answers.settle(file);
    if (this.cache.isFull || this.sets.names.isFull) this.forget();
  }

  /** Warnings about classes whose records do not match the schema. */
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
        json: encoder.encode(`${JSON.stringify(attribute.name)}:`),
        definition: definitions.define(ATTRIBUTES, attribute.name, meta),
      };
    });
    const plan = { file: answers.open(entity?.name ?? ""), attributes, mismatches: 0 };
    this.plans.set(classCode, plan);
    return plan;
  }

  /** Writes `"<GlobalId>":{"attributes":{…}`; false, and nothing written, when the record is damaged. */
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

  /** Writes the GlobalId as JSON key; an element without a GlobalId gets its record number. */
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
        "the element has no GlobalId; its record number is used instead",
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
      `the GlobalId ${shorten(text, KEY_LENGTH_MAX)} occurs more than once; this element is listed as a duplicate`,
      products.offset(element),
      id,
    );
  }

  /** Whether an earlier element has this key. Reads that element's record, then returns to the current one. */
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
    const { relations, transcoder: t } = this.sources;
    const types = relations.typesOf(element);
    const inherited = types.length === 0 ? null : this.typeSets.get(types);
    this.names.begin();
    const end = relations.sets.first(element + 1);
    for (let index = relations.sets.first(element); index < end; index++) {
      const position = relations.sets.at(index);
      if (this.seenSets[position] === element + 1) continue;
      this.seenSets[position] = element + 1;
      this.writeOccurrenceSet(position, classCode, inherited, element);
      this.settle(file);
    }
    if (!inherited) return;
    for (let at = 0; at < inherited.sets.length; at++) {
      const set = inherited.sets[at];
      if (!set) continue;
      this.countJoined(set.isPredefined, set.count);
      if (inherited.mergedBy[at] === element + 1) continue;
      this.openSet(set.name);
      this.copyMembers(set, classCode);
      t.output[t.length++] = CLOSE_BRACE;
      this.settle(file);
    }
  }

  private writeOccurrenceSet(
    position: number,
    classCode: number,
    inherited: TypeSets | null,
    element: number,
  ): void {
    const { relations, transcoder: t } = this.sources;
    const { sets, cache } = this;
    const overriding = relations.overrides.find(element, position);
    const shared = !overriding && (relations.setUses[position] ?? 0) > 1 ? cache.get(position) : null;
    const name = this.names.take(shared ? shared.name : sets.open(position));
    if (overriding) sets.override(overriding);
    const mergedAt = inherited?.byName.get(name);
    this.openSet(name);
    if (shared) {
      this.copyMembers(cache.rename(shared, name), classCode);
      if (mergedAt !== undefined) sets.markMembers(shared);
    } else {
      sets.writeMembers(position);
      this.countMembers(name, classCode);
    }
    const members = shared ? shared.count : sets.memberNames.length;
    this.countJoined(sets.isPredefined(position), members);
    const base = mergedAt === undefined ? undefined : inherited?.sets[mergedAt];
    if (inherited && base && mergedAt !== undefined) {
      this.mergeMembers(base, classCode, members);
      inherited.mergedBy[mergedAt] = element + 1;
    }
    t.output[t.length++] = CLOSE_BRACE;
  }

  /** Counts the members just written into a set of this name. */
  private countMembers(name: number, classCode: number): void {
    const { definitions } = this.sources;
    const { names, memberNames, memberMetas } = this.sets;
    this.counts.values += memberNames.length;
    for (let at = 0; at < memberNames.length; at++) {
      definitions.count(classCode, definitions.find(names, name, memberNames.at(at), memberMetas.at(at)));
    }
  }

  private countJoined(isPredefined: boolean, members: number): void {
    if (isPredefined) this.counts.predefinedSets++;
    else {
      this.counts.sets++;
      this.counts.properties += members;
    }
  }

  /** Adds those members of a type's set that the occurrence's set, just written, does not have. */
  private mergeMembers(set: CachedSet, classCode: number, written: number): void {
    const { transcoder: t, definitions } = this.sources;
    let count = written;
    t.reserve(set.bodyEnd - set.bodyStart);
    for (let at = 0; at < set.count; at++) {
      if (this.sets.hasMember(memberName(set, at))) continue;
      if (count++ > 0) t.output[t.length++] = COMMA;
      t.append(set.arena.bytes, memberStart(set, at), memberEnd(set, at));
      definitions.count(classCode, memberDefinition(set, at));
      this.counts.values++;
    }
  }

  private copyMembers(set: CachedSet, classCode: number): void {
    const { transcoder: t, definitions } = this.sources;
    t.reserve(set.bodyEnd - set.bodyStart);
    t.append(set.arena.bytes, set.bodyStart, set.bodyEnd);
    for (let at = 0; at < set.count; at++) definitions.count(classCode, memberDefinition(set, at));
    this.counts.values += set.count;
  }

  /** Writes `,"Name":{`. */
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

  private settle(file: AnswerFile): void {
    const { transcoder: t, answers } = this.sources;
    if (t.length < 1 << 18) return;
    file.bytes = t.output;
    file.length = t.length;
    answers.settle(file);
    t.output = file.bytes;
    t.length = file.length;
  }

  /** Empties what grows with the variety of a model; call this only between two elements. */
  private forget(): void {
    this.cache.clear();
    this.typeSets.clear();
    if (!this.sets.names.isFull) return;
    this.sets.renewNames();
    this.names.renew();
    this.sources.definitions.forgetNames();
  }
}

/** Text of a JSON string given as bytes. */
function readJsonText(bytes: Uint8Array, start: number, end: number): string {
  return String(JSON.parse(Buffer.from(bytes.subarray(start, end)).toString()));
}
