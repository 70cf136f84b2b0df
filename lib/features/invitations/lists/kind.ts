/** Lists of invitations as a kind of batch: their tables, their words, and how starting and discarding a list changes the ledger. */
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db, Prisma } from "#lib/db/client.ts";
import { batchCommands } from "#lib/features/batches/commands.ts";
import { jobOptions } from "#lib/features/batches/job.ts";
import type { AuditDetails, BatchKind } from "#lib/features/batches/kind.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { insertInvitations } from "../bulk.ts";
import { CLOUD_TABLES } from "../places/place.ts";
import { requireRedirectUri } from "../sending.ts";

const WITH_CLOUD = { cloud: { include: { connection: true } } } satisfies Prisma.InvitationRunInclude;

export type InvitationList = Prisma.InvitationRunGetPayload<{ include: typeof WITH_CLOUD }>;

export const INVITATION_LISTS: BatchKind<InvitationList> = {
  name: "invitation-list",
  permission: "invitation:send",
  things: "addresses",
  draftDays: 7,
  words: {
    one: say("This list"),
    inLog: "a list of invitations",
    isRunning: say("The list is being sent. Pause it first; nothing was changed."),
    isDraft: say("The list was not sent yet. Send the list first."),
    isStarted: say("The list is already being sent. Nothing was changed."),
    nothingToRetry: say("No invitation in this list was refused or left unsent. Nothing was sent."),
    noRight: (name) =>
      say("{name} is no longer allowed to invite. Somebody else can resume the list.", { name }),
  },
  shown: {
    kind: "invitations",
    list: async (db, wanted) => {
      const lists = await db.invitationRun.findMany({
        ...wanted,
        include: { cloud: { select: { name: true } } },
      });
      return lists.map((list) => ({
        ...list,
        title: t("List of invitations"),
        place: list.cloud.name,
        href: `/clouds/${list.cloudId}/invitations/lists/${list.id}`,
        stands: t("The list of invitations for {cloudName} is paused", { cloudName: list.cloud.name }),
        undone: (count) =>
          t(
            "{count, plural, one {# invitation} other {# invitations}} of the list for {cloudName} not sent",
            { count, cloudName: list.cloud.name },
          ),
      }));
    },
    standing: { state: "PAUSED" },
    others: {
      title: (count) => t("{count, plural, one {# more list is} other {# more lists are}} paused", { count }),
      href: "/clouds",
    },
  },
  batches: (db) => db.invitationRun,
  rows: (db) => db.invitationRunRow,
  sql: {
    batches: Prisma.sql`invitation_run`,
    table: Prisma.sql`invitation_run_row`,
    of: Prisma.sql`run_id`,
    // Since the row was refused, or its list started, the person got an email, waits or joined; or the address was erased.
    hasHappened: Prisma.sql`s.address IS NULL OR EXISTS (
      SELECT 1 FROM invitation_run l JOIN invitation i ON i.cloud_id = l.cloud_id AND i.address = s.address
      WHERE l.id = s.run_id AND (i.state = 'JOINED'
        OR greatest(i.last_mail_at, i.joined_at, CASE WHEN i.state = 'WAITING' THEN i.state_since END)
          > coalesce(o.state_since, l.started_at)))`,
    isPassed: Prisma.sql`false`,
  },
  of: (runId): Prisma.InvitationRunRowWhereInput => ({ runId }),
  inState: (state): Prisma.InvitationRunRowWhereInput => ({ run: { state } }),
  operations: (runId) => ({ invitationRow: { runId } }),
  find: (id) => getDb().invitationRun.findUnique({ where: { id }, include: WITH_CLOUD }),
  title: ({ cloud }) => `for ${cloud.name}`,
  addJob: (db, { id, cloud }, runAt) =>
    addJob(db, "portal.invite-list", { runId: id }, jobOptions("invite-list", { ...cloud, id }, runAt)),
  begin: addToLedger,
  beforeDiscard: takeFromLedger,
};

/** What people do with one, as with every batch. */
export const invitationListCommands = batchCommands(INVITATION_LISTS);

/** People who were never invited appear in the ledger at once; the other rows stay unchanged until their turn. */
async function addToLedger(tx: Db, list: InvitationList, actor: Actor): Promise<AuditDetails> {
  const { cloudId, role } = list;
  const redirectUri = requireRedirectUri(list.cloud);
  const rows = await tx.invitationRunRow.findMany({
    where: { runId: list.id, isIncluded: true },
    select: { address: true, email: true },
  });
  if (rows.length === 0) {
    throw conflict(
      say("No address in the list can be invited. Nothing was sent. Correct at least one address first."),
    );
  }
  const at = now();
  const common = {
    placeId: cloudId,
    redirectUri,
    role,
    state: "PREPARED" as const,
    evidence: say("In a list, not sent yet."),
    stateSince: at,
    createdById: actor.staffId,
    createdAt: at,
  };
  await insertInvitations(
    tx,
    CLOUD_TABLES,
    rows.flatMap(({ address, email }) =>
      address === null || email === null ? [] : [{ ...common, address, email }],
    ),
  );
  return { addresses: rows.length, role };
}

/** A row that only this list added to the ledger never was an invitation. */
async function takeFromLedger(tx: Db, { id, cloudId }: InvitationList): Promise<void> {
  const unsent = await tx.invitationRunRow.findMany({
    where: { runId: id, isIncluded: true, heldBack: null, operationId: null, address: { not: null } },
    select: { address: true },
  });
  const addresses = unsent.map(({ address }) => address).filter((address) => address !== null);
  await tx.invitation.deleteMany({ where: { cloudId, state: "PREPARED", address: { in: addresses } } });
}
