/**
 * next-auth 4 for staff: local accounts (argon2id). Its signed cookie contains only the id of a session row (staff-session.ts); roles and
 * names are read from the database at every request.
 */
import type { NextAuthOptions } from "next-auth";
import { encode } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { outsideLog } from "#lib/core/log/outside-log.ts";
import { getDb } from "#lib/db/client.ts";
import { ownCallback } from "./callback-address.ts";
import { isSecure, sessionCookieName, sessionSecret } from "./session-key.ts";
import { SESSION_ABSOLUTE_MS, endStaffSession } from "./staff-session.ts";

declare module "next-auth" {
  interface Session {
    sessionId?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    sid?: string;
  }
}

export type SignInInput = {
  email: string;
  password: string;
  /** A code of the authenticator app, or a recovery code; absent in the first step. */
  code?: string | undefined;
  networkAddress: string;
  /** The browser's cookie from earlier sign-ins (lib/core/identity/known-browser.ts). */
  browserCookie?: string | undefined;
  userAgent?: string | undefined;
};

export type SignInOutcome =
  | { outcome: "signed-in"; sessionId: string; email: string }
  /** The password is right; a code of the second factor is needed too. */
  | { outcome: "code-needed" }
  /** The password is right, the code is wrong, too old, or was used before. */
  | { outcome: "code-refused" };

/** What signing in needs from the request in addition to what next-auth passes on. */
export type SignInRequest = {
  /** Opens the session, and records the outcome. */
  signIn: (input: SignInInput) => Promise<SignInOutcome>;
  /** The browser's cookie from earlier sign-ins (lib/core/identity/known-browser.ts). */
  browserCookie: string;
  onSignedIn: (email: string) => Promise<void>;
  onRefused: (refusal: AppError) => void;
};

/**
 * Options for next-auth; made for each call because key and origin belong to the running installation.
 * @param signIn only given by the route that signs people in
 */
export function createAuthOptions(signIn?: SignInRequest): NextAuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_ABSOLUTE_MS / 1000 },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: { name: sessionCookieName(), options: cookieOptions() } },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
        async authorize(credentials, request) {
          if (signIn === undefined) return null;
          const headers: Record<string, unknown> = request.headers ?? {};
          const [forwarded, userAgent] = [textOf(headers["x-forwarded-for"]), textOf(headers["user-agent"])];
          const signedIn = await signIn
            .signIn({
              email: credentials?.email ?? "",
              password: credentials?.password ?? "",
              code: credentials?.code,
              networkAddress: forwarded.split(",")[0]?.trim() ?? "",
              userAgent,
              browserCookie: signIn.browserCookie,
            })
            .catch((thrown: unknown) => {
              if (!(thrown instanceof AppError)) throw thrown;
              signIn.onRefused(thrown);
              // next-auth passes the error's message to the page: the code, and the seconds to wait, if any.
              const { retryAfterSeconds } = thrown.details;
              const wait = retryAfterSeconds === undefined ? "" : `:${String(retryAfterSeconds)}`;
              throw new Error(`${thrown.code}${wait}`, { cause: thrown });
            });
          if (signedIn.outcome === "code-needed") throw new Error("CODE_NEEDED");
          if (signedIn.outcome === "code-refused") throw new Error("CODE_REFUSED");
          await signIn.onSignedIn(signedIn.email);
          return { id: signedIn.sessionId };
        },
      }),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => ownCallback(url, baseUrl),
      jwt({ token, user }) {
        // `user` exists only at sign-in; its id is that of the session row made by authorize.
        return (user as typeof user | undefined) === undefined ? token : { sid: user.id };
      },
      session({ session, token }) {
        // At the address that anybody may call, the session is empty; the sign-in page does not need it.
        if (signIn !== undefined || token.sid === undefined) return { expires: session.expires };
        return { expires: session.expires, sessionId: token.sid };
      },
    },
    events: {
      async signOut({ token }) {
        if (token.sid !== undefined) await endStaffSession(getDb(), token.sid);
      },
    },
    logger: {
      error(code, metadata) {
        outsideLog.error(`sign-in: ${code}`, metadata instanceof Error ? metadata : metadata["error"]);
      },
      warn(code) {
        log.debug(`sign-in: ${code}`);
      },
    },
  };
}

function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
}

function textOf(header: unknown): string {
  return typeof header === "string" ? header : "";
}

/**
 * The session cookie in next-auth's form for a session row that was just opened, for the sign-in that next-auth does not handle itself. It
 * proves nothing else.
 */
export async function makeSessionCookie(sessionId: string) {
  const maxAge = SESSION_ABSOLUTE_MS / 1000;
  return {
    name: sessionCookieName(),
    value: await encode({ token: { sid: sessionId }, secret: sessionSecret(), maxAge }),
    options: { ...cookieOptions(), maxAge },
  };
}
