/** What the registry knows about the Cloud of a list. */
import { getDb } from "#lib/db/client.ts";
import { AWAITED_STATES } from "#lib/features/operations/rules/policy.ts";
import { parentIdOf } from "../../operation.ts";
import { creationsIn } from "../../reading.ts";
import type { Known } from "./judged.ts";

/** Its projects, and those whose creation is running or uncertain. */
export async function findKnown(cloudId: string): Promise<Known> {
  const [projects, open] = await Promise.all([
    getDb().project.findMany({
      where: { cloudId, missingSince: null, deletedAt: null },
      select: { serviceId: true, name: true, parentServiceId: true },
    }),
    getDb().operation.findMany({
      where: { ...creationsIn(cloudId), state: { in: [...AWAITED_STATES] } },
      select: { title: true, body: true },
    }),
  ]);
  return {
    projects: projects.map(({ serviceId, name, parentServiceId }) => ({
      id: Number(serviceId),
      name,
      parentId: parentServiceId === null ? null : Number(parentServiceId),
    })),
    awaited: open.map(({ title, body }) => ({ name: title, parentId: parentIdOf(body) })),
  };
}
