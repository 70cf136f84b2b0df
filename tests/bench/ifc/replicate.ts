/**
 * Makes large models from small ones by repeating the data section with fresh record numbers and GlobalIds, so that only the size changes.
 * The result is stored in .cache/bench and made again only when missing.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const CACHE = new URL("../../../.cache/bench/", import.meta.url).pathname;
const FIXTURES = new URL("../../fixtures/ifc/", import.meta.url).pathname;
const BASE64 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
const TOKENS = /(\(')([0-9A-Za-z_$]{22})'|'(?:[^']|'')*'|#(\d+)/g;

/** The text between the places that change, and the content of those places. */
interface Template {
  head: string;
  texts: string[];
  /** A record number, or a GlobalId. */
  places: (number | string)[];
  tail: string;
  step: number;
}

function makeTemplate(content: string): Template {
  const data = /\bDATA\s*;/.exec(content);
  if (!data) throw new Error("The fixture has no data section.");
  const start = data.index + data[0].length;
  const end = content.lastIndexOf("ENDSEC");
  const texts: string[] = [];
  const places: (number | string)[] = [];
  let from = start;
  let step = 0;
  TOKENS.lastIndex = start;
  for (let match = TOKENS.exec(content); match && match.index < end; match = TOKENS.exec(content)) {
    const [whole, opening, globalId, id] = match;
    if (globalId === undefined && id === undefined) continue;
    texts.push(content.slice(from, match.index + (opening?.length ?? 1)));
    places.push(globalId ?? Number(id));
    if (id !== undefined) step = Math.max(step, Number(id));
    // The closing apostrophe belongs to the text after it.
    from = match.index + whole.length - (globalId === undefined ? 0 : 1);
  }
  texts.push(content.slice(from, end));
  return { head: content.slice(0, start), texts, places, tail: content.slice(end), step };
}

/** Characters 2 to 4 of a GlobalId are constant within one exporter's run; shifting them keeps ids distinct. */
function moveGlobalId(id: string, copy: number): string {
  const moved = [1, 2, 3].map((at) => {
    const digit = BASE64.indexOf(id.charAt(at)) + Math.floor(copy / 64 ** (3 - at));
    return BASE64.charAt(digit % 64);
  });
  return id.charAt(0) + moved.join("") + id.slice(4);
}

/**
 * The path of a model made of this many copies of a fixture.
 * @param fixture file name in tests/fixtures/ifc
 */
export function replicate(fixture: string, copies: number): string {
  const path = join(CACHE, fixture.replace(/\.ifc$/, `-x${String(copies)}.ifc`));
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const { head, texts, places, tail, step } = makeTemplate(readFileSync(join(FIXTURES, fixture), "latin1"));
  const fd = openSync(`${path}.part`, "w");
  writeSync(fd, head, null, "latin1");
  for (let copy = 0; copy < copies; copy++) {
    const parts: string[] = [];
    for (const [at, place] of places.entries()) {
      parts.push(texts[at] ?? "");
      parts.push(typeof place === "number" ? String(place + copy * step) : moveGlobalId(place, copy));
    }
    parts.push(texts.at(-1) ?? "");
    writeSync(fd, parts.join(""), null, "latin1");
  }
  writeSync(fd, tail, null, "latin1");
  closeSync(fd);
  renameSync(`${path}.part`, path);
  return path;
}

/** Size of a file in bytes. */
export function sizeOf(path: string): number {
  return statSync(path).size;
}
