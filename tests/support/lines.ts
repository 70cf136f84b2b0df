/**
 * Finds lines of a page that end badly: a separator that begins or ends a line, a number that ends one while the word that it counts begins
 * the next, a short word that is broken in its middle although its line has room for the whole word, and text that is cut with no way to
 * read it. Looks at what is laid out, so also below the window.
 */
import type { Page } from "@playwright/test";

/** A word of this many letters fits into every column of every page: where it is broken, the column was squeezed. */
const WORD_MAX = 20;
/** More letters than these, without a place where a line may end, fit into no line of a phone: such an address is broken somewhere. */
const RUN_MAX = 40;

/** The findings, each with the text around it. Empty when every line ends well. */
export function listBadLines(page: Page): Promise<string[]> {
  return page.evaluate(findBadLines, [WORD_MAX, RUN_MAX] as const);
}

/** Runs in the page. */
function findBadLines([wordMax, runMax]: readonly [number, number]): string[] {
  type Letter = { node: Text; at: number; box: DOMRect };
  const range = document.createRange();

  /** A letter that is shown, with its place. */
  function letterAt(node: Text, at: number): Letter | null {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const box = range.getBoundingClientRect();
    return box.width === 0 || box.height === 0 ? null : { node, at, box };
  }
  /** The 22 letters of a GlobalId (IFC, IfcGloballyUniqueId), which are no words. */
  function isGlobalId(text: string, at: number): boolean {
    const from = text.slice(0, at).search(/[\w$]*$/);
    return /^[0-3][\w$]{21}(?![\w$])/.test(text.slice(from));
  }
  /** Letters around the place that no space and no hyphen parts. */
  function runLength(text: string, at: number): number {
    const before = text.slice(0, at);
    return before.length - before.search(/[^\s-]*$/) + text.slice(at).search(/[\s-]|$/);
  }
  function isOnOneLine(a: Letter, b: Letter): boolean {
    return Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 0;
  }
  /** Words for readers alone are a pixel wide; cut text shows that it is cut. */
  function isRead(node: Text): boolean {
    const element = node.parentElement;
    if (element?.checkVisibility({ visibilityProperty: true }) !== true) return false;
    if (element.closest("script, style, svg, textarea, option, [role=grid]") !== null) return false;
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const { position, overflow, width } = getComputedStyle(box);
      if (position === "absolute" && overflow === "hidden" && parseFloat(width) <= 1) return false;
    }
    return true;
  }

  const nodes: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) nodes.push(walker.currentNode as Text);
  const read = nodes.filter((node) => node.data.trim() !== "" && isRead(node));

  /** The next letter that is shown in this direction, also in another element. */
  function neighbour(place: number, at: number, step: 1 | -1): Letter | null {
    for (let here = place; ; here += step) {
      const node = read[here];
      if (node === undefined) return null;
      const from = here === place ? at + step : step === 1 ? 0 : node.data.length - 1;
      for (let one = from; one >= 0 && one < node.data.length; one += step) {
        const letter = /\S/.test(node.data.charAt(one)) ? letterAt(node, one) : null;
        if (letter !== null) return letter;
      }
    }
  }

  const found: string[] = [];
  for (const [place, node] of read.entries()) {
    for (const { index } of node.data.matchAll(/[·|›–]/g)) {
      const dot = letterAt(node, index);
      if (dot === null || !/^\s?[·|›–]\s?$/.test(node.data.slice(Math.max(0, index - 1), index + 2)))
        continue;
      // A dash may end a line, and alone it says "nothing".
      if (node.data.charAt(index) === "–" && node.data.trim() === "–") continue;
      for (const step of node.data.charAt(index) === "–" ? ([-1] as const) : ([-1, 1] as const)) {
        const beside = neighbour(place, index, step);
        if (beside !== null && isOnOneLine(dot, beside)) continue;
        found.push(
          `“${dot.node.data.charAt(index)}” ${step === 1 ? "ends" : "begins"} a line: ${around(node)}`,
        );
      }
    }
    for (const { 0: number, index } of node.data.matchAll(
      // In "0.9 to 1.25" the word counts nothing.
      /(?<![\w.:/-])\d[\d.,\u2009\u202f]*\s(?!(?:to|bis)\s)(?=\p{L})/gu,
    )) {
      const last = letterAt(node, index + number.length - 2);
      const next = letterAt(node, index + number.length);
      if (last === null || next === null || isOnOneLine(last, next)) continue;
      found.push(`“${number.trim()}” is parted from its word: ${around(node)}`);
    }
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{4,}/gu)) {
      if (word.length > wordMax || isGlobalId(node.data, index) || runLength(node.data, index) > runMax)
        continue;
      // "IfcPlaneAngle|Measure" ends well.
      for (const { 0: part, index: at } of word.matchAll(/.[^\p{Lu}]{3,}|\p{Lu}{4,}/gu)) {
        const first = letterAt(node, index + at);
        const last = letterAt(node, index + at + part.length - 1);
        if (first === null || last === null || isOnOneLine(first, last)) continue;
        found.push(`“${part}” of “${word}” is broken: ${around(node)}`);
      }
    }
  }
  for (const box of new Set(read.map((node) => node.parentElement))) {
    if (box === null || !isCut(box) || box.closest("[title]") !== null) continue;
    if (box.querySelector("[title]") === null) found.push(`cut with no way to read it: ${box.textContent}`);
  }
  return found;

  /** Ends in an ellipsis that the layout made. */
  function isCut(box: Element): boolean {
    const { textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (webkitLineClamp !== "none") return box.scrollHeight > box.clientHeight + 1;
    return textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth + 1;
  }

  function around(node: Text): string {
    return (node.parentElement?.closest("p, li, td, dd, div, small")?.textContent ?? node.data).slice(0, 200);
  }
}
