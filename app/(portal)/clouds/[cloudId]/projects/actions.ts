"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { validation } from "#lib/core/errors.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { createProjectSchema } from "#lib/features/projects/schema.ts";
import { IMAGE_BYTES_MAX } from "#lib/service/contract/inputs.ts";
import { toOutcome } from "../../../_components/operation-outcome.ts";

const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** The logo as the interface takes it, a string: the chosen image as a data address, else the address that was typed. */
async function toLogo(file: File | string | undefined, address: string): Promise<string> {
  if (!(file instanceof File) || file.size === 0) return address;
  if (!LOGO_TYPES.includes(file.type)) {
    throw validation(
      { logo: ["Choose a PNG, JPEG, WebP or GIF image."] },
      "The logo cannot be used. Nothing was sent.",
    );
  }
  if (file.size > IMAGE_BYTES_MAX) {
    throw validation(
      { logo: [`Choose an image of at most ${String(IMAGE_BYTES_MAX / 1024)} KiB.`] },
      "The logo is too large. Nothing was sent.",
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
  }),
  run: async ({ logoAddress, logoFile, ...fields }, actor) => {
    const logo = await toLogo(logoFile, logoAddress);
    const parsed = createProjectSchema.safeParse({ ...fields, logo });
    if (!parsed.success) throw validation(z.flattenError(parsed.error).fieldErrors);
    const result = await createProject(actor, { ...fields, status: parsed.data.status, logo });
    revalidatePath("/", "layout");
    return { ...toOutcome(result.operation, result.needsNewKey), cloudId: fields.cloudId };
  },
});
