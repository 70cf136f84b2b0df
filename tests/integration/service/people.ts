/** What several tests of this folder begin with: people, Clouds, and the emails that people get. */
import { newId } from "#lib/core/ids.ts";
import type { PrismaClient, ServiceUserModel } from "#lib/db/client.ts";
import { cloudSchema, invitationSchema, type InvitationRecord } from "#lib/service/contract/records.ts";
import type { ServiceServer } from "#tests/support/service-server.ts";
import type { Wire } from "#tests/support/wire.ts";

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

/** A new Cloud of the caller. */
export async function makeCloud(call: Wire, name: string): Promise<number> {
  return cloudSchema.parse((await call("POST", "/cloud", { name })).body).id;
}

/** Invites to a Cloud, by the caller's application. */
export async function invite(
  { origin }: ServiceServer,
  call: Wire,
  invited: { cloudId: number; email: string; role?: number | undefined },
): Promise<InvitationRecord> {
  const path = `/cloud/${String(invited.cloudId)}`;
  const body = { email: invited.email, redirect_uri: `${origin}/platform${path}`, role: invited.role };
  return invitationSchema.parse((await call("POST", `${path}/invitation`, body)).body);
}

let people = 0;

/** The same, for somebody new and to a new Cloud unless they are named; with the token of the link in the email. */
export async function inviteByMail(
  service: ServiceServer,
  call: Wire,
  email = `person-${String((people += 1))}@example.org`,
  cloudId?: number,
  role?: number,
) {
  const id = cloudId ?? (await makeCloud(call, "Kanaalzone"));
  const { id: invitationId } = await invite(service, call, { cloudId: id, email, role });
  return { cloudId: id, invitationId, email, token: (await readMail(service, email)).token };
}

/** The newest email to this address, delivered just now, and the token of its invitation link. */
export async function readMail(service: ServiceServer, recipient: string) {
  await service.deliverMails();
  const mail = await service.db.mailboxMessage.findFirstOrThrow({
    where: { recipient },
    orderBy: { id: "desc" },
  });
  const [link = "", token = ""] = /https?:\S+invitation=([\w-]{43})/.exec(mail.text) ?? [];
  return { ...mail, link, token };
}
