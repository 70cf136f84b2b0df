/*
 * Reads an element of any known form into a row through a tree: the array form `{uuid, type, attributes, property_sets: [{name, properties:
 * [{definition: {name, unit, value_type}, value}]}]}`, attributes as a property set or a plain map, and elements of the map form with
 * something unusual. Slower than element-parser.ts, with the same result.
 */
import { kept, type KeptText } from "#lib/core/language/kept-texts.ts";
import { ATTRIBUTES_KEY, type ColumnGroup, type ColumnTable } from "./column-table.ts";
import { ElementsError } from "../errors.ts";
import type { JsonWindow } from "./json/bytes.ts";
import { findEntry, parseTree, stringOf, type JsonNode, type ObjectNode } from "./json/tree.ts";
import { exceeds, type ElementLimits } from "./limit-errors.ts";
import type { RowWriter } from "./row-writer.ts";
import type { AnswerForm } from "../snapshot/meta.ts";

/** Keys that may hold the GlobalId in the array form, in order of preference. */
const ID_KEYS = ["uuid", "GlobalId", "global_id", "guid"];
const SETS_KEY = "property_sets";
const PROPERTY_SET_KEYS = new Set(["id", "name", "description", "type", "properties"]);

/** Reads elements through a tree; the row must have been begun. */
export class ElementTree {
  readonly #columns: ColumnTable;
  readonly #rows: RowWriter;
  readonly #limits: ElementLimits;
  /** The attribute of this element read last, or -1. */
  #lastAttribute = -1;

  constructor(columns: ColumnTable, rows: RowWriter, limits: ElementLimits) {
    this.#columns = columns;
    this.#rows = rows;
    this.#limits = limits;
  }

  /**
   * Reads the element at `at`; in the array form its id as well.
   * @returns the position after the element
   * @throws ElementsError UNEXPECTED_FORM, ELEMENT_WITHOUT_ID, and the errors of cells
   */
  element(window: JsonWindow, at: number, form: AnswerForm): number {
    const node = parseTree(window, at, 1, this.#limits.depthMax);
    if (node.kind !== "object")
      unexpectedForm(
        window,
        node,
        kept("an element"),
        kept("an object with its attributes and property sets"),
      );
    this.#columns.nextAttempt();
    if (form === "array") this.#readId(window, node);
    this.#lastAttribute = -1;
    for (const [key, value] of node.entries) this.#part(window, key, value, form);
    return node.end;
  }

  #readId(window: JsonWindow, node: ObjectNode): void {
    const id = ID_KEYS.map((key) => findEntry(node, key)).find((entry) => entry?.kind === "string");
    if (!id) {
      throw new ElementsError(
        "ELEMENT_WITHOUT_ID",
        kept(
          "Element {number} of the answer (byte {offset}) has no GlobalId, so its row would not be unique. Report this to the service's operator.",
          { number: this.#rows.rows + 1, offset: window.base + node.at },
        ),
      );
    }
    this.#rows.id(window, id.at);
  }

  #part(window: JsonWindow, key: string, value: JsonNode, form: AnswerForm): void {
    if (key === ATTRIBUTES_KEY) {
      const { attributes, attempt } = this.#columns;
      if (attributes.seen === attempt) this.#rows.warn("DUPLICATE_NAME", ATTRIBUTES_KEY);
      attributes.seen = attempt;
      this.#lastAttribute = this.#properties(window, attributes, value, form, this.#lastAttribute);
    } else if (key === SETS_KEY && value.kind !== "null") {
      this.#sets(window, value, form);
    } else if (value.kind === "object") {
      this.#properties(window, this.#newSet(window, value, key), value, form);
    } else if (value.kind === "null" || (form === "array" && ID_KEYS.includes(key))) {
      return;
    } else if (form === "map" || (key === "type" && value.kind === "string")) {
      if (form === "map") this.#rows.warn("VALUE_OUTSIDE_SET", key);
      const after = this.#lastAttribute;
      this.#lastAttribute = this.#property(window, this.#columns.attributes, key, after, value, value);
    } else {
      this.#rows.warn("KEYS_NOT_READ", key);
    }
  }

