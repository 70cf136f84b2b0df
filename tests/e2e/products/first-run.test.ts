/**
 * The first minutes of an installation without a configured account: the link that the first start prints creates one administrator, once;
 * signing out ends the session on the server and stays on the portal's own address. Then the first steps, interrupted and resumed, from a
 * demo Cloud with a real model to the first export; afterwards nothing of them is in the way.
 */
import { expect, test, type Page } from "@playwright/test";
import { closePages } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { startProduct } from "#tests/support/product.ts";
import type { Product } from "#tests/support/product.ts";
import { until } from "#tests/support/until.ts";

const EMAIL = "nora.eerste@portico.example";
const NAME = "Nora Eerste";
const PASSWORD = "vier bruggen over het kanaal";

let product: Product;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  product = await startProduct({ environment: { PORTICO_ADMIN_EMAIL: "", PORTICO_ADMIN_PASSWORD: "" } });
});

test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.remove();
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("the printed link makes the first account, once; signing out ends the session for good; the first steps lead to an export", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { origin } = product.access;
  const printed = await until("the one-time link", () => /\S+\/first-run\?setup=\S+/.exec(product.output()));
  const link = printed[0];
  expect(new URL(link).origin).toBe(origin);

  await using context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto("/");
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.getByText("No account exists yet.").waitFor();

  await page.goto(link);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(NAME);
  await page.getByLabel("Email").fill(EMAIL);
  for (const [password, sentence] of [
    ["te kort", "Use at least 10 characters; a few words in a row are fine."],
    ["Welkom123456!", "This password is easy to guess. Choose another one."],
    [EMAIL, "The password must not be your email address."],
  ] as const) {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText(sentence, { exact: true }).waitFor();
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(NAME);
    await expect(page.getByLabel("Email")).toHaveValue(EMAIL);
  }

  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Your account is ready.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await signIn(page);
  await page.getByRole("heading", { name: "First steps", level: 1 }).waitFor();

  const cookies = await context.cookies();
  const thief = await browser.newContext({ baseURL: origin });
  await thief.addCookies(cookies);
  const stolen = await thief.newPage();
  await stolen.goto("/clouds");
  await stolen.getByRole("heading", { name: "Clouds", level: 1 }).waitFor();
  expect((await thief.request.get("/api/exports/none")).status()).toBe(404);

  await page.getByRole("button", { name: `Signed in as ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  expect(new URL(page.url()).origin).toBe(origin);
  expect(new URL(page.url()).pathname).toBe("/sign-in");

  await thief.clearCookies();
  await thief.addCookies(cookies);
  expect((await thief.request.get("/api/exports/none")).status()).toBe(401);
  await stolen.goto("/clouds");
  // The page's loading state may come first; then the page leads to the sign-in.
  await stolen.waitForURL((url) => url.pathname === "/sign-in");
  await stolen.getByRole("button", { name: "Sign in" }).waitFor();
  await thief.close();

  await page.goto(link);
  await page.getByText("This link no longer works.").waitFor();
  expect(await page.getByLabel("Password").count()).toBe(0);
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(page);
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await takeFirstSteps(page);
});

async function takeFirstSteps(page: Page): Promise<void> {
  const card = page.getByRole("main").getByRole("region", { name: "First steps" });
  await card.getByText("1 of 4 done").or(card.getByText("2 of 4 done")).waitFor();
  await expectCleanInEveryLook(page, "an empty overview");
  await card.getByRole("button", { name: "Not now" }).click();
  await card.waitFor({ state: "hidden" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("first steps");
  await page.getByRole("option", { name: "First steps" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "First steps", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Create demo Cloud" }).waitFor();
  await expectCleanInEveryLook(page, "the first steps");
  await page.getByRole("button", { name: "Create demo Cloud" }).click();
  const elements = page.getByRole("link", { name: /^Open the elements of/ });
  await elements.waitFor();
  await elements.click();
  await page.getByRole("gridcell").first().waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Export \d/ }).click();
  await (await download).path();
  await page.goto("/start");
  await page.getByText("4 of 4 done").first().waitFor();
  await page.context().clearCookies({ name: "portico-first-steps-left" });
  await page.goto("/");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.getByRole("heading", { name: "Recent activity" }).waitFor();
  expect(await card.count()).toBe(0);
}
