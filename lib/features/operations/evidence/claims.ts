/** What a person says about an uncertain operation, checked at the service where possible. */
import { validation } from "#lib/core/errors.ts";
import { say, t, type Said } from "#lib/core/texts.ts";
import type { OperationModel } from "#lib/db/client.ts";
import { getConnectionRow } from "#lib/features/connections/queries.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import { listClaimed } from "./candidates.ts";
import { placeOf } from "./findings.ts";
import { rulesOf, type Confirmation, type Place } from "../rules/kinds.ts";

/** `sentence`, in English, is stored in the journal. */
export type Claim = { isProven: boolean; sentence: Said; name: string | null };

/**
 * Checks a person's statement that an operation was carried out under this number, by reading the number at the service where possible.
 * @throws AppError VALIDATION when the number is missing, taken, unknown to the service, or of another name.
 */
export async function verifyClaim(row: OperationModel, serviceId: number | null): Promise<Claim> {
  const { needsNumber, confirmation } = rulesOf(row.kind).evidence;
  if (serviceId === null) {
    if (!needsNumber) {
      return { isProven: false, sentence: say("Confirmed by hand: the invitation exists."), name: null };
    }
    throw validation({ serviceId: [t("Enter its number at the service.")] });
  }
  if ((await listClaimed(row)).has(serviceId)) {
    throw validation({ serviceId: [t("Another operation created this number. Enter a different number.")] });
  }
  if (confirmation === null) {
    const sentence = say("Confirmed by hand as number {serviceId}.", { serviceId });
    return { isProven: false, sentence, name: null };
  }
  return readClaim(row, confirmation, serviceId);
}

async function readClaim(row: OperationModel, confirmation: Confirmation, serviceId: number): Promise<Claim> {
  const place = placeOf(row, await getConnectionRow(row.connectionId));
  try {
    const { name } = await confirmation.read(place, serviceId);
    if (name === row.title) {
      const sentence = say("Found at the service as number {serviceId}, with the same name.", { serviceId });
      return { isProven: true, sentence, name };
    }
    const facts = { serviceId, name: name ?? t("(no name)") };
    throw validation({ serviceId: [t("Number {serviceId} is called “{name}” at the service.", facts)] });
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    const sentence = say("Confirmed by hand as number {serviceId}; the service could not confirm this yet.", {
      serviceId,
    });
    const unproven = { isProven: false, sentence, name: row.title };
    if (thrown.kind === "notAnswered") return unproven;
    if (thrown.kind !== "notFound") throw toPortalError(thrown);
    // 404 means either "not there" or "this operation is not offered": it is proof only where the service lists such things.
    if (!(await isListedThere(place, confirmation))) return unproven;
    throw validation({
      serviceId: [t("The service does not show number {serviceId} to this application.", { serviceId })],
    });
  }
}

/** @throws AppError when it could not be read */
async function isListedThere(place: Place, { isListed }: Confirmation): Promise<boolean> {
  try {
    return await isListed(place);
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") return false;
    throw toPortalError(thrown);
  }
}
