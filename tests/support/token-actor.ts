/** Whose access token it is, for tests of what a token gives access to. */
import { judgeToken, type TokenActor } from "#lib/auth/personal-token.ts";
import { getDb } from "#lib/db/client.ts";

/** The owner of a working token; null when it is refused. */
export async function findTokenActor(token: string): Promise<TokenActor | null> {
  const verdict = await judgeToken(getDb(), token);
  return verdict.ok ? verdict.actor : null;
}
