/** People get the language they chose, or else the browser's. That every page is German then: every-page.test.ts. */
import { expect, product, test } from "#tests/support/browser.ts";
import { german } from "#tests/support/german-page.ts";

test("the browser's language counts until another is chosen, which stays", async ({ browser }) => {
  await using context = await browser.newContext({ baseURL: product.origin, locale: "de-CH" });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByRole("heading", { level: 1, name: german["Sign in"] ?? "" }).waitFor();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: german["Language"] ?? "" }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.goto("/forgotten");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
