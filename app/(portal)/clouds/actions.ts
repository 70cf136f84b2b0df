"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { adoptCloud } from "#lib/features/clouds/adoption.ts";
import { archiveCloud } from "#lib/features/clouds/archive.ts";
import { changeCloud, deleteCloud } from "#lib/features/clouds/changes.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { refreshClouds } from "#lib/features/clouds/queries.ts";
import { createCloudSchema } from "#lib/features/clouds/schema.ts";
import { refreshLedger } from "#lib/features/invitations/background-reading.ts";
import { refreshPeople } from "#lib/features/invitations/commands.ts";
import { refreshProjects } from "#lib/features/projects/queries.ts";
import { toOutcome } from "#app/_features/operations/operation-outcome.ts";

export const createCloudAction = defineAction({
  name: "clouds.create",
  permission: "cloud:create",
  input: z
    .object({ key: z.string(), connectionId: z.string(), name: z.string(), again: z.string().optional() })
    .pipe(createCloudSchema),
  revalidates: "/",
  run: async (input, actor) => {
    const result = await createCloud(actor, input);
    return toOutcome(result.operation);
  },
});

export const adoptCloudAction = defineAction({
  name: "clouds.adopt",
  permission: "cloud:create",
  input: z.object({ connectionId: z.string(), serviceId: z.string(), name: z.string().default("") }),
  revalidates: "/",
  run: (input, actor) => adoptCloud(actor, input),
});

export const changeCloudAction = defineAction({
  name: "clouds.change",
  permission: "registry:change",
  input: z.object({ id: z.string(), version: z.string(), name: z.string() }),
  revalidates: "/",
  run: async (input, actor) => {
    await changeCloud(actor, input);
    return { name: input.name.trim() };
  },
});

export const archiveCloudAction = defineAction({
  name: "clouds.archive",
  permission: "registry:change",
  input: z.object({ id: z.string(), to: z.enum(["archive", "list"]) }),
  revalidates: "/",
  run: async ({ id, to }, actor) => {
    await archiveCloud(actor, id, to === "archive");
    return { isArchived: to === "archive" };
  },
});

export const deleteCloudAction = defineAction({
  name: "clouds.delete",
  permission: "registry:delete",
  input: z.object({ id: z.string(), typedName: z.string() }),
  revalidates: "/",
  // A refusal may show that the Cloud is gone, which the list then marks.
  revalidatesRefused: true,
  run: async (input, actor) => {
    await deleteCloud(actor, input);
    redirect("/clouds");
  },
});

/** Reads a list from its service, however recent the stored one is. The page shows what could not be read. */
export const readListAgainAction = defineAction({
  name: "clouds.read-list-again",
  permission: "portal:read",
  input: z.discriminatedUnion("list", [
    z.strictObject({ list: z.literal("clouds"), connectionId: z.guid().optional() }),
    z.strictObject({ list: z.literal("projects"), cloudId: z.guid() }),
    z.strictObject({ list: z.literal("invitations"), cloudId: z.guid() }),
    z.strictObject({ list: z.literal("project-people"), cloudId: z.guid(), projectId: z.guid() }),
    z.strictObject({ list: z.literal("ledger") }),
  ]),
  revalidates: "/",
  run: async (input, actor) => {
    if (input.list === "clouds") await refreshClouds(actor, input.connectionId);
    else if (input.list === "projects") await refreshProjects(actor, input.cloudId);
    else if (input.list === "ledger") await refreshLedger(actor);
    else await refreshPeople(actor, input, { anew: true });
    return { list: input.list };
  },
});
