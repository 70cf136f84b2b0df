/** Lists of projects as a kind of batch: their tables and their words. */
import { conflict } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db, Prisma } from "#lib/db/client.ts";
import { batchCommands } from "#lib/features/batches/commands.ts";
import { jobOptions } from "#lib/features/batches/job.ts";
import type { AuditDetails, BatchKind } from "#lib/features/batches/kind.ts";
import { addJob } from "#lib/jobs/queue.ts";

const WITH_CLOUD = { cloud: { include: { connection: true } } } satisfies Prisma.ProjectListInclude;

export type ProjectList = Prisma.ProjectListGetPayload<{ include: typeof WITH_CLOUD }>;

export const PROJECT_LISTS: BatchKind<ProjectList> = {
  name: "project-list",
  permission: "project:create",
  things: "projects",
  draftDays: 7,
  words: {
    one: say("This list"),
    inLog: "a list of projects",
    isRunning: say("The list is being created. Pause it first; nothing was changed."),
    isDraft: say("The list was not sent yet. Send the list first."),
    isStarted: say("The list is a draft no more. Nothing was changed. Reload the page."),
    nothingToRetry: say("Nothing was refused or left unsent."),
    noRight: (name) =>
      say("{name} is no longer allowed to create projects. Somebody else can resume the list.", { name }),
  },
  shown: {
    kind: "projects",
    list: async (db, wanted) => {
      const lists = await db.projectList.findMany({
        ...wanted,
        include: { cloud: { select: { name: true } } },
      });
      return lists.map((list) => ({
        ...list,
        title: t("List of projects"),
        place: list.cloud.name,
        href: `/clouds/${list.cloudId}/projects/lists/${list.id}`,
        stands: t("The list of projects for {cloudName} is paused", { cloudName: list.cloud.name }),
        undone: (count) =>
          t("{count, plural, one {# project} other {# projects}} of the list for {cloudName} not created", {
            count,
            cloudName: list.cloud.name,
          }),
      }));
    },
    standing: { state: "PAUSED" },
    others: {
      title: (count) => t("{count, plural, one {# more list is} other {# more lists are}} paused", { count }),
      href: "/clouds",
    },
  },
  batches: (db) => db.projectList,
  rows: (db) => db.projectListRow,
  sql: {
    batches: Prisma.sql`project_list`,
    table: Prisma.sql`project_list_row`,
    of: Prisma.sql`list_id`,
    hasHappened: Prisma.sql`false`,
    isPassed: Prisma.sql`false`,
  },
  of: (listId): Prisma.ProjectListRowWhereInput => ({ listId }),
  inState: (state): Prisma.ProjectListRowWhereInput => ({ list: { state } }),
  operations: (listId) => ({ projectListRow: { listId } }),
  find: (id) => getDb().projectList.findUnique({ where: { id }, include: WITH_CLOUD }),
  title: ({ cloud }) => `for ${cloud.name}`,
  addJob: (db, { id, cloud }, runAt) =>
    addJob(db, "portal.create-projects", { listId: id }, jobOptions("project-list", { ...cloud, id }, runAt)),
  begin: countProjects,
};

/** What people do with one, as with every batch. */
export const projectListCommands = batchCommands(PROJECT_LISTS);

async function countProjects(tx: Db, { id }: ProjectList): Promise<AuditDetails> {
  const projects = await tx.projectListRow.count({ where: { listId: id, isIncluded: true } });
  if (projects > 0) return { projects };
  throw conflict(say("No row of the list can be created. Nothing was sent."));
}
