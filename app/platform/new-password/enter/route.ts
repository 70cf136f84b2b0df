import { enterByLink } from "#app/_server/mailed-link.ts";

/** The link for an invited person's new password; redirects to a page without the token and uses nothing up. */
export async function GET(request: Request): Promise<Response> {
  return enterByLink(request, "platform/new-password");
}
