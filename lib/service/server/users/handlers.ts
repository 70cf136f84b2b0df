/** The users of a cloud (docs/service "User" and "Members"). */
import { isMissingRow } from "#lib/db/errors.ts";
import type { userOperations } from "#lib/service/contract/operations/users.ts";
import { getVisibleCloud, visibleTo } from "../records/cloud.ts";
import { wireNotFound } from "../http/errors.ts";
import type { CallTo, Handlers } from "../http/route.ts";
import { toUserRecord, type MemberRow } from "./record.ts";

export const userHandlers: Handlers<keyof typeof userOperations> = {
  async listCloudUsers(call) {
    const cloud = await getVisibleCloud(call);
    const rows = await call.db.serviceMember.findMany({
      where: { cloudId: cloud.id },
      include: { user: true },
      orderBy: { userId: "asc" },
    });
    return rows.map(toUserRecord);
  },

  async getCloudUser(call) {
    return toUserRecord(await getMember(call));
  },

  async changeCloudUser(call) {
    const member = await getMember(call);
    const { cloud_role: role } = (await call.readBody()).finish();
    if (role === undefined) return toUserRecord(member);
    const { cloudId, userId } = member;
    try {
      const row = await call.db.serviceMember.update({
        where: { cloudId_userId: { cloudId, userId }, cloud: visibleTo(call.application.id) },
        data: { role },
        include: { user: true },
      });
      return toUserRecord(row);
    } catch (thrown) {
      // The person left, or the Cloud was deleted, while the body was being sent.
      if (isMissingRow(thrown)) throw wireNotFound();
      throw thrown;
    }
  },

  /** Removes a person from a Cloud and all its projects; the account stays. */
  async removeCloudUser({ params: { cloudId, userId }, application, db }) {
    const cloud = visibleTo(application.id);
    await db.$transaction(async (tx) => {
      const { count } = await tx.serviceMember.deleteMany({ where: { cloudId, userId, cloud } });
      if (count === 0) throw wireNotFound();
      await tx.serviceProjectMember.deleteMany({ where: { userId, project: { cloudId } } });
    });
  },
};

/** The member of the request's path, in a cloud that the application sees. @throws WireError 404 */
async function getMember({
  params: { cloudId, userId },
  application,
  db,
}: CallTo<{ cloudId: number; userId: number }>): Promise<MemberRow> {
  const row = await db.serviceMember.findFirst({
    where: { cloudId, userId, cloud: visibleTo(application.id) },
    include: { user: true },
  });
  if (row === null) throw wireNotFound();
  return row;
}
