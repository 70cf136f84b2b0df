/**
 * Judges the rows of a file before anything is sent, and brings parents before what is below them. Pure.
 */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { inTurn } from "#lib/core/language/stored-sentence.ts";
import { say, sayForRecords } from "#lib/core/texts.ts";
import type { ProjectVerdict } from "#lib/db/client.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { projectFieldsSchema, type ProjectFields } from "../schema.ts";
import type { FileRow } from "./file.ts";

/** What the registry knows of the cloud. */
export type Known = {
  /** Numbers of its projects by their names (as subjects). */
  byName: ReadonlyMap<string, readonly number[]>;
  numbers: ReadonlySet<number>;
  /** Names whose creation is under way or uncertain. */
  awaited: ReadonlySet<string>;
};

export type JudgedRow = {
  /** 1, 2, … in the order in which they are created. */
  n: number;
  line: number;
  name: string;
  fields: ProjectFields;
  parentN: number | null;
  verdict: ProjectVerdict;
  detail: Sentence;
  isIncluded: boolean;
};

type Judged = Omit<JudgedRow, "n" | "parentN"> & { parentIndex: number | null };

const NAME_SHOWN_MAX = 256;
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
  const byName = new Map<string, number[]>();
  judged.forEach((row, index) => {
    const key = subjectName(row.name);
    if (row.verdict !== "MALFORMED") byName.set(key, [...(byName.get(key) ?? []), index]);
  });
  rows.forEach((row, index) => {
    const own = judged[index];
    if (own !== undefined && own.verdict !== "MALFORMED") judgeParent(own, index, row, byName, known);
  });
  const depths = judged.map((_row, index) => depthOf(judged, index));
  judged.forEach((row, index) => {
    if (depths[index] === null)
      deny(row, "UNKNOWN_PARENT", say("Its parents are a ring: each is under the other."));
    else if (row.verdict === "GOOD") judgeName(row, index, judged, byName, known);
  });
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

function judgeParent(
  own: Judged,
  index: number,
  row: FileRow,
  byName: ReadonlyMap<string, readonly number[]>,
  known: Known,
): void {
  const { parentId } = own.fields;
  if (parentId !== null && !known.numbers.has(parentId)) {
    deny(own, "UNKNOWN_PARENT", say("This Cloud has no project {id} that is known here.", { id: parentId }));
    return;
  }
  const typed = row.cells.parent ?? "";
  if (typed === "") return;
  const key = subjectName(typed);
  const inFile = (byName.get(key) ?? []).filter((other) => other !== index);
  const inCloud = known.byName.get(key) ?? [];
  const [only] = inFile;
  const [existing] = inCloud;
  if (inFile.length + inCloud.length > 1) {
    const name = short(typed);
    const detail =
      inCloud.length === 0
        ? say("Several are called “{name}” in this file. Give the number in parent_id.", { name })
        : say("Several are called “{name}” in this Cloud and this file. Give the number in parent_id.", {
            name,
          });
    deny(own, "UNKNOWN_PARENT", detail);
  } else if (only !== undefined) {
    own.parentIndex = only;
  } else if (existing !== undefined) {
    own.fields = { ...own.fields, parentId: existing };
  } else {
    deny(
      own,
      "UNKNOWN_PARENT",
      say("Nothing in this file or this Cloud is called “{name}”.", { name: short(typed) }),
    );
  }
}

function judgeName(
  row: Judged,
  index: number,
  judged: readonly Judged[],
  byName: ReadonlyMap<string, readonly number[]>,
  known: Known,
): void {
  const key = subjectName(row.name);
  const [first] = byName.get(key) ?? [];
  const [existing] = known.byName.get(key) ?? [];
  if (known.awaited.has(key)) {
    const detail = say(
      "A project of this name is being created, or its creation is uncertain. Settle that operation first.",
    );
    deny(row, "UNDER_WAY", detail);
  } else if (first !== undefined && first !== index) {
    deny(row, "REPEATED", say("Line {line} has the same name.", { line: judged[first]?.line ?? 0 }));
  } else if (existing !== undefined) {
    deny(row, "EXISTS", say("Project {id} of this Cloud has this name.", { id: existing }));
  }
}

/** What is below a row that is not going to be created cannot be either. Rows above are judged first. */
function denyBelow(judged: readonly Judged[], depths: readonly (number | null)[]): void {
  const indexes = judged.map((_row, index) => index);
  for (const index of indexes.sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0))) {
    const row = judged[index];
    const parent = judged[row?.parentIndex ?? -1];
    if (row?.verdict === "GOOD" && parent !== undefined && !parent.isIncluded) {
      deny(row, "UNKNOWN_PARENT", say("Its parent in line {line} is left out.", { line: parent.line }));
    }
  }
}

/** How many rows of the file are above it; null in a ring. */
function depthOf(judged: readonly Judged[], start: number): number | null {
  let depth = 0;
  for (let index = judged[start]?.parentIndex ?? null; index !== null; depth += 1) {
    if (depth > judged.length) return null;
    index = judged[index]?.parentIndex ?? null;
  }
  return depth;
}

function deny(row: Judged, verdict: ProjectVerdict, detail: Sentence): void {
  row.verdict = verdict;
  row.detail = detail;
  row.isIncluded = false;
}

function short(text: string): string {
  return text.length <= 60 ? storable(text) : `${storable(text.slice(0, 60))}…`;
}

/** In text that any database takes. */
function storable(text: string): string {
  return text.slice(0, NAME_SHOWN_MAX).toWellFormed().replaceAll("\0", "\uFFFD");
}
