/**
 * Asks before a Cloud gets a second project of the same name under the same parent; the same name under another parent is another project.
 */
import { t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { EQUAL_MAX, nameTaken, tellApart } from "#lib/features/clouds/equal-names.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { nameThere } from "./schema.ts";

type Wanted = { cloudId: string; name: string; parentId: number | null };

/**
 * @param tx the transaction that records the creation (see `requireNewName`)
 * @param again the name and place that the person confirmed, in the form of `nameThere`
 * @throws AppError VALIDATION at the field `again`, when there is a project of this name at its place
 */
export async function requireNewNameThere(
  tx: Db,
  { cloudId, name, parentId }: Wanted,
  again: string,
): Promise<void> {
  if (subjectName(again) === subjectName(nameThere(parentId, name))) return;
  const parentServiceId = parentId === null ? null : BigInt(parentId);
  const equal = await tx.project.findMany({
    where: { cloudId, parentServiceId, sortName: subjectName(name), deletedAt: null, missingSince: null },
    orderBy: { createdAt: "desc" },
    take: EQUAL_MAX,
    select: { id: true, serviceId: true, createdAt: true },
  });
  const [newest] = equal;
  if (newest === undefined) return;
  const parent =
    parentServiceId === null
      ? null
      : await tx.project.findUnique({
          where: { cloudId_serviceId: { cloudId, serviceId: parentServiceId } },
          select: { name: true },
        });
  const values = { name, equal: tellApart(equal) };
  throw nameTaken(
    `/clouds/${cloudId}/projects/${newest.id}`,
    parent === null
      ? t("At the top of this Cloud, there is already a project “{name}”: {equal}.", values)
      : t("Under “{parent}”, there is already a project “{name}”: {equal}.", {
          ...values,
          parent: parent.name,
        }),
  );
}
