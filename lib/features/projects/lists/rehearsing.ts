/** The script of a list's rehearsal: its rows, in a Cloud of the same name, below stand-ins for existing projects. */
import type { Actor } from "#lib/auth/actor.ts";
import { conflict } from "#lib/core/errors.ts";
import { msg, say } from "#lib/core/texts.ts";
import type { CloudModel, ConnectionModel, ProjectListRowModel } from "#lib/db/client.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { editDraft } from "#lib/features/batches/drafts.ts";
import { requireRehearsalPlace } from "#lib/features/rehearsals/application.ts";
import { addRehearsal } from "#lib/features/rehearsals/commands.ts";
import type { Script, ScriptProject } from "#lib/features/rehearsals/schema.ts";
import { projectBody } from "../operation.ts";
import { projectFieldsSchema } from "../schema.ts";
import { PROJECT_LISTS } from "./kind.ts";

const NO_MODEL = msg("The main model was ignored: that model does not exist in a rehearsal.");

/**
 * Starts a rehearsal of a draft at the built-in service. @throws AppError CONFLICT when it is no longer a draft or there is no built-in
 * service; NOT_FOUND
 */
export async function rehearseProjectList(actor: Actor, id: string): Promise<void> {
  const list = await getBatch(PROJECT_LISTS, actor, id);
  requireRehearsalPlace();
  await editDraft(PROJECT_LISTS, actor, id, async (tx) => {
    const rows = await tx.projectListRow.findMany({
      where: { listId: id, isIncluded: true },
      orderBy: { n: "asc" },
    });
    if (rows.length === 0) {
      throw conflict(say("No row of the list can be created, so there is nothing to rehearse."));
    }
    await addRehearsal(tx, { listId: id }, toScript(list.cloud, rows), actor.name);
  });
}

/** Pure. Stand-ins are numbered downwards from -1; the Cloud already exists. */
export function toScript(
  cloud: CloudModel & { connection: Pick<ConnectionModel, "platformUrl"> },
  rows: readonly Pick<ProjectListRowModel, "n" | "name" | "fields" | "parentN">[],
): Script {
  const standIns = new Map<number, ScriptProject>();
  const standIn = (serviceId: number): number => {
    const known = standIns.get(serviceId);
    if (known !== undefined) return known.n;
    const name = `Project ${String(serviceId)}`;
    const n = -1 - standIns.size;
    const body = { name, status: "A" } as const;
    standIns.set(serviceId, { kind: "project", n, title: name, parentN: null, body, aside: "" });
    return n;
  };
  const steps = rows.map(({ n, name: title, fields, parentN }): ScriptProject => {
    const project = projectFieldsSchema.parse(fields);
    const body = projectBody(project);
    const above = project.parentId === null ? null : standIn(project.parentId);
    const aside = project.mainModelId === null ? "" : NO_MODEL;
    return { kind: "project", n, title, parentN: parentN ?? above, body, aside };
  });
  return {
    cloud: { n: 0, name: cloud.name },
    platformUrl: cloud.connection.platformUrl,
    steps: [...standIns.values(), ...steps],
  };
}
