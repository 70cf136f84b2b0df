/**
 * Changes a draft in place: one row's fields, or one fix for many rows. After any change the whole list is checked again, because a name or
 * a parent affects neighbours and children; an earlier rehearsal then no longer applies.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { conflict, getById, notFound, validation, parseInput } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { editDraft, rowsMeant } from "#lib/features/batches/drafts.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { readProjects } from "../reading.ts";
import { SERVICE_FIELDS } from "../schema.ts";
import type { FileRow } from "./file.ts";
import type { JudgedRow, Known } from "./judging/judged.ts";
import { PROJECT_LISTS, type ProjectList } from "./kind.ts";
import { findKnown } from "./judging/known.ts";
import { CHOOSABLE, correctRowSchema, fixRowsSchema, type CorrectRow, type FixRows } from "./schema.ts";
import { readDraftRows, saveDraftRows, type DraftRow } from "./draft-rows.ts";
import { judgeRows, readCells } from "./judging/verdicts.ts";

/**
 * Replaces one row's fields by typed ones. @throws AppError VALIDATION with sentences by field when they make no valid project (nothing is
 * changed then); NOT_FOUND; CONFLICT when the list is no longer a draft
 */
export async function correctRow(actor: Actor, input: CorrectRow): Promise<void> {
  requirePermission(actor, "project:create");
  const { rowId, ...typed } = parseInput(correctRowSchema, input);
  const list = await listOfRow(actor, rowId);
  await change(actor, list, await findKnown(list.cloudId), (rows, known) => {
    const row = rows.find(({ id }) => id === rowId);
    if (row === undefined) throw notFound(say("This row of the list"));
    const { name, description, status, mainModelId, logo } = typed;
    const before = placeOf(row);
    const own = {
      name,
      description,
      status,
      main_model_id: mainModelId,
      ...parentCells(typed.parent, rows, known),
    };
    // A field that the form does not have keeps its value.
    const cells = { ...row.typed.cells, ...own, ...(typeof logo === "string" ? { logo } : {}) };
    const problems = readCells({ cells, isTooWide: false }).problems.map(({ column, sentence }) => ({
      field: FIELD_OF[column ?? "name"],
      sentence: told(sentence),
    }));
    refuse(problems);
    row.typed = { line: row.typed.line, cells, isTooWide: false, chosen: null };
    return (judged) => {
      const now = judged.get(rowId);
      if (now === undefined || !isLost(now) || placeOf(row) === before) return;
      refuse([{ field: "parent", sentence: told(now.detail) }]);
    };
  });
}

/**
 * Applies one fix to the rows with these ids, or to all of a verdict. `changed`: how many are now as requested; `left`: cannot be.
 * @throws AppError VALIDATION when no row matches, or the parent does not fit all of them; CONFLICT when the list is no longer a draft; NOT_FOUND
 */
export async function fixRows(actor: Actor, input: FixRows): Promise<{ changed: number; left: number }> {
  requirePermission(actor, "project:create");
  const { listId, fix, parent, ...which } = parseInput(fixRowsSchema, input);
  const list = await getBatch(PROJECT_LISTS, actor, listId);
  let meant: DraftRow[] = [];
  const judged = await change(actor, list, await findKnown(list.cloudId), (rows, known) => {
    meant = rowsMeant(rows, which);
    const cells = fix === "place" ? parentCells(parent, rows, known) : {};
    for (const row of meant) {
      if (fix === "place") row.typed = { ...row.typed, cells: { ...row.typed.cells, ...cells } };
      else row.typed = { ...row.typed, chosen: chosenOf(fix, row) };
    }
    return (after) => {
      const lost =
        fix === "place"
          ? meant.map(({ id }) => after.get(id)).find((row) => row !== undefined && isLost(row))
          : undefined;
      if (lost === undefined) return;
      const sentence = t("“{name}”: {problem}", { name: lost.name, problem: told(lost.detail) });
      throw validation({ parent: [sentence] });
    };
  });
  const isDone = (row: JudgedRow | undefined): boolean =>
    fix === "place" ? row?.verdict !== "MALFORMED" : row?.isIncluded === (fix === "create");
  const changed = meant.filter(({ id }) => isDone(judged.get(id))).length;
  return { changed, left: meant.length - changed };
}

