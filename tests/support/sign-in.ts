/**
 * A browser in which the product's administrator is signed in.
 */
import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import type { ProductAccess } from "./product.ts";

/**
 * Signs in as the form does, without drawing its pages: staff.test.ts and main-way.test.ts use the form. The caller closes the context.
 * @throws Error when the portal refuses
 */
export async function signInStaff(
  browser: Browser,
  product: Pick<ProductAccess, "origin" | "adminEmail" | "adminPassword">,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: product.origin, ...options });
  // These requests use the context's cookies, and the browser has the session afterwards.
  const asked = await context.request.get("/api/auth/csrf");
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await context.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, email: product.adminEmail, password: product.adminPassword, json: "true" },
    maxRedirects: 0,
  });
  const cookies = await context.cookies(product.origin);
  if (cookies.some(({ name }) => name.endsWith("portico.session"))) return context;
  throw new Error(`The sign-in answered ${String(answer.status())} ${(await answer.text()).slice(0, 300)}`);
}
