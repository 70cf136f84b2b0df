/** One object of every kind that an address or a form can name, all belonging to one person: to test what others may do with them. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "#lib/core/ids.ts";
import { hashPassword } from "#lib/core/identity/password.ts";
import type { Prisma, PrismaClient, StaffRole } from "#lib/db/client.ts";
import { addRows } from "./access-ground-rows.ts";
import { absentGround, type Ground } from "./access-things.ts";
import { connect } from "./connected.ts";
import { signInOverHttp } from "./http-sign-in.ts";
import type { ProductAccess } from "./product.ts";

export const PASSWORD = "seven columns stand";

export type Person = { staffId: string; cookie: string };

/** One for all people, at the cost of the product. */
let passwordHash: Promise<string> | undefined;

/** A person with that role and a session. */
export async function addPerson(db: PrismaClient, product: ProductAccess, role: StaffRole): Promise<Person> {
  const [staffId, adminEmail] = [newId(), `${role.toLowerCase()}.${newId()}@portico.example`];
  passwordHash ??= hashPassword(PASSWORD);
  const data = { id: staffId, email: adminEmail, name: role, passwordHash: await passwordHash, role };
  await db.staff.create({ data });
  return { staffId, cookie: await signInOverHttp(product.origin, { adminEmail, adminPassword: PASSWORD }) };
}

/** Makes one object of each kind for that person, at a connection to the built-in service: the first one, unless another is given. */
export async function makeGround(
  db: PrismaClient,
  product: ProductAccess,
  { staffId }: Pick<Person, "staffId">,
  connectedBy: Prisma.ConnectionWhereInput = { kind: "BUILTIN" },
): Promise<Ground> {
  const mark = `ground${staffId.slice(-12)}`;
  const planned = { ...absentGround(), owner: staffId, mark };
  const connection = await db.connection.findFirstOrThrow({ where: connectedBy });
  const portal = { where: { clientId: connection.clientId } };
  const { id: portalId } = await db.serviceApplication.findUniqueOrThrow(portal);
  await using client = await connect(product.databaseUrl);
  const rows = await addRows(client, product, planned, { connection, portalId });
  const numberOf = (table: string): string => String(rows.get(table)?.["id"]);
  return {
    ...planned,
    connection: connection.id,
    cloudNumber: numberOf("service_cloud"),
    application: numberOf("service_application"),
    platformInvitation: numberOf("service_invitation"),
    model: numberOf("service_model"),
    person: numberOf("service_user"),
  };
}

/** Removes all of it, so that no other test meets it; the audit's rows about it stay. */
export async function removeGround(db: PrismaClient, product: ProductAccess, ground: Ground): Promise<void> {
  await db.serviceCloud.deleteMany({ where: { id: Number(ground.cloudNumber) } });
  await db.serviceUser.deleteMany({ where: { id: Number(ground.person) } });
  await db.serviceApplication.deleteMany({ where: { clientId: { endsWith: ground.mark } } });
  const ofProject = { where: { projectId: ground.project } };
  const ofCloud = { where: { cloudId: ground.cloud } };
  await db.exportRun.deleteMany(ofProject);
  await db.bulkRun.deleteMany(ofCloud);
  await db.snapshot.deleteMany(ofProject);
  await db.invitationRun.deleteMany(ofCloud);
  await db.projectList.deleteMany(ofCloud);
  await db.invitation.deleteMany(ofCloud);
  await db.member.deleteMany(ofCloud);
  await db.personRemovalPlace.deleteMany(ofCloud);
  await db.personRemoval.deleteMany({ where: { id: ground.removal } });
  await db.project.deleteMany(ofCloud);
  await db.cloud.deleteMany({ where: { id: ground.cloud } });
  await db.plan.deleteMany({ where: { name: ground.mark } });
  await db.operation.deleteMany({ where: { id: ground.operation } });
  await db.staffInvitation.deleteMany({ where: { email: { contains: ground.mark } } });
  await db.mailboxMessage.deleteMany({ where: { recipient: { contains: ground.mark } } });
  await db.connection.deleteMany({ where: { clientId: ground.mark } });
  await db.staff.deleteMany({ where: { id: { in: [ground.owner, ground.colleague] } } });
  await rm(join(product.dataDir, "files", "exports", ground.exportRun), { recursive: true, force: true });
}
