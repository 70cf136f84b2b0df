/** Checks shared by several commands on operations. Never changes anything. */
import { getById, validation } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type OperationModel } from "#lib/db/client.ts";
import { NOTE_LENGTH_MIN } from "./rules/policy.ts";

/** The operation's row. @throws AppError NOT_FOUND */
export async function getOperationRow(id: string): Promise<OperationModel> {
  return getById(id, say("This operation"), () => getDb().operation.findUnique({ where: { id } }));
}

/** A person's reason, trimmed. @throws AppError VALIDATION when it is too short */
export function requireNote(note: string): string {
  if (note.trim().length >= NOTE_LENGTH_MIN) return note.trim();
  throw validation(
    {
      note: [t("Explain how you know, in at least {min} characters.", { min: NOTE_LENGTH_MIN })],
    },
    say("A decision by hand needs a reason. Nothing was changed."),
  );
}
