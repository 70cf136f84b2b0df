/**
 * Signing in and out by next-auth's own addresses, as its browser library does, with only those that the edge lets through
 * (lib/boot/edge/addresses.ts). Browser only.
 */

/** @throws Error when no answer came, or one that next-auth does not give */
/** Portico's own refusal, before next-auth was asked. */
type Refused = { error: { code: string } };

async function post(
  path: "callback/credentials" | "signout",
  fields: Record<string, string>,
): Promise<URL | Refused> {
  const asked = await window.fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await window.fetch(`/api/auth/${path}`, {
    method: "POST",
    // next-auth answers with JSON in place of a redirect.
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  const answered = (await answer.json()) as { url: string } | Refused;
  return "error" in answered ? answered : new URL(answered.url);
}

/** Signs in with what was typed. @returns null, or next-auth's word for the refusal @throws Error when Portico did not answer */
export async function signIn(typed: {
  email: string;
  password: string;
  code: string;
}): Promise<string | null> {
  const answer = await post("callback/credentials", { ...typed, callbackUrl: window.location.href });
  return "error" in answer ? answer.error.code : answer.searchParams.get("error");
}

/** Ends the session and opens a page of the portal. @throws Error when Portico did not answer */
export async function signOut(callbackUrl: `/${string}`): Promise<void> {
  const answer = await post("signout", { callbackUrl });
  if ("error" in answer) throw new Error(answer.error.code);
  window.location.assign(answer);
}
