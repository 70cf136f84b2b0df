// Reads the header section of a STEP file (ISO 10303-21 clause 8.2): the file's name, who and what wrote it, and its schema. The header is
// small, so it is read as text; only the data section is scanned as bytes.
import { readSync } from "node:fs";
import type { SchemaId } from "../schema/tables.ts";
import { findSchemaId } from "../schema/tables.ts";
import { latin1 } from "./bytes.ts";
import { shorten, type Problems } from "./problems.ts";
import { decodeText } from "./text.ts";

/** Enough for most headers. */
const HEADER_BYTES = 1 << 14;
/** Anything longer is not a header. */
const HEADER_BYTES_MAX = 1 << 20;
/** The most characters of FILE_SCHEMA that are quoted. */
const STATED_LENGTH_MAX = 100;

export interface StepHeader {
  schemaId: SchemaId;
  /** Name in FILE_SCHEMA as the file states it, for instance `IFC4X3_ADD2`. */
  schemaName: string;
  /** Strings of FILE_DESCRIPTION, for instance the view definition. */
  description: string[];
  fileName: string;
  timeStamp: string;
  authors: string[];
  organizations: string[];
  preprocessor: string;
  originatingSystem: string;
  authorization: string;
  /** File offset just after `DATA;`. */
  dataOffset: number;
}

type Argument = string | Argument[] | null;

interface Statement {
  keyword: string;
  arguments: Argument[];
  end: number;
}

const STATEMENT_PARTS = /\s+|\/\*[^]*?(?:\*\/|$)|'[^']*(?:''[^']*)*'|[A-Za-z0-9_\-!]+|[(),;$*]|[^]/gy;
const DEPTH_MAX = 8;

/** Iterates the header's statements, without a statement cut off by the end of the text. */
function* iterateStatements(text: string): Generator<Statement> {
  let keyword = "";
  let stack: Argument[][] = [[]];
  STATEMENT_PARTS.lastIndex = 0;
  for (const match of text.matchAll(STATEMENT_PARTS)) {
    const part = match[0];
    const top = stack.at(-1) ?? [];
    if (part === ";") {
      yield { keyword, arguments: stack[0] ?? [], end: match.index + 1 };
      keyword = "";
      stack = [[]];
    } else if (part === "(") {
      const list: Argument[] = [];
      if (stack.length > 1 || keyword === "") top.push(list);
      else stack[0] = list;
      if (stack.length < DEPTH_MAX) stack.push(list);
    } else if (part === ")") {
      if (stack.length > 1) stack.pop();
    } else if (part.startsWith("'")) top.push(decodeText(part.slice(1, -1)));
    else if (part === "$" || part === "*") top.push(null);
    else if (/^[A-Za-z]/.test(part) && stack.length === 1 && keyword === "") keyword = part.toUpperCase();
  }
}

function textOf(argument: Argument | undefined): string {
  return typeof argument === "string" ? argument : "";
}

function textsOf(argument: Argument | undefined): string[] {
  const list = Array.isArray(argument) ? argument : [argument ?? null];
  return list.filter((entry) => typeof entry === "string" && entry !== "").map(textOf);
}

/** What FILE_SCHEMA states: a known schema, or names that are unknown; both null when it names nothing. */
interface StatedSchema {
  known: { id: SchemaId; name: string } | null;
  unknown: string | null;
}

function findSchema(fileSchema: Argument[]): StatedSchema {
  const names = textsOf(fileSchema[0]);
  for (const name of names) {
    const id = findSchemaId(name);
    if (id) return { known: { id, name }, unknown: null };
  }
  return { known: null, unknown: names.length === 0 ? null : shorten(names.join(", "), STATED_LENGTH_MAX) };
}

interface HeaderStatements {
  /** Whether the text begins as a STEP file does. */
  isStep: boolean;
  byKeyword: Map<string, Argument[]>;
  /** Position just after `DATA;`, or -1. */
  dataOffset: number;
}

function parseHeader(text: string): HeaderStatements {
  const result: HeaderStatements = { isStep: false, byKeyword: new Map(), dataOffset: -1 };
  for (const statement of iterateStatements(text)) {
    if (!result.isStep && statement.keyword !== "ISO-10303-21") return result;
    result.isStep = true;
    if (statement.keyword === "DATA") {
      result.dataOffset = statement.end;
      return result;
    }
    if (!result.byKeyword.has(statement.keyword))
      result.byKeyword.set(statement.keyword, statement.arguments);
  }
  return result;
}

/** Parses the beginning of the file, as far as the header extends. */
function readStatements(fd: number): HeaderStatements {
  for (let size = HEADER_BYTES; ; size *= 8) {
    const bytes = new Uint8Array(size);
    const length = readSync(fd, bytes, 0, size, 0);
    const statements = parseHeader(latin1(bytes, 0, length));
    if (statements.dataOffset >= 0 || length < size || size >= HEADER_BYTES_MAX) return statements;
  }
}

/**
 * Reads the header and finds the data section.
 * @param onSchema called with what FILE_SCHEMA states, even if the file cannot be read: the schema (IFC4) or the stated name of an unknown
 * schema
 * @returns null when the file cannot be read; the problems' errors then say why
 */
export function readHeader(
  fd: number,
  problems: Problems,
  onSchema?: (stated: string) => void,
): StepHeader | null {
  const { isStep, byKeyword, dataOffset } = readStatements(fd);
  if (!isStep) {
    problems.error("This is not an IFC file: the file does not begin with “ISO-10303-21;”.");
    return null;
  }
  if (!byKeyword.has("HEADER")) {
    problems.error("The file has no HEADER section, so its schema is not known.");
    return null;
  }
  const { known: schema, unknown } = findSchema(byKeyword.get("FILE_SCHEMA") ?? []);
  const stated = schema?.id ?? unknown;
  if (stated !== null) onSchema?.(stated);
  if (dataOffset < 0) {
    problems.error("The file has no DATA section: it was cut off in its header, or it is not an IFC file.");
    return null;
  }
  if (!schema) {
    const what = unknown === null ? "no schema" : `the schema ${unknown}`;
    problems.error(
      `The file states ${what}; IFC2X3, IFC4 and IFC4X3 can be read. Export it in one of these.`,
    );
    return null;
  }
  const fileName = byKeyword.get("FILE_NAME") ?? [];
  if (fileName.length !== 7) problems.warning(`FILE_NAME has ${fileName.length} fields instead of 7.`);
  return {
    schemaId: schema.id,
    schemaName: schema.name,
    description: textsOf(byKeyword.get("FILE_DESCRIPTION")?.[0]),
    fileName: textOf(fileName[0]),
    timeStamp: textOf(fileName[1]),
    authors: textsOf(fileName[2]),
    organizations: textsOf(fileName[3]),
    preprocessor: textOf(fileName[4]),
    originatingSystem: textOf(fileName[5]),
    authorization: textOf(fileName[6]),
    dataOffset,
  };
}
