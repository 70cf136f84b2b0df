/** The users of a cloud (docs/service "User"). */
import type { userOperations } from "#lib/service/contract/operations/users.ts";
import { getVisibleCloud, visibleTo } from "../records/cloud.ts";
import { wireNotFound } from "../http/errors.ts";
import type { Handlers } from "../http/route.ts";
import { toUserRecord } from "./record.ts";

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

  /** Takes a person out of a cloud; the account stays. */
  async removeCloudUser({ params: { cloudId, userId }, application, db }) {
    const { count } = await db.serviceMember.deleteMany({
      where: { cloudId, userId, cloud: visibleTo(application.id) },
    });
    if (count === 0) throw wireNotFound();
  },
};
