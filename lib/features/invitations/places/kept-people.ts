/** The rows of one place's members and invitations: one interface for Clouds and projects, whose tables have the same columns. */
import type { Db, InvitationModel, InvitationState, MemberModel, Prisma } from "#lib/db/client.ts";
import { getDb } from "#lib/db/client.ts";
import { getPlace, type Place } from "./place.ts";

export type KeptMember = Omit<MemberModel, "cloudId">;
type MemberWhere = {
  serviceId?: bigint | { in: bigint[] } | { not: bigint };
  address?: string;
  role?: number;
  isRemoved?: boolean;
  OR?: { leavingUntil: null | { lt: Date } }[];
};
type MemberValues = Partial<Omit<KeptMember, "serviceId">>;
type NewMember = Pick<
  KeptMember,
  "serviceId" | "address" | "email" | "name" | "searchText" | "role" | "foundAt"
>;

export type Members = {
  list: (where?: MemberWhere) => Promise<KeptMember[]>;
  find: (serviceId: bigint) => Promise<KeptMember | null>;
  count: (where: MemberWhere) => Promise<number>;
  change: (where: MemberWhere, data: MemberValues) => Promise<unknown>;
  add: (rows: readonly NewMember[]) => Promise<unknown>;
  remove: (where: MemberWhere) => Promise<unknown>;
};

/** The members of a place. */
export function membersOf(db: Db, { cloud, project }: Place): Members {
  if (project === null) {
    const of = { cloudId: cloud.id };
    return {
      list: (where) => db.member.findMany({ where: { ...where, ...of } }),
      find: (serviceId) => db.member.findUnique({ where: { cloudId_serviceId: { ...of, serviceId } } }),
      count: (where) => db.member.count({ where: { ...where, ...of } }),
      change: (where, data) => db.member.updateMany({ where: { ...where, ...of }, data }),
      add: (rows) =>
        db.member.createMany({ data: rows.map((row) => ({ ...row, ...of })), skipDuplicates: true }),
      remove: (where) => db.member.deleteMany({ where: { ...where, ...of } }),
    };
  }
  const of = { projectId: project.id };
  return {
    list: (where) => db.projectMember.findMany({ where: { ...where, ...of } }),
    find: (serviceId) =>
      db.projectMember.findUnique({ where: { projectId_serviceId: { ...of, serviceId } } }),
    count: (where) => db.projectMember.count({ where: { ...where, ...of } }),
    change: (where, data) => db.projectMember.updateMany({ where: { ...where, ...of }, data }),
    add: (rows) =>
      db.projectMember.createMany({ data: rows.map((row) => ({ ...row, ...of })), skipDuplicates: true }),
    remove: (where) => db.projectMember.deleteMany({ where: { ...where, ...of } }),
  };
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
export type NewKeptInvitation = Omit<Prisma.InvitationUncheckedCreateInput, "cloudId" | "mailSeenAt">;

export type Invitations = {
  list: () => Promise<KeptInvitation[]>;
  find: (where: InvitationWhere) => Promise<KeptInvitation | null>;
  count: (where: InvitationWhere) => Promise<number>;
  /** Returns how many were changed. */
  change: (where: InvitationWhere, data: InvitationValues) => Promise<{ count: number }>;
  add: (row: NewKeptInvitation) => Promise<unknown>;
};

/** The invitations into a place, one per address. */
export function invitationsOf(db: Db, { cloud, project }: Place): Invitations {
  if (project === null) {
    const of = { cloudId: cloud.id };
    return {
      list: () => db.invitation.findMany({ where: of }),
      find: (where) => db.invitation.findFirst({ where: { ...where, ...of } }),
      count: (where) => db.invitation.count({ where: { ...where, ...of } }),
      change: (where, data) => db.invitation.updateMany({ where: { ...where, ...of }, data }),
      add: (row) => db.invitation.create({ data: { ...row, ...of } }),
    };
  }
  const of = { projectId: project.id };
  return {
    list: () => db.projectInvitation.findMany({ where: of }),
    find: (where) => db.projectInvitation.findFirst({ where: { ...where, ...of } }),
    count: (where) => db.projectInvitation.count({ where: { ...where, ...of } }),
    change: (where, data) => db.projectInvitation.updateMany({ where: { ...where, ...of }, data }),
    add: (row) => db.projectInvitation.create({ data: { ...row, ...of } }),
  };
}

/** An invitation by its id, into any place; null where there is none. @param id a UUID */
export async function findInvitation(id: string): Promise<{ row: KeptInvitation; place: Place } | null> {
  const ofCloud = await getDb().invitation.findUnique({ where: { id } });
  if (ofCloud !== null) return { row: ofCloud, place: await getPlace(ofCloud) };
  const ofProject = await getDb().projectInvitation.findUnique({ where: { id }, include: { project: true } });
  if (ofProject === null) return null;
  const { project, ...row } = ofProject;
  return { row, place: await getPlace({ cloudId: project.cloudId, projectId: project.id }) };
}
