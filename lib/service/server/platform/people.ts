/** The people who have an account on the platform, for the service's operator. Reveals no hash and no secret. */
import type { Db } from "#lib/db/client.ts";

export type PersonView = {
  id: number;
  name: string;
  email: string;
  since: Date;
  clouds: number;
  /** Since when signing in needs a code; null: no second factor. */
  secondFactorSince: Date | null;
};

/** People sorted by address; `search` is a part of the name or the address, "" for everybody. */
export async function listPeople(db: Db, search: string, take: number): Promise<PersonView[]> {
  const contains = { contains: search, mode: "insensitive" } as const;
  const rows = await db.serviceUser.findMany({
    where:
      search === "" ? {} : { OR: [{ email: contains }, { firstname: contains }, { lastname: contains }] },
    select: {
      id: true,
      email: true,
      firstname: true,
      lastname: true,
      createdAt: true,
      totpSince: true,
      _count: { select: { memberships: true } },
    },
    orderBy: { email: "asc" },
    take,
  });
  return rows.map((row) => ({
    id: row.id,
    name: `${row.firstname} ${row.lastname}`,
    email: row.email,
    since: row.createdAt,
    clouds: row._count.memberships,
    secondFactorSince: row.totpSince,
  }));
}
