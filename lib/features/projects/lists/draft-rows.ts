/** Reads the rows of a draft so that they can be checked again, and writes back those that changed. */
import { isDeepStrictEqual } from "node:util";
import type { Db, ProjectListRowModel } from "#lib/db/client.ts";
import type { JudgedRow, RowToJudge } from "./judging/judged.ts";
import { toColumns, toRowToJudge } from "./row-columns.ts";

export type DraftRow = Pick<ProjectListRowModel, "id" | "verdict"> & {
  kept: ProjectListRowModel;
  /** What the row is judged from; may be changed. */
  typed: RowToJudge;
};

/** All rows of a draft, in the order of the file. */
export async function readDraftRows(tx: Db, listId: string): Promise<DraftRow[]> {
  const rows = await tx.projectListRow.findMany({
    where: { listId },
    orderBy: [{ line: "asc" }, { n: "asc" }],
  });
  const names = new Map(rows.map(({ n, name }) => [n, name]));
  return rows.map((kept) => ({ id: kept.id, verdict: kept.verdict, kept, typed: toRowToJudge(kept, names) }));
}

/** Writes the rows that differ. If the projects changed, an earlier rehearsal of the list is removed. */
export async function saveDraftRows(
  tx: Db,
  listId: string,
  rows: readonly DraftRow[],
  judged: ReadonlyMap<string, JudgedRow>,
): Promise<void> {
  const changed: Columns[] = [];
  let isOtherList = false;
  for (const { id, kept } of rows) {
    const row = judged.get(id);
    if (row === undefined) continue;
    const columns = { id, ...toColumns(row) };
    const isMoved = columns.n !== kept.n || columns.parentN !== kept.parentN;
    const isOther = isMoved || !isDeepStrictEqual(columns.fields, kept.fields);
    isOtherList ||= isOther;
    if (isOther || DECIDED.some((name) => !isDeepStrictEqual(columns[name], kept[name])))
      changed.push(columns);
  }
  if (changed.length === 0) return;
  if (isOtherList) await tx.rehearsal.deleteMany({ where: { listId } });
  // Places are unique: new ones are free only after the old ones were moved away.
  await tx.projectListRow.updateMany({
    where: { id: { in: changed.map(({ id }) => id) } },
    data: { n: { multiply: -1 } },
  });
  const given = JSON.stringify(changed.map((row) => ({ ...row, detailSaid: said(row) })));
  await tx.$executeRaw`
    UPDATE project_list_row r
       SET n = c.n, name = c.name, fields = c.fields, parent_n = c."parentN", verdict = c.verdict::"ProjectVerdict",
           detail = c.detail, detail_said = c."detailSaid", is_included = c."isIncluded", typed = c.typed, chosen = c.chosen
      FROM jsonb_to_recordset(${given}::jsonb) AS c(id uuid, n int, name text, fields jsonb, "parentN" int,
           verdict text, detail text, "detailSaid" jsonb, "isIncluded" boolean, typed jsonb, chosen boolean)
     WHERE r.id = c.id`;
}

type Columns = { id: string } & ReturnType<typeof toColumns>;

/** Columns that do not belong to the project itself. */
const DECIDED = ["name", "verdict", "detail", "isIncluded", "typed", "chosen"] as const;

/** Without parts it is an SQL NULL, which JSON.stringify cannot make from Prisma's marker. */
function said({ detailSaid }: Columns): object | null {
  return "text" in detailSaid ? detailSaid : null;
}
