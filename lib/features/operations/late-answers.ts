/**
 * What an answer means that comes after its attempt was recorded as unknown: evidence wins over what people decided meanwhile. Changes
 * nothing.
 */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { Db, OperationModel, OperationState } from "#lib/db/client.ts";
import { resultSchema } from "./rules/schema.ts";
import type { Settlement } from "./rules/settlement.ts";

/** What a proof means for an operation that was settled differently before it came. @param cause of the answer */
export async function judgeLate(
  tx: Db,
  row: OperationModel,
  { state, result }: Pick<Settlement, "state" | "result">,
  cause: Sentence | null,
): Promise<{ state: OperationState; cause: Sentence | null }> {
  const isProof = state === "DONE" || state === "DONE_ID_LOST";
  if (!isProof || row.state === "SENDING" || row.state === "UNKNOWN") return { state, cause };
  if (row.state === "DONE") {
    const words = say(
      "A late answer shows that an earlier attempt was also carried out, so this was done twice.",
    );
    return { state: "DUPLICATE_FOUND", cause: words };
  }
  if (row.state === "RESOLVED_DONE") return { state, cause };
  const number = result?.serviceId ?? null;
  const twin = await tx.operation.findFirst({
    where: {
      connectionId: row.connectionId,
      subjectKey: row.subjectKey,
      id: { gt: row.id },
      state: { in: ["DONE", "RESOLVED_DONE", "DONE_ID_LOST"] },
    },
  });
  if (twin === null) return { state, cause: lateSentence(row, number, cause) };
  const other = resultSchema.nullable().parse(twin.result)?.serviceId ?? null;
  const again =
    other === null
      ? say("In the meantime, {name} created the same again: now there are two.", { name: twin.actorName })
      : say("In the meantime, {name} created the same again as number {number}: now there are two.", {
          name: twin.actorName,
          number: other,
        });
  return { state: "DUPLICATE_FOUND", cause: lateSentence(row, number, again) };
}

/** A proof that came after a person had decided otherwise, with its number and what else is known. */
function lateSentence(
  row: Pick<OperationModel, "state" | "settledByName">,
  number: number | null,
  then: Sentence | null,
): Said {
  const isClosed = row.state === "ABANDONED";
  const facts = {
    name: row.settledByName ?? say("somebody"),
    ...(number !== null && { number }),
    ...(then !== null && { then }),
  };
  if (number === null && then === null)
    return isClosed
      ? say("A late answer shows that the operation was carried out, although {name} had closed it.", facts)
      : say(
          "A late answer shows that the operation was carried out, although {name} had settled it as missing.",
          facts,
        );
  if (number === null)
    return isClosed
      ? say(
          "A late answer shows that the operation was carried out, although {name} had closed it. {then}",
          facts,
        )
      : say(
          "A late answer shows that the operation was carried out, although {name} had settled it as missing. {then}",
          facts,
        );
  if (then === null)
    return isClosed
      ? say(
          "A late answer shows that the operation was carried out as number {number}, although {name} had closed it.",
          facts,
        )
      : say(
          "A late answer shows that the operation was carried out as number {number}, although {name} had settled it as missing.",
          facts,
        );
  return isClosed
    ? say(
        "A late answer shows that the operation was carried out as number {number}, although {name} had closed it. {then}",
        facts,
      )
    : say(
        "A late answer shows that the operation was carried out as number {number}, although {name} had settled it as missing. {then}",
        facts,
      );
}
