import { NextResponse } from "next/server";
import { keepLinkToken } from "#app/_server/platform-session.ts";

const NUMBER = /^[1-9]\d{0,9}$/;

/**
 * Moves the token of an invitation's link from the address into a cookie, then redirects to the Cloud's address without it. Opening it any
 * number of times, by people or by mail scanners, uses nothing up.
 */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const cloudId = query.get("cloud") ?? "";
  const projectId = query.get("project") ?? "";
  const token = query.get("invitation") ?? "";
  if (/^[\w-]{20,100}$/.test(token)) await keepLinkToken(token);
  const cloud = NUMBER.test(cloudId) ? `/platform/cloud/${cloudId}` : "/platform";
  const path = NUMBER.test(cloudId) && NUMBER.test(projectId) ? `${cloud}?project=${projectId}` : cloud;
  return new NextResponse(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}
