/** Calls of the portal as plain data, so that they can be passed to another process and repeated there. */
import type { Actor } from "#lib/auth/actor.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { sendList } from "#lib/features/invitations/lists/jobs.ts";
import { getList } from "#lib/features/invitations/lists/queries.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import { changeMemberRole, removeMember } from "#lib/features/people/commands.ts";
import { removePerson } from "#lib/features/people/removals/job.ts";
import { getRemoval } from "#lib/features/people/removals/queries.ts";
import { runPlan } from "#lib/features/plans/jobs.ts";
import { getPlanDetails } from "#lib/features/plans/queries.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import type { JobContext } from "#lib/jobs/definitions.ts";

/** Work that creates something, and is sent once. */
export type Journey = "create cloud" | "create project" | "invite" | "invite list" | "upload" | "plan";

/** Work that names what it changes, and may be sent twice. */
export type PeopleJourney = "change role" | "remove member" | "remove person";

/**
 * `subject`: the cloud's or project's name, the address, the id of a started list, plan or removal, the file's name, the member's number.
 */
export type PortalWork = {
  actor: Actor;
  journey: Journey | PeopleJourney;
  key: string;
  subject: string;
  connectionId: string;
  /** Of the registry. */
  cloudId: string;
  projectId: string;
  /** Of an upload: the model that it replaces as the last version. */
  replaces?: number;
};

/** Work that has not ended by then is waiting for something. */
const SLICES_MAX = 3;

const FILE = Buffer.from("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n");

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(FILE.subarray(0, 20));
  yield FILE.subarray(20);
}

/** Does it like a person's click; returns the operation's state. @throws what the portal's command throws */
export async function doPortalWork(work: PortalWork): Promise<string> {
  const { actor, key, subject, connectionId, cloudId, projectId } = work;
  switch (work.journey) {
    case "create cloud":
      return (await createCloud(actor, { key, connectionId, name: subject })).operation.state;
    case "create project":
      return (await createProject(actor, { key, cloudId, name: subject })).operation.state;
    case "invite":
      return (await invitePerson(actor, { key, cloudId, email: subject })).operation.state;
    case "invite list":
      return inSlices(async () => {
        await sendList({ runId: subject }, contextOf(key));
        return (await getList(actor, subject)).state;
      });
    case "plan":
      return inSlices(async () => {
        await runPlan({ planId: subject }, contextOf(key));
        return (await getPlanDetails(actor, subject)).plan.state;
      });
    case "change role":
      await changeMemberRole(actor, { ...placeOf(work), userId: subject, role: "100" });
      return "DONE";
    case "remove member":
      await removeMember(actor, { ...placeOf(work), userId: subject });
      return "DONE";
    case "remove person":
      return inSlices(async () => {
        await removePerson({ removalId: subject }, contextOf(key));
        return (await getRemoval(actor, subject)).state;
      });
    case "upload": {
      const { replaces = null } = work;
      const file = { fileName: subject, sizeBytes: FILE.length, content: pieces(), replaces };
      return (await uploadModel(actor, { key, projectId, ...file })).operation.state;
    }
  }
}

/** The project, if one is named, else the Cloud. */
function placeOf({ cloudId, projectId }: PortalWork): { cloudId: string; projectId?: string } {
  return projectId === "" ? { cloudId } : { cloudId, projectId };
}

/** Like the queue: further slices while there is more to do, which is common on a busy machine. */
async function inSlices(slice: () => Promise<string>): Promise<string> {
  let state = await slice();
  for (let more = 1; more < SLICES_MAX && state === "RUNNING"; more += 1) state = await slice();
  return state === "ENDED" ? "DONE" : state;
}

function contextOf(jobId: string): JobContext {
  return { jobId, attempt: 1, signal: new AbortController().signal };
}
