import NextAuth from "next-auth";
import { keepKnownBrowser, readBrowserCookie } from "#app/_server/known-browser.ts";
import { hasSoundCallbacks } from "#lib/auth/callback-address.ts";
import { createAuthOptions } from "#lib/auth/options.ts";
import type { AppError } from "#lib/core/errors.ts";
import { signIn } from "#lib/features/staff/sign-ins.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** What the portal's pages send. next-auth also reads JSON, and answers 500 when it is invalid. */
const FORM = "application/x-www-form-urlencoded";

async function handler(request: Request, context: Context): Promise<Response> {
  if (request.method === "POST" && !isForm(request))
    return new Response(`A sign-in is a form: send it as ${FORM}.`, { status: 415 });
  if (!hasSoundCallbacks(request.url, request.headers.get("cookie")))
    return new Response("The address to go back to is not a well-formed one.", { status: 400 });
  let refusal: AppError | undefined;
  const options = createAuthOptions({
    signIn,
    browserCookie: await readBrowserCookie("staff"),
    onSignedIn: (email) => keepKnownBrowser("staff", email),
    onRefused: (refused) => (refusal = refused),
  });
  const answer = NextAuth(options) as (request: Request, context: Context) => Promise<Response>;
  const response = await answer(request, context);
  const { status, details } = refusal ?? { status: response.status, details: {} };
  if (details.retryAfterSeconds === undefined) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", String(details.retryAfterSeconds));
  return new Response(response.body, { status, headers });
}

/** RFC 9110 section 8.3.1: the type before its parameters, in any case. */
function isForm({ headers }: Request): boolean {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() === FORM;
}

export { handler as GET, handler as POST };
