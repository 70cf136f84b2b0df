/**
 * next-auth 4 for staff: local accounts (argon2id). Its signed cookie carries nothing but the id of a session row
 * (staff-session.ts); roles and names are read from the database at every request.
 */
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { deriveKey } from "#lib/core/crypto-box.ts";
import { getEnv } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { SESSION_ABSOLUTE_MS, endStaffSession } from "./staff-session.ts";
import { signInStaff } from "./sign-in.ts";

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

/** Options for next-auth; made per call because the key and the origin belong to the running installation. */
export function createAuthOptions(): NextAuthOptions {
  return {
    secret: deriveKey("next-auth").toString("base64url"),
    session: { strategy: "jwt", maxAge: SESSION_ABSOLUTE_MS / 1000 },
    useSecureCookies: getEnv().origin.startsWith("https://"),
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials, request) {
          const forwarded: unknown = request.headers?.["x-forwarded-for"];
          try {
            const signedIn = await signInStaff(getDb(), {
              email: credentials?.email ?? "",
              password: credentials?.password ?? "",
              networkAddress: typeof forwarded === "string" ? (forwarded.split(",")[0]?.trim() ?? "") : "",
            });
            return { id: signedIn.sessionId };
          } catch (thrown) {
            if (thrown instanceof AppError) throw new Error(thrown.code, { cause: thrown });
            throw thrown;
          }
        },
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        // `user` is there at sign-in only; its id is the session row made by authorize.
        return (user as typeof user | undefined) === undefined ? token : { sid: user.id };
      },
      session({ session, token }) {
        return { expires: session.expires, ...(token.sid === undefined ? {} : { sessionId: token.sid }) };
      },
    },
    events: {
      async signOut({ token }) {
        if (token.sid !== undefined) await endStaffSession(getDb(), token.sid);
      },
    },
    logger: {
      error(code, metadata) {
        log.error(`sign-in: ${code}`, metadata instanceof Error ? metadata : metadata["error"]);
      },
      warn(code) {
        log.debug(`sign-in: ${code}`);
      },
    },
  };
}
