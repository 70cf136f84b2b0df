import { enterByLink } from "#app/_server/mailed-link.ts";

/** The link for a new password; redirects to a page without the token and uses nothing up. */
export async function GET(request: Request): Promise<Response> {
  return enterByLink(request, "new-password");
}
