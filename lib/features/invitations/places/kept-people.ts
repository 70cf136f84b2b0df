/** The rows of one place's members and invitations: one interface for Clouds and projects, whose tables have the same columns. */
import type { Db, InvitationModel, InvitationState, MemberModel, Prisma } from "#lib/db/client.ts";
import { getDb } from "#lib/db/client.ts";
import { getById } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getPlace, objectOf, tablesOf, type Place } from "./place.ts";

export type KeptMember = Omit<MemberModel, "cloudId">;
type MemberWhere = {
  serviceId?: bigint | { in: bigint[] } | { not: bigint };
  address?: string;
  role?: number;
  isRemoved?: boolean;
  OR?: { leavingUntil: null | { lt: Date } }[];
};
type MemberValues = Partial<Omit<KeptMember, "serviceId">>;

/** The members of a place. */
export function membersOf(db: Db, { cloud, project }: Place) {
  type Members<Of> = Table<KeptMember, MemberWhere, MemberValues, Of>;
  const ofCloud: Members<{ cloudId: string }> = db.member;
  const ofProject: Members<{ projectId: string }> = db.projectMember;
  return project === null
    ? rowsIn(ofCloud, { cloudId: cloud.id })
    : rowsIn(ofProject, { projectId: project.id });
}

export type KeptInvitation = Omit<InvitationModel, "cloudId" | "mailSeenAt">;
type InvitationWhere = {
  id?: string;
  address?: string;
  state?: InvitationState | { in: InvitationState[] };
  stateSince?: Date;
  serviceId?: { not: null };
  erasedAt?: null;
};
export type InvitationValues = Omit<Prisma.InvitationUncheckedUpdateManyInput, "cloudId" | "mailSeenAt">;
type NewKeptInvitation = Omit<Prisma.InvitationCreateManyInput, "cloudId" | "mailSeenAt">;

/** The invitations into a place, one per address. */
export function invitationsOf(db: Db, { cloud, project }: Place) {
  type Invitations<Of> = Table<KeptInvitation, InvitationWhere, InvitationValues, Of>;
  const ofCloud: Invitations<{ cloudId: string }> = db.invitation;
  const ofProject: Invitations<{ projectId: string }> = db.projectInvitation;
  return project === null
    ? rowsIn(ofCloud, { cloudId: cloud.id })
    : rowsIn(ofProject, { projectId: project.id });
}

/** What the lists of a service are compared with. */
type Compared = Pick<
  InvitationModel,
  "id" | "address" | "email" | "state" | "stateSince" | "serviceId" | "role"
> & {
  /** Erased, or settled while the lists were being read: newer than they are. */
  isSettled: boolean;
  /** Not yet on a list. */
  isUnlisted: boolean;
};

/** The invitations into a place, for lists requested at `startedAt`. Not whole rows: a Cloud's are compared every two minutes. */
export function listForComparison(db: Db, place: Place, startedAt: Date): Promise<Compared[]> {
  const { invitation, id } = tablesOf(place);
  return db.$queryRaw<Compared[]>`
    SELECT id, address, email, state::text, state_since AS "stateSince", service_id AS "serviceId", role,
      erased_at IS NOT NULL OR state_since >= ${startedAt} OR coalesce(last_mail_at >= ${startedAt}, false) AS "isSettled",
      listed_at IS NULL AS "isUnlisted"
    FROM ${invitation} WHERE ${id} = ${objectOf(place).objectId}::uuid`;
}

/** Adds an invitation into a place that has none for its address. */
export async function addInvitation(
  db: Db,
  { cloud, project }: Place,
  row: NewKeptInvitation,
): Promise<void> {
  await (project === null
    ? db.invitation.create({ data: { ...row, cloudId: cloud.id } })
    : db.projectInvitation.create({ data: { ...row, projectId: project.id } }));
}

/** What both tables do: the part of their Prisma delegates that is the same. */
type Table<Row, Where, Values, Of> = {
  findMany: (args: { where: Where & Of }) => PromiseLike<Row[]>;
  findFirst: (args: { where: Where & Of }) => PromiseLike<Row | null>;
  count: (args: { where: Where & Of }) => PromiseLike<number>;
  updateMany: (args: { where: Where & Of; data: Values }) => PromiseLike<{ count: number }>;
  deleteMany: (args: { where: Where & Of }) => PromiseLike<unknown>;
};

/** The rows of one place. */
function rowsIn<Row, Where, Values, Of>(table: Table<Row, Where, Values, Of>, of: Of) {
  return {
    list: (where: Where) => table.findMany({ where: { ...where, ...of } }),
    find: (where: Where) => table.findFirst({ where: { ...where, ...of } }),
    count: (where: Where) => table.count({ where: { ...where, ...of } }),
    change: (where: Where, data: Values) => table.updateMany({ where: { ...where, ...of }, data }),
    remove: (where: Where) => table.deleteMany({ where: { ...where, ...of } }),
  };
}

/** An invitation by its id, into any place. @throws AppError NOT_FOUND */
export async function getInvitation(id: string): Promise<{ row: KeptInvitation; place: Place }> {
  return getById(id, say("This invitation"), () => findInvitation(id));
}

async function findInvitation(id: string): Promise<{ row: KeptInvitation; place: Place } | null> {
  const ofCloud = await getDb().invitation.findUnique({ where: { id } });
  if (ofCloud !== null) return { row: ofCloud, place: await getPlace(ofCloud) };
  const ofProject = await getDb().projectInvitation.findUnique({ where: { id }, include: { project: true } });
  if (ofProject === null) return null;
  const { project, ...row } = ofProject;
  return { row, place: await getPlace({ cloudId: project.cloudId, projectId: project.id }) };
}
