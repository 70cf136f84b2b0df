import { enterByLink } from "#app/_server/mailed-link.ts";

/** The link of a staff invitation; redirects to a page without the token and uses nothing up. */
export async function GET(request: Request): Promise<Response> {
  return enterByLink(request, "join");
}
