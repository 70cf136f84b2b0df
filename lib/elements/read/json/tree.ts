/*
 * A small tree of one element's JSON, for the forms of answer that cannot be read in one pass. Leaves keep their position in the window
 * instead of a value, so numbers stay verbatim; keys keep their order, and repeated keys are kept.
 */
import {
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  COMMA,
  decodeString,
  MINUS,
  QUOTE,
  skipLiteral,
  skipMark,
  skipNumber,
  skipSpace,
  skipString,
  unexpected,
  WANTED,
  type JsonWindow,
} from "./bytes.ts";
import { exceeds } from "../limit-errors.ts";

interface Place {
  /** First byte of the value in the window. */
  readonly at: number;
  /** Position after the value. */
  readonly end: number;
}
export interface ObjectNode extends Place {
  readonly kind: "object";
  readonly entries: readonly (readonly [key: string, value: JsonNode])[];
}
export interface ListNode extends Place {
  readonly kind: "list";
  readonly items: readonly JsonNode[];
}
export interface LeafNode extends Place {
  readonly kind: "string" | "number" | "boolean" | "null";
}
export type JsonNode = ObjectNode | ListNode | LeafNode;

/**
 * Parses the value at `at`, around which `depth` brackets are open.
 * @throws ElementsError SYNTAX, TOO_DEEP; NeedMoreBytes at the window's end
 */
export function parseTree(window: JsonWindow, at: number, depth: number, depthMax: number): JsonNode {
  const first = window.bytes[at] ?? 0;
  if (first === BRACE_OPEN || first === BRACKET_OPEN) {
    if (depth >= depthMax) exceeds("TOO_DEEP", depthMax, window.base + at);
    return first === BRACE_OPEN
      ? parseObject(window, at, depth + 1, depthMax)
      : parseList(window, at, depth + 1, depthMax);
  }
  if (first === QUOTE) return { kind: "string", at, end: skipString(window, at) };
  if (first === MINUS || (first >= 0x30 && first <= 0x39))
    return { kind: "number", at, end: skipNumber(window, at) };
  return { kind: first === 0x6e ? "null" : "boolean", at, end: skipLiteral(window, at) };
}

function parseObject(window: JsonWindow, at: number, depth: number, depthMax: number): ObjectNode {
  const entries: (readonly [string, JsonNode])[] = [];
  let p = skipSpace(window.bytes, at + 1);
  if (window.bytes[p] === BRACE_CLOSE) return { kind: "object", at, end: p + 1, entries };
  for (;;) {
    const keyEnd = skipString(window, p);
    const value = parseTree(window, skipMark(window, keyEnd, COLON, WANTED.colon), depth, depthMax);
    entries.push([decodeString(window, p, keyEnd), value]);
    p = skipSpace(window.bytes, value.end);
    if (window.bytes[p] === BRACE_CLOSE) return { kind: "object", at, end: p + 1, entries };
    p = skipMark(window, p, COMMA, WANTED.closingBrace);
  }
}

function parseList(window: JsonWindow, at: number, depth: number, depthMax: number): ListNode {
  const items: JsonNode[] = [];
  let p = skipSpace(window.bytes, at + 1);
  if (window.bytes[p] === BRACKET_CLOSE) return { kind: "list", at, end: p + 1, items };
  for (;;) {
    const item = parseTree(window, p, depth, depthMax);
    items.push(item);
    p = skipSpace(window.bytes, item.end);
    if (window.bytes[p] === BRACKET_CLOSE) return { kind: "list", at, end: p + 1, items };
    if (window.bytes[p] !== COMMA) unexpected(window, p, WANTED.closingBracket);
    p = skipSpace(window.bytes, p + 1);
  }
}

/** The value of a key, or undefined; the last value of a repeated key, like JSON.parse. */
export function findEntry(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  return node.entries.findLast(([name]) => name === key)?.[1];
}

/** The text of a string node; null for every other node. */
export function stringOf(window: JsonWindow, node: JsonNode | undefined): string | null {
  return node?.kind === "string" ? decodeString(window, node.at, node.end) : null;
}
