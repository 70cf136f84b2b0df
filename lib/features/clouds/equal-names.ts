/**
 * Asks before a service gets a second Cloud of the same name: many services cannot delete Clouds, and staff, customers and this registry
 * tell Clouds apart by name.
 */
import { AppError } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Submission } from "#lib/features/operations/rules/schema.ts";

/** How many things of one name a question lists, the newest first. */
export const EQUAL_MAX = 3;

/**
 * @param tx the transaction that records the creation: from here on, nobody else can begin one of the same name, and whatever was created
 * before is in the registry
 * @param again the name that the person confirmed to use a second time
 * @throws AppError VALIDATION at the field `again`, when the service has a Cloud of this name
 */
export async function requireNewName(tx: Db, submission: Submission, again: string): Promise<void> {
  const { connection, title: name } = submission;
  if (subjectName(again) === subjectName(name)) return;
  const equal = await tx.cloud.findMany({
    where: { connectionId: connection.id, sortName: subjectName(name), deletedAt: null, missingSince: null },
    orderBy: { createdAt: "desc" },
    take: EQUAL_MAX,
    select: { id: true, name: true, serviceId: true, createdAt: true },
  });
  const [newest] = equal;
  if (newest === undefined) return;
  throw nameTaken(
    `/clouds/${newest.id}`,
    t("The service already has a Cloud “{name}”: {equal}.", { name: newest.name, equal: tellApart(equal) }),
  );
}

/** Distinguishes things of one name by number and age. */
export function tellApart(equal: readonly { serviceId: bigint; createdAt: Date }[]): string {
  return equal
    .map(({ serviceId, createdAt }) =>
      t("number {number}, added {day}", {
        number: String(serviceId),
        day: createdAt.toISOString().slice(0, 10),
      }),
    )
    .join("; ");
}

/** The question, as a refusal at the field `again`; `href` leads to the thing with that name. */
export function nameTaken(href: string, question: string): AppError {
  return new AppError("VALIDATION", say("Nothing was created, because the name is taken."), {
    details: { href, fieldErrors: { again: [question] } },
  });
}
