"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { validation } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { adoptProject } from "#lib/features/projects/adoption.ts";
import { changeProject, deleteProject } from "#lib/features/projects/changes.ts";
import { archiveProject, createProject } from "#lib/features/projects/commands.ts";
import { LOGO_TYPES } from "#lib/features/projects/logo.ts";
import { createProjectSchema } from "#lib/features/projects/schema.ts";
import { IMAGE_BYTES_MAX } from "#lib/service/contract/inputs.ts";
import { toOutcome } from "#app/_features/operations/operation-outcome.ts";

/** The logo as the string that the interface takes: the chosen image as a data address, else the typed address. */
async function toLogo(file: File | string | undefined, address: string): Promise<string> {
  if (!(file instanceof File) || file.size === 0) return address;
  if (address.trim() !== "") {
    throw validation(
      { logo: [t("You chose an image and typed an address. Keep only one of them.")] },
      say("A project has one logo. Nothing was sent."),
    );
  }
  if (!LOGO_TYPES.some((type) => type === file.type)) {
    throw validation(
      { logo: [t("Choose a PNG, JPEG, WebP or GIF image.")] },
      say("The logo cannot be used. Nothing was sent."),
    );
  }
  if (file.size > IMAGE_BYTES_MAX) {
    throw validation(
      {
        logo: [t("Choose an image of at most {count} KiB.", { count: IMAGE_BYTES_MAX / 1024 })],
      },
      say("The logo is too large. Nothing was sent."),
    );
  }
  return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString("base64")}`;
}

export const createProjectAction = defineAction({
  name: "projects.create",
  permission: "project:create",
  input: z.object({
    key: z.string(),
    cloudId: z.string(),
    name: z.string(),
    description: z.string().default(""),
    status: z.string().default("A"),
    parentId: z.string().default(""),
    mainModelId: z.string().default(""),
    logoAddress: z.string().default(""),
    logoFile: z.union([z.instanceof(File), z.string()]).optional(),
    again: z.string().default(""),
  }),
  revalidates: "/",
  run: async ({ logoAddress, logoFile, ...fields }, actor) => {
    const logo = await toLogo(logoFile, logoAddress);
    const parsed = createProjectSchema.safeParse({ ...fields, logo });
    if (!parsed.success) throw validation(z.flattenError(parsed.error).fieldErrors);
    const result = await createProject(actor, { ...fields, status: parsed.data.status, logo });
    return { ...toOutcome(result.operation), cloudId: fields.cloudId };
  },
});

export const adoptProjectAction = defineAction({
  name: "projects.adopt",
  permission: "project:create",
  input: z.object({ cloudId: z.string(), serviceId: z.string(), name: z.string().default("") }),
  revalidates: "/",
  run: (input, actor) => adoptProject(actor, input),
});

export const changeProjectAction = defineAction({
  name: "projects.change",
  permission: "registry:change",
  input: z.object({
    id: z.string(),
    version: z.string(),
    name: z.string(),
    description: z.string().default(""),
    status: z.enum(["A", "D"]),
    parentId: z.string().default(""),
    mainModelId: z.string().default(""),
    logoFate: z.enum(["keep", "remove", "replace"]).default("keep"),
    logoAddress: z.string().default(""),
    logoFile: z.union([z.instanceof(File), z.string()]).optional(),
  }),
  revalidates: "/",
  run: async ({ logoFate, logoAddress, logoFile, ...fields }, actor) => {
    const logo = logoFate === "replace" ? await toLogo(logoFile, logoAddress) : logoFate;
    if (logo === "") throw validation({ logo: [t("Choose an image, or type an address.")] });
    const isChanged = await changeProject(actor, { ...fields, logo });
    return { isChanged };
  },
});

export const archiveProjectAction = defineAction({
  name: "projects.archive",
  permission: "registry:change",
  input: z.object({ id: z.string(), to: z.enum(["archive", "list"]) }),
  revalidates: "/",
  run: async ({ id, to }, actor) => {
    await archiveProject(actor, id, to === "archive");
    return { isArchived: to === "archive" };
  },
});

export const deleteProjectAction = defineAction({
  name: "projects.delete",
  permission: "registry:delete",
  input: z.object({ id: z.string(), typedName: z.string() }),
  revalidates: "/",
  // A refusal may show that the project is gone, which the list then marks.
  revalidatesRefused: true,
  run: async (input, actor) => {
    const { cloudId } = await deleteProject(actor, input);
    redirect(`/clouds/${cloudId}`);
  },
});
