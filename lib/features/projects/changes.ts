/**
 * Changes and deletes projects at services that offer it (docs/service "Neighbouring operations"). Sends only changed fields, so that
 * nobody else's changes are undone. Deleting requires the typed name; the registry's row stays, marked as deleted.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { parseInput } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { deleteThere, requireThere, sendVersion } from "#lib/features/clouds/changes.ts";
import { deleteSchema, type Delete } from "#lib/features/clouds/schema.ts";
import { auditOf, type ServiceChange } from "#lib/features/clouds/service-change.ts";
import type { JsonOf } from "#lib/service/contract/operations/index.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { requireParent } from "./commands.ts";
import { getProjectModel, type ProjectWithCloud } from "./queries.ts";
import { fieldsOf, readProjects } from "./reading.ts";
import { changeProjectSchema, SERVICE_FIELDS, type ChangeProject } from "./schema.ts";

/**
 * Changes the fields of a project that differ from those the form was made with. Returns whether anything was sent.
 * @throws AppError CONFLICT when it was changed since the form was made, or the service does not offer it; FORBIDDEN; NOT_FOUND;
 * VALIDATION; UPSTREAM, which says whether anything was done.
 */
export async function changeProject(actor: Actor, input: ChangeProject): Promise<boolean> {
  requirePermission(actor, "registry:change");
  const wanted = parseInput(changeProjectSchema, input);
  const found = await getProjectModel(wanted.id);
  // A change made outside Portico since raises the version.
  await readProjects(found.cloud);
  const project = await getProjectModel(wanted.id);
  requireThere(project);
  const body = differences(project, wanted);
  if (typeof body.parent_id === "number") await requireParent(project.cloudId, body.parent_id);
  if (project.version === wanted.version && Object.keys(body).length === 0) return false;
  const change: ServiceChange = {
    ...aboutProject(project),
    capability: "changeProject",
    action: "project.change",
    before: valuesOf(project, body),
    after: body,
  };
  const form = { table: getDb().project, version: wanted.version };
  const record = await sendVersion(actor, change, form, (client) =>
    client.changeProject(Number(project.cloud.serviceId), Number(project.serviceId), body),
  );
  await inTransaction(async (tx) => {
    await tx.project.update({ where: { id: project.id }, data: { ...fieldsOf(record), missingSince: null } });
    await recordAudit(tx, auditOf(actor, change, "DONE"));
  });
  return true;
}

/**
 * Deletes a project with its models at the service; returns its Cloud.
 * @throws AppError VALIDATION when the typed name differs; CONFLICT while calls in it are running or uncertain, or the service does not
 * offer it; FORBIDDEN; NOT_FOUND; UPSTREAM.
 */
export async function deleteProject(actor: Actor, input: Delete): Promise<{ cloudId: string }> {
  requirePermission(actor, "registry:delete");
  const { id, typedName } = parseInput(deleteSchema, input);
  const project = await getProjectModel(id);
  await deleteThere(actor, project, typedName, {
    about: { ...aboutProject(project), capability: "deleteProject", action: "project.delete" },
    inside: { path: ["projectId"], equals: id },
    call: (client) => client.deleteProject(Number(project.cloud.serviceId), Number(project.serviceId)),
    mark: (tx, data) => tx.project.update({ where: { id }, data }),
  });
  return { cloudId: project.cloudId };
}

type Body = JsonOf<"updateProject">;
type ProjectChange = { [Field in keyof Body]: Exclude<Body[Field], undefined> };

/** The differences between the registry's row and the wanted values, with the service's field names. */
function differences(
  project: ProjectWithCloud,
  wanted: ReturnType<typeof changeProjectSchema.parse>,
): ProjectChange {
  const body: ProjectChange = {};
  if (wanted.name !== project.name) body.name = wanted.name;
  if (wanted.description !== (project.description ?? "")) body.description = wanted.description;
  if (wanted.status !== project.status) body.status = wanted.status;
  if (wanted.parentId !== toNumber(project.parentServiceId)) body.parent_id = wanted.parentId;
  if (wanted.mainModelId !== toNumber(project.mainModelId)) body.main_model_id = wanted.mainModelId;
  if (wanted.logo === "remove" && project.logo !== null) body.logo = null;
  if (wanted.logo !== "remove" && wanted.logo !== "keep" && wanted.logo !== project.logo) {
    body.logo = wanted.logo;
  }
  return body;
}

function toNumber(id: bigint | null): number | null {
  return id === null ? null : Number(id);
}

/** The values that a change replaces, for the audit. */
function valuesOf(project: ProjectWithCloud, body: ProjectChange): JsonValue {
  const values = {
    name: project.name,
    description: project.description,
    status: project.status,
    parent_id: toNumber(project.parentServiceId),
    main_model_id: toNumber(project.mainModelId),
    logo: project.logo,
  };
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in body));
}

function aboutProject({ id, name, cloud }: ProjectWithCloud) {
  return {
    connection: cloud.connection,
    list: "listProjects",
    objectType: "project",
    objectId: id,
    subject: say("The project “{name}”", { name }),
    fields: SERVICE_FIELDS,
  } as const;
}