  #sets(window: JsonWindow, node: JsonNode, form: AnswerForm): void {
    if (node.kind === "object") {
      for (const [name, set] of node.entries)
        this.#properties(window, this.#newSet(window, set, name), set, form);
      return;
    }
    if (node.kind !== "list") unexpectedForm(window, node, "property_sets", kept("a list of property sets"));
    for (const set of node.items) {
      const name = stringOf(window, findEntry(set, "name"));
      if (name === null) unexpectedForm(window, set, kept("a property set"), kept("an object with a name"));
      const group = this.#newSet(window, set, name);
      const properties = findEntry(set, "properties");
      if (properties) this.#properties(window, group, properties, "array");
    }
  }

  #newSet(window: JsonWindow, node: JsonNode, name: string): ColumnGroup {
    if (Buffer.byteLength(name) > this.#limits.nameBytesMax)
      exceeds("NAME_TOO_LARGE", this.#limits.nameBytesMax, window.base + node.at);
    const first = this.#columns.group(name);
    const group = this.#columns.unseenGroup(first);
    if (group !== first) this.#rows.warn("DUPLICATE_NAME", name);
    group.seen = this.#columns.attempt;
    return group;
  }

  /** Reads the properties of a group: a map of name to value, a list of property objects, or a property set that holds such a list. */
  #properties(window: JsonWindow, group: ColumnGroup, node: JsonNode, form: AnswerForm, behind = -1): number {
    let after = behind;
    if (node.kind === "null") return after;
    const list = form === "array" ? propertyList(node) : undefined;
    if (list) {
      for (const property of list) {
        const definition = findEntry(property, "definition") ?? property;
        const name =
          stringOf(window, findEntry(definition, "name")) ?? stringOf(window, findEntry(property, "name"));
        if (name === null)
          unexpectedForm(window, property, kept("a property"), kept("an object with a name"));
        const value = findEntry(property, "value");
        after = this.#property(window, group, name, after, property, value);
        if (value && value.kind !== "null") {
          const unit = unitOf(window, findEntry(definition, "unit"));
          this.#columns.units.note(after, unit);
          this.#columns.valueTypes.note(after, stringOf(window, findEntry(definition, "value_type")));
        }
      }
      return after;
    }
    if (node.kind !== "object")
      unexpectedForm(window, node, kept("a property set"), kept("an object of properties"));
    for (const [name, value] of node.entries)
      after = this.#property(window, group, name, after, value, value);
    return after;
  }

  #property(
    window: JsonWindow,
    group: ColumnGroup,
    name: string,
    after: number,
    place: JsonNode,
    value: JsonNode | undefined,
  ): number {
    if (Buffer.byteLength(name) > this.#limits.nameBytesMax)
      exceeds("NAME_TOO_LARGE", this.#limits.nameBytesMax, window.base + place.at);
    const first = this.#columns.column(group, name, after);
    const column = this.#columns.unseenTwin(first);
    if (column !== first) this.#rows.warn("DUPLICATE_NAME", this.#columns.label(first));
    this.#columns.seen[column] = this.#columns.attempt;
    if (value) this.#rows.cell(window, value.at, 0, column);
    else this.#rows.nullCell(column);
    return column;
  }
}

/** The property objects of a list or a property set; undefined when the node is a plain map of names to values. */
function propertyList(node: JsonNode): readonly JsonNode[] | undefined {
  if (node.kind === "list") return node.items;
  const list = findEntry(node, "properties");
  if (node.kind !== "object" || list?.kind !== "list") return undefined;
  if (list.items.length === 0 && !node.entries.every(([key]) => PROPERTY_SET_KEYS.has(key))) return undefined;
  const isProperty = (item: JsonNode): boolean =>
    findEntry(item, "definition")?.kind === "object" || findEntry(item, "name")?.kind === "string";
  return list.items.every(isProperty) ? list.items : undefined;
}

/** A unit as text: a string unchanged, or prefix and name of a unit object. */
function unitOf(window: JsonWindow, node: JsonNode | undefined): string | null {
  if (node?.kind !== "object") return stringOf(window, node) || null;
  const symbol = stringOf(window, findEntry(node, "symbol"));
  if (symbol) return symbol;
  const parts = ["prefix", "name"].map((key) => stringOf(window, findEntry(node, key)));
  return parts.filter(Boolean).join(" ") || null;
}

const FOUND: Readonly<Record<JsonNode["kind"], KeptText>> = {
  object: kept("an object"),
  list: kept("a list"),
  string: kept("a text"),
  number: kept("a number"),
  boolean: kept("true or false"),
  null: kept("nothing"),
};

function unexpectedForm(window: JsonWindow, node: JsonNode, subject: string, wanted: KeptText): never {
  throw new ElementsError(
    "UNEXPECTED_FORM",
    kept(
      "The answer is JSON, but not a list of elements: byte {offset} ({subject}) has {found} instead of {wanted}. Check that the connection's base address is the service's, and that the service answers element/simple.",
      { offset: window.base + node.at, subject, found: FOUND[node.kind], wanted },
    ),
  );
}
