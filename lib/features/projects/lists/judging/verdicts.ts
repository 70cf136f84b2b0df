/** Judges the rows of a file before anything is sent, and places each below its parent. Pure. */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { inTurn } from "#lib/core/language/stored-sentence.ts";
import { say, sayForRecords } from "#lib/core/texts.ts";
import { projectFieldsSchema, type ProjectFields } from "../../schema.ts";
import { COLUMNS, type Column } from "../file.ts";
import { deny, short, storable, type Judged, type JudgedRow, type Known, type RowToJudge } from "./judged.ts";
import { treeOrder } from "./order.ts";
import { judgePlaces } from "./places.ts";

const BLANK: ProjectFields = {
  name: "",
  description: "",
  status: "A",
  parentId: null,
  mainModelId: null,
  logo: "",
};

/** A verdict for every row; rows are ordered below their parents (order.ts). */
export function judgeRows(rows: readonly RowToJudge[], known: Known): JudgedRow[] {
  const judged = rows.map((row) => judgeFields(row));
  judgePlaces(judged, rows, known);
  const order = treeOrder(judged, known);
  denyBelow(judged, order);
  const place = new Map(order.map((index, at) => [index, at + 1]));
  return order.flatMap((index) => {
    const [row, typed] = [judged[index], rows[index]];
    if (row === undefined || typed === undefined) return [];
    const { parentIndex, ...rest } = row;
    const parentN = parentIndex === null ? null : (place.get(parentIndex) ?? null);
    return [{ ...rest, n: place.get(index) ?? 0, parentN, typed }];
  });
}

/** What is wrong with the cells of a row, each with its column; null: with the row as a whole. */
export type Problem = { column: Column | null; sentence: Sentence };

/** The fields of a row, or what is wrong with them. The parent is searched later, among the other rows (places.ts). */
export function readCells({ cells, isTooWide }: Pick<RowToJudge, "cells" | "isTooWide">): {
  fields: ProjectFields | null;
  problems: Problem[];
} {
  const problems: Problem[] = [];
  if (isTooWide) problems.push({ column: null, sentence: say("This row has more cells than headings.") });
  for (const column of ["parent_id", "main_model_id"] as const) {
    const text = cells[column] ?? "";
    if (text !== "" && !/^[1-9]\d{0,15}$/.test(text)) {
      const sentence = say("{column}: “{text}” is not a number.", { column, text: short(text) });
      problems.push({ column, sentence });
    }
  }
  if ((cells.parent ?? "") !== "" && (cells.parent_id ?? "") !== "") {
    const sentence = say("The parent is named twice: in parent and in parent_id. Leave one empty.");
    problems.push({ column: "parent", sentence });
  }
  const status = cells.status ?? "";
  if (status !== "" && status !== "A" && status !== "D") {
    const sentence = say("status: “{text}” is unknown. Use A (active) or D (deleted).", {
      text: short(status),
    });
    problems.push({ column: "status", sentence });
  }
  const parsed = sayForRecords(() =>
    projectFieldsSchema.safeParse({
      name: cells.name ?? "",
      description: cells.description ?? "",
      status: status === "D" ? "D" : "A",
      parentId: problems.length === 0 ? (cells.parent_id ?? "") : "",
      mainModelId: problems.length === 0 ? (cells.main_model_id ?? "") : "",
      logo: cells.logo ?? "",
    }),
  );
  if (parsed.success) return { fields: problems.length === 0 ? parsed.data : null, problems };
  for (const issue of parsed.error.issues) {
    problems.push({ column: columnOf(issue.path[0]), sentence: inColumn(issue) });
  }
  return { fields: null, problems };
}

function columnOf(field: PropertyKey | undefined): Column | null {
  if (field === "parentId") return "parent_id";
  if (field === "mainModelId") return "main_model_id";
  return COLUMNS.find((column) => column === field) ?? null;
}

function judgeFields(row: RowToJudge): Judged {
  const { fields, problems } = readCells(row);
  return {
    line: row.line,
    // A row that cannot be sent may be shown and stored in a cut form.
    name: fields?.name ?? storable(row.cells.name ?? ""),
    fields: fields ?? BLANK,
    parentIndex: null,
    verdict: fields === null ? "MALFORMED" : "GOOD",
    detail: inTurn(problems.map(({ sentence }) => sentence)),
    isIncluded: fields !== null,
  };
}

/** Puts the name of the field before the message. */
function inColumn(issue: { path: PropertyKey[]; message: string }): Sentence {
  return { text: "{path}: {problem}", values: { path: String(issue.path[0] ?? ""), problem: issue.message } };
}

/** Children of a row that will not be created cannot be created either. `order`: parents come first. */
function denyBelow(judged: readonly Judged[], order: readonly number[]): void {
  for (const index of order) {
    const row = judged[index];
    const parent = judged[row?.parentIndex ?? -1];
    if (row === undefined || parent === undefined || parent.isIncluded) continue;
    if (row.verdict !== "GOOD" && !row.isIncluded) continue;
    const name = short(parent.name);
    const detail = say("Its parent “{name}” is left out. Create that one too, or choose another parent.", {
      name,
    });
    deny(row, "UNKNOWN_PARENT", detail);
  }
}
