import { getEnv } from "#lib/core/env.ts";
import { handleServiceRequest } from "#lib/service/server/handle.ts";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

async function answer(request: Request): Promise<Response> {
  if (getEnv().PORTICO_EMBEDDED === "off") return new Response(null, { status: 404 });
  return handleServiceRequest(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
