/**
 * Splits CSV files as people have them into records (RFC 4180 with any of the usual delimiters and line ends). Pure, linear; repairs
 * nothing.
 */

export type CsvRecord = { cells: string[]; line: number; isHeading: boolean };

/** All records; `line` is where the record begins. A quote that is never closed ends with the text. */
export function* iterateRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const mark = delimiter.charCodeAt(0);
  let at = 0;
  let line = 1;
  let isHeading = true;
  while (at < text.length) {
    const begins = line;
    const cells: string[] = [];
    let isOpen = true;
    while (isOpen) {
      const cell = readCell(text, at, mark);
      cells.push(cell.text);
      line += cell.breaks;
      at = cell.end;
      isOpen = at < text.length && text.charCodeAt(at) === mark;
      if (isOpen) at += 1;
    }
    if (text.charCodeAt(at) === 0x0d && text.charCodeAt(at + 1) === 0x0a) at += 1;
    at += 1;
    line += 1;
    const isBlank = cells.every((cell) => cell.trim() === "");
    yield { cells, line: begins, isHeading: isHeading && !isBlank };
    if (!isBlank) isHeading = false;
  }
}

function readCell(text: string, start: number, mark: number): { text: string; end: number; breaks: number } {
  if (text.charCodeAt(start) !== 0x22) {
    const end = endOfCell(text, start, mark);
    return { text: text.slice(start, end), end, breaks: 0 };
  }
  let at = start + 1;
  let breaks = 0;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) breaks += 1;
    if (code !== 0x22) continue;
    if (text.charCodeAt(at + 1) !== 0x22) break;
    at += 1;
  }
  const end = endOfCell(text, Math.min(at + 1, text.length), mark);
  const inside = text.slice(start + 1, at).replaceAll('""', '"');
  // Text after the closing quote belongs to the cell: "Smit, Anna" <anna@example.org>
  const rest = text.slice(at + 1, end);
  return { text: rest.trim() === "" ? inside : `"${inside}"${rest}`, end, breaks };
}

function endOfCell(text: string, start: number, mark: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === mark || code === 0x0a || code === 0x0d) break;
    at += 1;
  }
  return at;
}
