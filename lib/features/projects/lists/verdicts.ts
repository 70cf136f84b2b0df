/**
 * Judges the rows of a file before anything is sent, and brings parents before what is below them. Pure.
 */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { inTurn } from "#lib/core/language/stored-sentence.ts";
import { say, sayForRecords } from "#lib/core/texts.ts";
import { projectFieldsSchema, type ProjectFields } from "../schema.ts";
import type { FileRow } from "./file.ts";
import { deny, short, storable, type Judged, type JudgedRow, type Known } from "./judged.ts";
import { judgePlaces } from "./places.ts";

const BLANK: ProjectFields = {
  name: "",
  description: "",
  status: "A",
  parentId: null,
  mainModelId: null,
  logo: "",
};

/** A verdict for every row; rows are in an order in which parents come before those below them. */
export function judgeRows(rows: readonly FileRow[], known: Known): JudgedRow[] {
  const judged = rows.map((row) => judgeFields(row));
  judgePlaces(judged, rows, known);
  const depths = judged.map((_row, index) => depthOf(judged, index));
  denyBelow(judged, depths);
  const order = judged
    .map((_row, index) => index)
    .sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0) || a - b);
  const place = new Map(order.map((index, at) => [index, at + 1]));
  return order.flatMap((index) => {
    const row = judged[index];
    if (row === undefined) return [];
    const { parentIndex, ...rest } = row;
    const parentN = parentIndex === null ? null : (place.get(parentIndex) ?? null);
    return [{ ...rest, n: place.get(index) ?? 0, parentN }];
  });
}

function judgeFields({ line, cells, isTooWide }: FileRow): Judged {
  const name = cells.name ?? "";
  const sentences: Sentence[] = [];
  if (isTooWide) sentences.push(say("It has more cells than there are headings."));
  for (const column of ["parent_id", "main_model_id"] as const) {
    const text = cells[column] ?? "";
    if (text !== "" && !/^[1-9]\d{0,15}$/.test(text)) {
      sentences.push(say("{column}: “{text}” is no number.", { column, text: short(text) }));
    }
  }
  if ((cells.parent ?? "") !== "" && (cells.parent_id ?? "") !== "") {
    sentences.push(say("It names its parent twice: by parent and by parent_id. Leave one empty."));
  }
  const status = cells.status ?? "";
  if (status !== "" && status !== "A" && status !== "D") {
    sentences.push(
      say("status: “{text}” is none; the service knows A (active) and D (deleted).", {
        text: short(status),
      }),
    );
  }
  const fields = {
    name,
    description: cells.description ?? "",
    status: status === "D" ? "D" : "A",
    parentId: sentences.length === 0 ? (cells.parent_id ?? "") : "",
    mainModelId: sentences.length === 0 ? (cells.main_model_id ?? "") : "",
    logo: cells.logo ?? "",
  };
  const parsed = sayForRecords(() => projectFieldsSchema.safeParse(fields));
  if (!parsed.success) {
    sentences.push(...parsed.error.issues.map(inColumn));
  }
  const isGood = parsed.success && sentences.length === 0;
  return {
    line,
    // What is shown and kept of a row that cannot be sent need not be the whole of it.
    name: isGood ? parsed.data.name : storable(name),
    fields: isGood ? parsed.data : BLANK,
    parentIndex: null,
    verdict: isGood ? "GOOD" : "MALFORMED",
    detail: inTurn(sentences),
    isIncluded: isGood,
  };
}

/** What is said of a field stands behind its name. */
function inColumn(issue: { path: PropertyKey[]; message: string }): Sentence {
  return { text: "{path}: {problem}", values: { path: String(issue.path[0] ?? ""), problem: issue.message } };
}

/** What is below a row that is not going to be created cannot be either. Rows above are judged first. */
function denyBelow(judged: readonly Judged[], depths: readonly number[]): void {
  const indexes = judged.map((_row, index) => index);
  for (const index of indexes.sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0))) {
    const row = judged[index];
    const parent = judged[row?.parentIndex ?? -1];
    if (row?.verdict === "GOOD" && parent !== undefined && !parent.isIncluded) {
      deny(
        row,
        "UNKNOWN_PARENT",
        say(
          "Its parent “{name}” in line {line} is left out. Correct that line, then prepare the list again.",
          { name: parent.name, line: parent.line },
        ),
      );
    }
  }
}

/** How many rows of the file are above it. */
function depthOf(judged: readonly Judged[], start: number): number {
  let depth = 0;
  for (let at = judged[start]?.parentIndex ?? null; at !== null; depth += 1) {
    at = judged[at]?.parentIndex ?? null;
  }
  return depth;
}
