/** Signs staff in over plain HTTP, like a browser without scripts: for load tests, and for tests that need no page. */
import type { ProductAccess } from "./product.ts";

/** The session's cookie, ready for a Cookie header. @throws Error when the portal refuses */
export async function signInOverHttp(
  origin: string,
  { adminEmail, adminPassword }: Pick<ProductAccess, "adminEmail" | "adminPassword">,
): Promise<string> {
  const { csrfToken, cookie } = await askCsrf(origin);
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email: adminEmail, password: adminPassword, json: "true" }),
  });
  const session = cookiesOf(answer)
    .split("; ")
    .find((each) => each.includes("portico.session="));
  if (session !== undefined) return session;
  throw new Error(`The sign-in answered ${String(answer.status)} ${(await answer.text()).slice(0, 300)}`);
}

/** What a form of next-auth needs: its token, and the cookie that belongs to it. */
export async function askCsrf(origin: string): Promise<{ csrfToken: string; cookie: string }> {
  const asked = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  return { csrfToken, cookie: cookiesOf(asked) };
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");
}