/**
 * Includes a row of a draft, or leaves it out.
 * @throws AppError CONFLICT when the list is no longer a draft, or the row cannot be sent; NOT_FOUND
 */
export async function chooseRow(actor: Actor, input: { rowId: string; isIncluded: boolean }): Promise<void> {
  requirePermission(actor, "project:create");
  const { id: listId } = await listOfRow(actor, input.rowId);
  const fix = input.isIncluded ? "create" : "leave-out";
  const { changed } = await fixRows(actor, { listId, rows: "selected", rowIds: [input.rowId], fix });
  if (changed === 1) return;
  throw conflict(say("This row can no longer be changed. Reload the page."));
}

/** Checks a draft again against the service's current projects. @throws AppError CONFLICT; NOT_FOUND; what the service says */
export async function checkAgain(actor: Actor, listId: string): Promise<void> {
  requirePermission(actor, "project:create");
  const list = await getBatch(PROJECT_LISTS, actor, listId);
  await readProjects(list.cloud);
  await change(actor, list, await findKnown(list.cloudId), () => () => undefined);
}

/** The typed name of the parent; a number that is no name here is the number of a project. */
function parentCells(
  typed: string,
  rows: readonly DraftRow[],
  known: Known,
): Pick<FileRow["cells"], "parent" | "parent_id"> {
  const name = subjectName(typed);
  const isName =
    !/^[1-9]\d{0,15}$/.test(typed) ||
    known.projects.some((project) => subjectName(project.name) === name) ||
    rows.some((row) => subjectName(row.typed.cells.name ?? "") === name);
  return isName ? { parent: typed, parent_id: "" } : { parent: "", parent_id: typed };
}

/** The parent as typed: an unknown one that was not typed again is named in the row's verdict. */
function placeOf({ typed: { cells } }: DraftRow): string {
  return [cells.parent ?? "", cells.parent_id ?? ""].join("\n");
}

/** Its parent was not found; a row whose parent is merely left out does have a place. */
function isLost({ verdict, parentN }: JudgedRow): boolean {
  return verdict === "UNKNOWN_PARENT" && parentN === null;
}

/**
 * A choice equal to the verdict's default is no decision: it follows the verdict when that changes. Nobody can decide to create a row that
 * cannot be created.
 */
function chosenOf(fix: "create" | "leave-out", { verdict, typed }: DraftRow): boolean | null {
  const isCreate = fix === "create";
  if (isCreate && !CHOOSABLE.includes(verdict)) return typed.chosen ?? null;
  return isCreate === (verdict === "GOOD") ? null : isCreate;
}

const FIELD_OF = { ...SERVICE_FIELDS, parent: "parent", parent_id: "parent" } as const;

/** @throws AppError VALIDATION if there are any */
function refuse(problems: readonly { field: string; sentence: string }[]): void {
  if (problems.length === 0) return;
  const fields = [...Map.groupBy(problems, ({ field }) => field)];
  throw validation(Object.fromEntries(fields.map(([field, own]) => [field, own.map((one) => one.sentence)])));
}

/** Checks the rows as judged after the change; throws to refuse the change. */
type Check = (judged: ReadonlyMap<string, JudgedRow>) => void;

/** Judges the draft after `edit` and stores the result. */
async function change(
  actor: Actor,
  list: ProjectList,
  known: Known,
  edit: (rows: DraftRow[], known: Known) => Check,
): Promise<ReadonlyMap<string, JudgedRow>> {
  return editDraft(PROJECT_LISTS, actor, list.id, async (tx) => {
    const rows = await readDraftRows(tx, list.id);
    const check = edit(rows, known);
    const idOf = new Map(rows.map(({ id, typed }) => [typed, id]));
    const judged = new Map(
      judgeRows(
        rows.map(({ typed }) => typed),
        known,
      ).map((row) => [idOf.get(row.typed) ?? "", row]),
    );
    check(judged);
    await saveDraftRows(tx, list.id, rows, judged);
    return judged;
  });
}

async function listOfRow(actor: Actor, id: string): Promise<ProjectList> {
  const row = await getById(id, say("This row of the list"), () =>
    getDb().projectListRow.findUnique({ where: { id }, select: { listId: true } }),
  );
  return getBatch(PROJECT_LISTS, actor, row.listId);
}
