// Parses the arguments of one record into plain values. For the few records that are read in detail (units, project, persons, materials);
// properties and elements are converted byte to byte instead. Bounded depth, no recursion.
import { CLOSE, COMMA, HASH, latin1, OPEN, SEMICOLON } from "./bytes.ts";
import { decodeText } from "./text.ts";

/** A reference is `{ id }`, `$` and `*` are null, enumerations and numbers are their text, typed values their content. */
export type StepValue = string | { id: number } | { text: string } | StepValue[] | null;

const DEPTH_MAX = 16;
const TOKEN = /\s+|\/\*[^]*?(?:\*\/|$)|'[^']*(?:''[^']*)*'|[(),;]|#\d+|[^\s(),;'#/]+|[^]/gy;

/**
 * @param bytes holds the record; @param start position of its opening bracket; @param length bytes from there
 * @returns its arguments; anything nested deeper than 16 brackets is left out
 */
export function parseArguments(bytes: Uint8Array, start: number, length: number): StepValue[] {
  const text = latin1(bytes, start, start + length);
  const root: StepValue[] = [];
  const stack: StepValue[][] = [];
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    const code = token.charCodeAt(0);
    const top = stack.at(-1);
    if (code === OPEN) {
      const list: StepValue[] = stack.length === 0 ? root : [];
      const isTyped = top !== undefined && isKeyword(top.at(-1));
      if (isTyped) top.pop();
      if (stack.length < DEPTH_MAX) {
        top?.push(list);
        stack.push(list);
      }
    } else if (code === CLOSE) {
      stack.pop();
      if (stack.length === 0) break;
    } else if (code === SEMICOLON) break;
    else if (code === COMMA || token.trim() === "" || token.startsWith("/*")) continue;
    else if (code === HASH) top?.push({ id: Number(token.slice(1)) });
    else if (token.startsWith("'")) top?.push(decodeText(token.slice(1, -1)));
    else if (token === "$" || token === "*") top?.push(null);
    else top?.push({ text: /^\.\w+\.$/.test(token) ? token.slice(1, -1) : token });
  }
  return root;
}

function isKeyword(value: StepValue | undefined): boolean {
  return typeof value === "object" && value !== null && "text" in value && /^[A-Za-z]\w*$/.test(value.text);
}
