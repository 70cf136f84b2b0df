/**
 * A browser in which the product's administrator is signed in.
 */
import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import type { ProductAccess } from "./product.ts";

/** Signs in by the form, as a person does. The caller closes the context. */
export async function signInStaff(
  browser: Browser,
  product: ProductAccess,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: product.origin, ...options });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(product.adminEmail);
  await page.getByLabel("Password").fill(product.adminPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.close();
  return context;
}
