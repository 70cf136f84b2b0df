import "server-only";
import { modelNameOf, openModel } from "#app/_features/models/opened-model.ts";
import {
  getApplication,
  getCloudModelOnce,
  getConnection,
  getConnectionDetails,
  getOperation,
  getPlanDetails,
  getProject,
  openMail,
} from "#app/_server/asked-once.ts";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { getEnv } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { Query } from "#lib/core/paging/hrefs.ts";
import { modelIdSchema } from "#lib/features/elements/schema.ts";
import { operationWords } from "#lib/features/operations/words.ts";
import { rowIdSchema } from "#lib/service/operator/schema.ts";
import { gateOf } from "./place-gates.ts";
import type { Names } from "./trail.ts";
import type { Here } from "./whereabouts.tsx";

type Connection = NonNullable<Here["connection"]>;
type Place = { names: Names; connection: Connection | null };

const NOWHERE: Place = { names: {}, connection: null };

/**
 * The names at an address, and its connection; nothing for what does not exist or is not visible to this person. Uses the page's own
 * queries, so that each runs once (app/_server/asked-once.ts).
 */
export async function namePlace(actor: Actor, way: readonly string[], query: Query): Promise<Place> {
  const [area = "", id = "", ...below] = way;
  const gate = gateOf(way);
  if (gate === null || !isAllowed(actor, gate)) return NOWHERE;
  try {
    const place = await AREAS[area]?.(actor, id, below, query);
    return place ?? NOWHERE;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "NOT_FOUND") return NOWHERE;
    throw thrown;
  }
}

type Area = (actor: Actor, id: string, below: readonly string[], query: Query) => Promise<Place>;

const AREAS: Readonly<Record<string, Area>> = {
  async applications(actor, id) {
    const number = rowIdSchema.safeParse(id);
    if (!number.success || getEnv().PORTICO_EMBEDDED === "off") return NOWHERE;
    const { application } = await getApplication(actor, number.data);
    return { names: { other: application.name }, connection: null };
  },
  async clouds(actor, id, below, query) {
    const { connection } = query;
    if (id === "" && typeof connection === "string") return at({}, await getConnection(actor, connection));
    if (!isId(id)) return NOWHERE;
    const [room, projectId = "", ...inProject] = below;
    if (room === "projects" && isId(projectId)) return inCloud(actor, id, projectId, inProject, query);
    const cloud = await getCloudModelOnce(id);
    return at({ cloud: cloud.name }, cloud.connection);
  },
  async connections(actor, id) {
    if (!isId(id)) return NOWHERE;
    const { connection } = await getConnectionDetails(actor, id);
    return at({ connection: connection.name }, connection);
  },
  async mailbox(actor, id) {
    const mail = await openMail(actor, id);
    return mail === null ? NOWHERE : { names: { other: mail.subject }, connection: null };
  },
  async operations(actor, id) {
    if (!isId(id)) return NOWHERE;
    const operation = await getOperation(actor, id);
    return at({ other: operationWords(operation) }, await getConnection(actor, operation.connectionId));
  },
  async plans(actor, id) {
    if (!isId(id)) return NOWHERE;
    const { plan } = await getPlanDetails(actor, id);
    return at({ other: plan.name }, plan.connection);
  },
};

async function inCloud(
  actor: Actor,
  cloudId: string,
  projectId: string,
  [room, id = "", page]: readonly string[],
  { type }: Query,
): Promise<Place> {
  if (room === "models") {
    const modelId = modelIdSchema.safeParse(id);
    if (!modelId.success) return NOWHERE;
    // A passport has one class; a table may have several.
    const classes = page === "passport" && typeof type !== "string" ? undefined : type;
    const opened = await openModel(actor, { cloudId, projectId, modelId: modelId.data }, classes);
    const { cloud, project, connection } = opened.place;
    const model = modelNameOf(opened, modelId.data);
    return at({ cloud: cloud.name, project: project.name, model }, connection);
  }
  const [cloud, project] = await Promise.all([getCloudModelOnce(cloudId), getProject(actor, projectId)]);
  // A project under another Cloud's address does not exist.
  if (project.cloudId !== cloud.id) return NOWHERE;
  return at({ cloud: cloud.name, project: project.name, above: project.parents }, cloud.connection);
}

/** The browser must not get its other columns. */
function at(names: Names, { id, name, kind }: Connection): Place {
  return { names, connection: { id, name, kind } };
}
