/** Keeps what the service's list of a cloud's users says, so that people are found without asking every cloud. */
import type { Db } from "#lib/db/client.ts";
import type { User } from "#lib/service/client/records.ts";
import { addressKey } from "./addresses/address-key.ts";

type Listed = { serviceId: bigint; address: string; email: string; name: string; role: number | null };

/**
 * Makes the kept users of a cloud those of the list. `askedAt`: when the list was asked for; what Portico changed since stays as it is.
 * Writes only what differs, because every list is read every few minutes.
 */
export async function keepMembers(
  tx: Db,
  cloudId: string,
  users: readonly User[],
  askedAt: Date,
): Promise<void> {
  const known = new Map(
    (await tx.member.findMany({ where: { cloudId } })).map((row) => [row.serviceId, row]),
  );
  const fresh: Listed[] = [];
  for (const user of users) {
    const listed = toListed(user);
    const row = known.get(listed.serviceId);
    known.delete(listed.serviceId);
    if (row === undefined) {
      fresh.push(listed);
      continue;
    }
    if (row.changedAt !== null && row.changedAt >= askedAt) continue;
    const { address, email, name, role } = listed;
    const isSame =
      row.email === email &&
      row.name === name &&
      row.role === role &&
      !row.isRemoved &&
      row.address === address;
    if (isSame) continue;
    await tx.member.update({
      where: { cloudId_serviceId: { cloudId, serviceId: row.serviceId } },
      data: { address, email, name, role, isRemoved: false, ...(row.isRemoved ? { foundAt: askedAt } : {}) },
    });
  }
  await tx.member.createMany({
    data: fresh.map((listed) => ({ ...listed, cloudId, foundAt: askedAt })),
    skipDuplicates: true,
  });
  // Whoever is not listed any more is gone; a row that Portico changed since waits for the next list.
  const gone = [...known.values()].filter(({ changedAt }) => changedAt === null || changedAt < askedAt);
  if (gone.length === 0) return;
  await tx.member.deleteMany({
    where: { cloudId, serviceId: { in: gone.map(({ serviceId }) => serviceId) } },
  });
}

function toListed({ id, email, firstName, lastName, cloudRole }: User): Listed {
  return {
    serviceId: BigInt(id),
    address: addressKey(email),
    email: email ?? "",
    name: [firstName, lastName].filter(Boolean).join(" "),
    role: cloudRole,
  };
}
