/** Writes the rows of a draft that a person changed, and those whose verdict is another by that. */
import { written } from "#lib/db/stored-sentence.ts";
import type { Db, InvitationRunRowModel } from "#lib/db/client.ts";
import type { Judgement } from "../addresses/verdicts.ts";

/** To be changed: from this it is judged. `isEdited`: its address was typed or chosen now. */
export type DraftRow = InvitationRunRowModel & { isEdited: boolean };

/** A decision to send or to leave out stays as long as the verdict does; with another verdict a row is what that proposes. */
export async function saveDraftRows(
  tx: Db,
  kept: readonly InvitationRunRowModel[],
  rows: readonly DraftRow[],
  judged: ReadonlyMap<string, Judgement>,
): Promise<void> {
  const changed = rows.flatMap((row, index) => {
    const before = kept[index];
    const now = withVerdict(row, judged.get(row.id));
    return before === undefined || COMPARED.every((name) => before[name] === now[name]) ? [] : [now];
  });
  if (changed.length === 0) return;
  await tx.$executeRaw`
    UPDATE invitation_run_row r
       SET address = c.address, email = c.email, verdict = c.verdict::"AddressVerdict", detail = c.detail,
           detail_said = c."detailSaid", suggestion = c.suggestion, is_included = c."isIncluded", again = c.again
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS c(id uuid, address text, email text, verdict text,
           detail text, "detailSaid" jsonb, suggestion text, "isIncluded" boolean, again boolean)
     WHERE r.id = c.id`;
}

const COMPARED = ["address", "email", "verdict", "detail", "suggestion", "isIncluded", "again"] as const;

/** @param judged none for a row whose verdict stays what it is */
function withVerdict(
  row: DraftRow,
  judged: Judgement | undefined,
): Omit<DraftRow, "detailSaid"> & { detailSaid: unknown } {
  if (judged === undefined) return row;
  const { verdict, suggestion = null } = judged;
  const { text: detail, said: detailSaid } = written(judged.detail);
  const isDecided = verdict === row.verdict && !row.isEdited;
  return {
    ...row,
    verdict,
    detail,
    detailSaid,
    suggestion,
    isIncluded: isDecided ? row.isIncluded : verdict === "GOOD",
    again: isDecided && row.again,
  };
}
