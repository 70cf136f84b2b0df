/**
 * The independent reader of the tests: web-ifc's GetLine and a mapping written for clarity, not for speed. It shares no code with lib/ifc.
 * Where the two readers must differ, a comment names the difference.
 */
import * as webIfc from "web-ifc";
import { ModelLines, readWithWebIfc, refs, type Line } from "#tests/support/web-ifc-reader.ts";

export type Answer = Record<string, Record<string, unknown>>;

export interface ReferenceModel {
  schema: string;
  /** Answers by class name, then by GlobalId. */
  classes: Map<string, Map<string, Answer>>;
  elements: number;
  /** Property and quantity sets joined on elements, without predefined sets, as the manifest counts them. */
  sets: number;
  /** Their properties; a complex one counts as one. */
  properties: number;
  /** Their values, with complex ones flattened. */
  values: number;
  predefinedSets: number;
}

type Entry = [name: string, value: unknown];

const ROOT = new Set(["expressID", "type", "GlobalId", "OwnerHistory"]);
function isReference(value: unknown): value is { value: number; type: 5 } {
  return typeof value === "object" && value !== null && "type" in value && value.type === 5;
}

/** Attributes that hold the whole value of a property or a quantity. */
const VALUE = /^((Nominal|Length|Area|Volume|Count|Weight|Time|Number)Value|(Enumeration|List)Values)$/;

/** A value of web-ifc as the JSON value it means. Undefined for references. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (isReference(value)) return undefined;
  if (typeof value !== "object") return value;
  if ("_internalValue" in value) return Number(value._internalValue);
  if (!("value" in value)) return undefined;
  // web-ifc returns a logical as true, false or undefined/"U"; our reader says UNKNOWN.
  if ("type" in value && value.type === 3 && (value.value === undefined || value.value === "U"))
    return "UNKNOWN";
  return value.value;
}

function text(value: unknown): string {
  const content = plain(value);
  return typeof content === "string" ? content : "";
}

interface PropertySet {
  name: string;
  entries: Entry[];
  isPredefined: boolean;
  topLevel: number;
}

class Walker extends ModelLines {
  /** Sets of types are those of many elements. */
  readonly #sets = new Map<number, PropertySet>();

  attributes(line: Line): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(line)) {
      const content = ROOT.has(name) ? null : plain(value);
      const isUsable = content !== null && content !== undefined;
      if (isUsable && !(Array.isArray(content) && content.some((entry) => entry === undefined))) {
        result[name] = content;
      }
    }
    return result;
  }

  /** Members of a set, with complex ones flattened. */
  members(ids: number[], prefix = ""): Entry[] {
    return ids.flatMap((id): Entry[] => {
      const line = this.line(id);
      const name = prefix + text(line["Name"]);
      const children = refs(line["HasProperties"] ?? line["HasQuantities"]);
      return children.length > 0 ? this.members(children, `${name}.`) : [[name, this.value(line)]];
    });
  }

  value(line: Line): unknown {
    switch (this.className(line).toUpperCase()) {
      case "IFCPROPERTYBOUNDEDVALUE": {
        const bounds = [line["LowerBoundValue"], line["UpperBoundValue"], line["SetPointValue"]].map(plain);
        return bounds.every((bound) => bound === null) ? null : bounds;
      }
      case "IFCPROPERTYTABLEVALUE": {
        const defining = (plain(line["DefiningValues"]) ?? []) as unknown[];
        const defined = (plain(line["DefinedValues"]) ?? []) as unknown[];
        return defining.length === 0 ? null : defining.map((entry, at) => [entry, defined[at] ?? null]);
      }
      default: {
        const value = Object.keys(line).find((key) => VALUE.test(key));
        if (value === undefined) throw new Error(`No mapping for ${this.className(line)}`);
        return plain(line[value]);
      }
    }
  }

  set(id: number): PropertySet {
    const found = this.#sets.get(id) ?? this.readSet(id);
    this.#sets.set(id, found);
    return found;
  }

  readSet(id: number): PropertySet {
    const line = this.line(id);
    const content = line["HasProperties"] ?? line["Quantities"];
    if (Array.isArray(content)) {
      const ids = refs(content);
      const entries = this.members(ids);
      return { name: text(line["Name"]), entries, isPredefined: false, topLevel: ids.length };
    }
    const entries = Object.entries(this.attributes(line)).filter(
      ([name]) => !["Name", "Description"].includes(name),
    );
    return { name: this.className(line), entries, isPredefined: true, topLevel: 0 };
  }
}

/** Numbers names that are already in use, as the answers do. */
function unique(taken: object, name: string): string {
  let result = name;
  for (let number = 2; Object.hasOwn(taken, result); number++) result = `${name} (${String(number)})`;
  return result;
}

function toNamed(entries: Entry[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of entries) result[unique(result, name)] = value;
  return result;
}

/** Reads a model with web-ifc 0.0.78. */
export const readReference = (bytes: Uint8Array): Promise<ReferenceModel> =>
  readWithWebIfc(bytes, ({ api, model }) => read(new Walker(api, model)));

/** How many elements of each class web-ifc finds, without reading them. */
export const countReference = (bytes: Uint8Array): Promise<Map<string, number>> =>
  readWithWebIfc(bytes, (lines) => {
    const counts = new Map<string, number>();
    for (const id of lines.ids(webIfc.IFCPRODUCT)) {
      const name = lines.className({ type: Number(lines.api.GetLineType(lines.model, id)) });
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  });

function read(walker: Walker): ReferenceModel {
  // What is related twice counts once.
  const relate = (type: number, attribute: string): Map<number, Set<number>> =>
    new Map(
      Array.from(walker.relate(type, "RelatedObjects", attribute), ([id, related]) => [id, new Set(related)]),
    );
  const sets = relate(webIfc.IFCRELDEFINESBYPROPERTIES, "RelatingPropertyDefinition");
  const types = relate(webIfc.IFCRELDEFINESBYTYPE, "RelatingType");
  const result: ReferenceModel = {
    schema: walker.api.GetModelSchema(walker.model),
    classes: new Map(),
    elements: 0,
    sets: 0,
    properties: 0,
    values: 0,
    predefinedSets: 0,
  };
  for (const id of walker.ids(webIfc.IFCPRODUCT)) {
    const line = walker.line(id);
    const own = Array.from(sets.get(id) ?? [], (set) => walker.set(set));
    const inherited = [...(types.get(id) ?? [])].flatMap((type) =>
      refs(walker.line(type)["HasPropertySets"]).map((set) => walker.set(set)),
    );
    const answer: Answer = { attributes: walker.attributes(line) };
    for (const set of own) answer[unique(answer, set.name)] = toNamed(set.entries);
    const typeAnswer: Answer = { attributes: {} };
    for (const set of inherited) typeAnswer[unique(typeAnswer, set.name)] = toNamed(set.entries);
    delete typeAnswer["attributes"];
    for (const [name, members] of Object.entries(typeAnswer)) answer[name] = { ...members, ...answer[name] };
    const className = walker.className(line);
    const elements = result.classes.get(className) ?? new Map<string, Answer>();
    elements.set(text(line["GlobalId"]), answer);
    result.classes.set(className, elements);
    result.elements++;
    for (const set of [...own, ...inherited]) {
      if (set.isPredefined) {
        result.predefinedSets++;
        continue;
      }
      result.sets++;
      result.values += set.entries.length;
      result.properties += set.topLevel;
    }
  }
  return result;
}
