/**
 * How the journal creates a project: what it records, how the creation is sent, which row its answer makes, and where to look for the
 * project when no answer came.
 */
import { z } from "zod";
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { msg, say } from "#lib/core/texts.ts";
import { getDb, type OperationModel } from "#lib/db/client.ts";
import type { CloudWithConnection } from "#lib/features/clouds/queries.ts";
import type { Answered } from "#lib/features/connections/capabilities.ts";
import { judgeList } from "#lib/features/operations/evidence/candidates.ts";
import { madeNumber, type KindRules, type Place, type Search } from "#lib/features/operations/rules/kinds.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { cloudNumberOf, type Submission } from "#lib/features/operations/rules/schema.ts";
import type { Project } from "#lib/service/client/records.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import { projectInputSchema } from "#lib/service/contract/inputs.ts";
import type { ProjectFields } from "./schema.ts";

/** The fields that every project has; empty ones are left out, so that the service's defaults apply. */
export function projectBody({ name, status, description, logo }: ProjectFields) {
  return {
    name,
    status,
    ...(description === "" ? {} : { description }),
    ...(logo === "" ? {} : { logo }),
  };
}

/** What the journal records of a project before its creation: the same for a typed one and for a list's row. */
export function projectSubmission(
  cloud: CloudWithConnection,
  key: string,
  project: ProjectFields,
): Submission {
  const cloudServiceId = Number(cloud.serviceId);
  return {
    key,
    kind: "CREATE_PROJECT",
    connection: cloud.connection,
    path: addressOf("createProject", { cloudId: cloudServiceId }),
    body: {
      ...projectBody(project),
      ...(project.parentId === null ? {} : { parent_id: project.parentId }),
      ...(project.mainModelId === null ? {} : { main_model_id: project.mainModelId }),
    },
    subject: projectSubject(cloudServiceId, project),
    title: project.name,
    context: { cloudId: cloud.id, cloudServiceId },
  };
}

/** The same name under another parent is another project. */
function projectSubject(cloudServiceId: number, { name, parentId }: ProjectFields): string {
  const under = parentId === null ? "" : `/${String(parentId)}`;
  return `project:${String(cloudServiceId)}${under}:${subjectName(name)}`;
}

const bodySchema = projectInputSchema.extend({ logo: z.string().nullish() });

/** The part of the body that becomes the row. An answer has to be recorded whatever was sent: values that do not fit are left out. */
const recordedSchema = z.object({
  description: z.string().nullable().catch(null),
  status: z.string().catch("A"),
  logo: z.string().nullable().catch(null),
  parent_id: z.int().nullable().catch(null),
  main_model_id: z.int().nullable().catch(null),
});

export const projectCreation: KindRules = {
  words: {
    command: msg("Create project “{title}”"),
    subject: (title) => say("the project “{title}”", { title }),
    missing: (title) =>
      say(
        "The project “{title}” was settled as missing, discarded or closed. Try again, or continue without it.",
        { title },
      ),
  },
  auditAction: "project.create",
  send: ({ body }, context) => {
    const input = bodySchema.parse(body);
    const cloudNumber = cloudNumberOf(context);
    return (client) => client.createProject(cloudNumber, input);
  },
  apply: async (tx, { title, body, actorId }, { cloudId }, change) => {
    const serviceId = madeNumber(change);
    if (serviceId === null || cloudId === undefined) return null;
    const name = change.result?.name ?? title;
    const { description, status, logo, parent_id, main_model_id } = recordedSchema.parse(body);
    const row = await tx.project.upsert({
      where: { cloudId_serviceId: { cloudId, serviceId } },
      create: {
        id: newId(),
        cloudId,
        serviceId,
        name,
        sortName: subjectName(name),
        description,
        status,
        logo,
        parentServiceId: parent_id === null ? null : BigInt(parent_id),
        mainModelId: main_model_id === null ? null : BigInt(main_model_id),
        createdById: actorId,
        createdAt: now(),
      },
      update: { createdById: actorId, missingSince: null },
      select: { id: true },
    });
    return row.id;
  },
  evidence: {
    look: async (search) =>
      judgeList(search, underParent(await listThere(search), search.row), await findKnownBefore(search)),
    staysListed: true,
    listedAs: "serviceId",
    needsNumber: true,
    confirmation: {
      read: ({ client, context }, serviceId) => client.getProject(cloudNumberOf(context), serviceId),
      isListed: async (place) => (await listThere(place)).isAnswered,
    },
  },
  mayRepeatInDoubt: false,
};

/** The number of the parent that a project was sent with. @param body of the operation, as recorded */
export function parentIdOf(body: unknown): number | null {
  return z.object({ parent_id: z.int().nullish().catch(null) }).parse(body).parent_id ?? null;
}

/** Only projects under the parent that was sent, since the same name may exist under several; all where the list states no parents. */
function underParent(list: Answered<Project[]>, row: OperationModel): Answered<Project[]> {
  if (!list.isAnswered || list.value.every(({ parentId }) => parentId === null)) return list;
  const wanted = parentIdOf(row.body);
  return { ...list, value: list.value.filter(({ parentId }) => parentId === wanted) };
}

function listThere({ client, ask, context }: Place): Promise<Answered<Project[]>> {
  return ask("listProjects", () => client.listProjects(cloudNumberOf(context)));
}

/** Those that the registry had before the attempt began. */
async function findKnownBefore({ row, context, startedAt }: Search): Promise<{ serviceId: bigint }[]> {
  const { cloudId } = context;
  if (cloudId === undefined) return [];
  return getDb().project.findMany({
    where: { cloudId, name: row.title, createdAt: { lt: startedAt } },
    select: { serviceId: true },
  });
}
