/**
 * Signing in and out by next-auth's own addresses, as its browser library does, using only those that the edge permits
 * (lib/boot/edge/addresses.ts). Browser only.
 */

/** @throws Error when no answer came, or one that next-auth never gives */
/** Portico's own refusal, before next-auth was called. */
type Refused = { error: { code: string } };

async function post(
  path: "callback/credentials" | "signout",
  fields: Record<string, string>,
): Promise<URL | Refused> {
  const asked = await window.fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await window.fetch(`/api/auth/${path}`, {
    method: "POST",
    // Makes next-auth answer with JSON instead of a redirect.
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  const answered = (await answer.json()) as { url: string } | Refused;
  return "error" in answered ? answered : new URL(answered.url);
}

/** Signs in with the input. @returns null, or next-auth's code for the refusal @throws Error when Portico did not answer */
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
