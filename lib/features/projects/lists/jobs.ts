/** Creates lists of projects: one after the other, because parents come before their children. */
import { conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type ProjectListRowModel } from "#lib/db/client.ts";
import type { Sending } from "#lib/features/batches/kind.ts";
import { iterateRows, UNSENT } from "#lib/features/batches/rows.ts";
import { runSlice } from "#lib/features/batches/slice.ts";
import { submitOperation } from "#lib/features/operations/submitting.ts";
import { resultSchema } from "#lib/features/operations/rules/schema.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { projectFieldsSchema, type ProjectFields } from "../schema.ts";
import { projectSubmission } from "../operation.ts";
import { PROJECT_LISTS, type ProjectList } from "./kind.ts";

const SENDING: Sending<ProjectList, ProjectListRowModel> = {
  atOnce: 1,
  unsent: (listId) =>
    iterateRows((n, take) =>
      getDb().projectListRow.findMany({
        where: { listId, n: { gt: n }, ...UNSENT },
        orderBy: { n: "asc" },
        take,
      }),
    ),
  submit: async ({ cloud }, actor, row, key, link) => {
    const submission = projectSubmission(cloud, key, await withParent(row));
    return (await submitOperation(actor, submission, link)).id;
  },
};

/** The job "portal.create-projects". */
export const createListed: JobHandler<"portal.create-projects"> = ({ listId }, { signal }) =>
  runSlice(PROJECT_LISTS, SENDING, listId, signal);

/** The row's fields, with the number of the parent that this list created. @throws AppError CONFLICT when the parent was not created */
async function withParent(row: ProjectListRowModel): Promise<ProjectFields> {
  const project = projectFieldsSchema.parse(row.fields);
  if (row.parentN === null) return project;
  const parent = await getDb().projectListRow.findUniqueOrThrow({
    where: { listId_n: { listId: row.listId, n: row.parentN } },
    include: { operation: true },
  });
  const { operation } = parent;
  const isMade = operation?.state === "DONE" || operation?.state === "RESOLVED_DONE";
  const result = resultSchema.nullable().parse(operation?.result ?? null);
  if (isMade && result !== null && result.serviceId !== null)
    return { ...project, parentId: result.serviceId };
  const isUncertain = operation?.state === "UNKNOWN" || operation?.state === "DONE_ID_LOST";
  const { name } = parent;
  throw conflict(
    isUncertain
      ? say(
          "The parent “{name}” is uncertain. Settle the parent, then retry this project. Nothing was sent.",
          {
            name,
          },
        )
      : say("The parent “{name}” was not created. Nothing was sent.", { name }),
  );
}
