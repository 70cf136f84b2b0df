/** Rows of the service's database that several tests of this folder begin with. */
import { newId } from "#lib/core/ids.ts";
import type { PrismaClient, ServiceUserModel } from "#lib/db/client.ts";

type Account = Partial<Pick<ServiceUserModel, "firstname" | "lastname" | "passwordHash">>;

/** Somebody with an account, by default one that no password opens. */
export function addUser(db: PrismaClient, email: string, more: Account = {}): Promise<ServiceUserModel> {
  const account = { firstname: "Eva", lastname: "Visser", passwordHash: "-", ...more };
  return db.serviceUser.create({ data: { sub: newId(), email, ...account } });
}

/** Gives a Cloud to a further application; returns the application's number. */
export async function giveCloud(db: PrismaClient, cloudId: number, clientId: string): Promise<number> {
  const { id } = await db.serviceApplication.findUniqueOrThrow({ where: { clientId } });
  await db.serviceCloudApplication.create({ data: { cloudId, applicationId: id } });
  return id;
}
