import { defineRoute } from "#app/_server/route.ts";
import { getLogoImage } from "#lib/features/projects/logo.ts";

/** A project's logo, if it is an image; its address changes with the project. */
export const GET = defineRoute<{ cloudId: string; projectId: string }>({
  name: "projects.logo",
  permission: "portal:read",
  run: async (_request, place, actor) => {
    const { type, bytes } = await getLogoImage(actor, place);
    return new Response(bytes, {
      headers: {
        "Content-Type": type,
        "Cache-Control": "private, max-age=300",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});
