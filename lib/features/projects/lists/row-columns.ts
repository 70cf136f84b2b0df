/** How a row of a draft is stored: its current content, and what it was judged from. */
import { z } from "zod";
import type { ProjectListRowModel } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { projectFieldsSchema } from "../schema.ts";
import type { FileRow } from "./file.ts";
import { wellFormed, type JudgedRow, type RowToJudge } from "./judging/judged.ts";

const cell = z.string().exactOptional();
const typedSchema = z.object({
  cells: z.object({
    name: cell,
    description: cell,
    status: cell,
    parent_id: cell,
    main_model_id: cell,
    logo: cell,
    parent: cell,
  }),
  isTooWide: z.boolean(),
});

/** A judged row as its columns. */
export function toColumns({ typed, detail, ...row }: JudgedRow) {
  const { cells, isTooWide, chosen } = typed;
  return {
    ...row,
    ...stored("detail", detail),
    typed: {
      cells: Object.fromEntries(Object.entries(cells).map(([column, text]) => [column, wellFormed(text)])),
      isTooWide,
    },
    chosen: chosen ?? null,
  };
}

/**
 * What a row was judged from. For a row from before that was stored, what would be sent; `names`: of rows by their position in the list.
 */
export function toRowToJudge(row: ProjectListRowModel, names: ReadonlyMap<number, string>): RowToJudge {
  const { line, chosen } = row;
  const read = typedSchema.safeParse(row.typed);
  if (read.success) return { line, ...read.data, chosen };
  const isDecided = row.isIncluded !== (row.verdict === "GOOD");
  return {
    line,
    cells: cellsOfFields(row, names),
    isTooWide: false,
    chosen: isDecided ? row.isIncluded : null,
  };
}

function cellsOfFields(row: ProjectListRowModel, names: ReadonlyMap<number, string>): FileRow["cells"] {
  const fields = projectFieldsSchema.safeParse(row.fields).data;
  if (fields === undefined) return { name: row.name };
  const { name, description, status, parentId, mainModelId, logo } = fields;
  return {
    name,
    description,
    status,
    logo,
    parent_id: parentId === null ? "" : String(parentId),
    main_model_id: mainModelId === null ? "" : String(mainModelId),
    parent: row.parentN === null ? "" : (names.get(row.parentN) ?? ""),
  };
}
