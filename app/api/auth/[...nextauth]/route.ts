import NextAuth from "next-auth";
import { createAuthOptions } from "#lib/auth/options.ts";
import { recordSignIn } from "#lib/features/staff/sign-ins.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: Request, context: Context): Promise<Response> {
  const answer = NextAuth(createAuthOptions(recordSignIn)) as (
    request: Request,
    context: Context,
  ) => Promise<Response>;
  return answer(request, context);
}

export { handler as GET, handler as POST };
