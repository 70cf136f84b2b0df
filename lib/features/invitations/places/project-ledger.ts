/** The part of the ledger about projects: the same rows as the tabs People of all projects, in the order and with the filters of the ledger. */
import { searchedText } from "#lib/core/address.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { isId } from "#lib/core/ids.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { getDb, type Prisma } from "#lib/db/client.ts";
import { whereSearched } from "#lib/features/clouds/list/listing.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { countIntoClouds } from "./ledger-figures.ts";
import { toFigures, whereOfProjectPart, type PartFigures } from "../ledger.ts";
import type { KeptInvitation } from "./kept-people.ts";
import type { InvitationsQuery, LedgerInto } from "../schema.ts";

/** A row of either part. */
export type LedgerRow = KeptInvitation & {
  cloudId: string;
  mailSeenAt: Date | null;
  cloud: { name: string; serviceId: bigint; connectionId: string };
  project: { id: string; name: string } | null;
};

type Where = Prisma.ProjectInvitationWhereInput;

const WITH_PLACE = {
  project: {
    select: {
      id: true,
      name: true,
      cloud: { select: { id: true, name: true, serviceId: true, connectionId: true } },
    },
  },
} as const;

/** `place`: the condition of the page. */
export async function findProjectRows(
  query: InvitationsQuery,
  { place, orderBy, take }: { place: object; orderBy: Record<string, "asc" | "desc">[]; take: number },
): Promise<LedgerRow[]> {
  const ofPart = query.part === undefined ? {} : whereOfProjectPart(query.part);
  const rows = await getDb().projectInvitation.findMany({
    where: { AND: [whereAsked(query), ofPart, place] },
    orderBy,
    take,
    include: WITH_PLACE,
  });
  return rows.map(({ project: { cloud, ...project }, ...row }) => ({
    ...row,
    cloudId: cloud.id,
    mailSeenAt: null,
    cloud,
    project,
  }));
}

/** Counts by part, of all rows that match all filters but the part. */
export async function countProjectParts(query: InvitationsQuery): Promise<PartFigures> {
  const asked = whereAsked(query);
  const db = getDb().projectInvitation;
  const [groups, aging, sent] = await Promise.all([
    db.groupBy({ by: ["state"], where: asked, _count: true }),
    db.count({ where: { AND: [asked, whereOfProjectPart("AGING")] } }),
    db.count({ where: { AND: [asked, whereOfProjectPart("SENT")] } }),
  ]);
  return toFigures(
    groups.map(({ state, _count: count }) => ({ state, count })),
    { aging, sent, seen: 0 },
  );
}

/** How many invitations each part of the ledger has; in a large one seconds old. */
export async function countInto(actor: Actor): Promise<Record<LedgerInto, number>> {
  requirePermission(actor, "portal:read");
  const [clouds, projects] = await Promise.all([
    countIntoClouds(),
    keepFigure(
      "ledger into projects",
      () => getDb().projectInvitation.count(),
      (rows) => rows,
    ),
  ]);
  return { clouds, projects };
}

/** What was typed to search addresses, in the form in which they are compared. */
export function searchOf({ search = "" }: InvitationsQuery): string {
  return searchedText(search);
}

/** Who invited whom, in either part of the ledger. */
export function whereBetween(query: InvitationsQuery) {
  const search = searchOf(query);
  return {
    ...(query.invitedBy === undefined ? {} : { createdById: { in: [query.invitedBy].filter(isId) } }),
    ...(search === "" ? {} : { address: { contains: search } }),
  };
}

function whereAsked(query: InvitationsQuery): Where {
  const { cloudId, cloudNamed = "" } = query;
  return {
    ...whereBetween(query),
    ...(cloudId === undefined
      ? whereNamed(cloudNamed)
      : { project: { cloudId: { in: [cloudId].filter(isId) } } }),
  };
}

function whereNamed(typed: string): Where {
  const ofCloud = whereSearched(typed);
  if (Object.keys(ofCloud).length === 0) return {};
  const named = subjectName(typed).slice(0, 256);
  return { project: { OR: [{ cloud: ofCloud }, { sortName: { contains: named } }] } };
}
