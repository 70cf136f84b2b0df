import { enterByLink } from "#app/_server/mailed-link.ts";

/** The link of a staff invitation; it leads to the clean page and uses nothing up. */
export async function GET(request: Request): Promise<Response> {
  return enterByLink(request, "join");
}
