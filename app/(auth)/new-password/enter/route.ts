import { enterByLink } from "#app/_server/mailed-link.ts";

/** The link for a new password; it leads to the clean page and uses nothing up. */
export async function GET(request: Request): Promise<Response> {
  return enterByLink(request, "new-password");
}
