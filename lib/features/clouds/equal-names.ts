/**
 * Asks before a service gets a second Cloud of the same name: many services cannot delete Clouds, and staff, customers and this registry
 * tell Clouds apart by name.
 */
import { AppError } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";

const NUMBERS_MAX = 3;

/**
 * @param again the name that the person confirmed to use a second time
 * @throws AppError VALIDATION at the field `again`, when the service has a Cloud of this name and this form has not created it
 */
export async function requireNewName(
  { connectionId, key, name }: { connectionId: string; key: string; name: string },
  again: string,
): Promise<void> {
  if (subjectName(again) === subjectName(name)) return;
  const equal = await getDb().cloud.findMany({
    where: { connectionId, sortName: subjectName(name), deletedAt: null, missingSince: null },
    orderBy: { createdAt: "desc" },
    take: NUMBERS_MAX,
    select: { id: true, serviceId: true },
  });
  const [newest] = equal;
  if (newest === undefined || (await isOfThisForm(key, name))) return;
  const numbers = equal.map(({ serviceId }) => String(serviceId)).join(", ");
  throw new AppError("VALIDATION", say("Nothing was created, because the name is taken."), {
    details: {
      href: `/clouds/${newest.id}`,
      fieldErrors: {
        again: [
          t("The service already has a Cloud “{name}” (number {numbers}).", {
            name,
            numbers,
          }),
        ],
      },
    },
  });
}

/** The same form sent twice is one creation, which may have finished between the two. */
async function isOfThisForm(key: string, name: string): Promise<boolean> {
  const made = await getDb().operation.findFirst({
    where: { kind: "CREATE_CLOUD", title: name, OR: [{ key }, { key: { startsWith: `${key}.` } }] },
    select: { id: true },
  });
  return made !== null;
}
