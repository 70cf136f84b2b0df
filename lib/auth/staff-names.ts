/** Names of staff beside what they did, also when their account is gone. */
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";

/** Reads the names of these members of staff. The answer gives a person's name; null for nobody. */
export async function nameStaff(
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const staff =
    wanted.length === 0
      ? []
      : await getDb().staff.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } });
  const names = new Map(staff.map((person) => [person.id, person.name]));
  return (id) => (id === null ? null : (names.get(id) ?? t("a former member of staff")));
}
