/** A form whose action waits for a service holds nobody on its page: who leaves is where they wanted to be, and the action goes on. */
import type { Browser, Page } from "@playwright/test";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { openService, type ServiceCaller } from "#tests/support/service-caller.ts";
import { signInStaff } from "#tests/support/sign-in.ts";

const name = `Slow ${String(Date.now())}-${String(process.pid)}`;
let browser: Browser;
let service: ServiceCaller;
let page: Page;

test.beforeAll(async ({ browser: started }) => {
  browser = started;
  service = await openService(product);
  page = await (await signInStaff(browser, product)).newPage();
});

test.afterAll(async () => {
  await closePages(browser);
});

test("whoever leaves the form of a Cloud while it is created is on the next page at once; the Cloud is created", async () => {
  await page.goto("/clouds/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  const letGo = Promise.withResolvers<null>();
  const posted = Promise.withResolvers<null>();
  await page.route("**/clouds/new", async (route) => {
    if (route.request().method() === "POST") {
      posted.resolve(null);
      await letGo.promise;
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Create Cloud" }).click();
  await posted.promise;
  await page
    .getByRole("navigation", { name: "Places" })
    .getByRole("link", { name: /^Plans/ })
    .click();
  // The answer has not come: it is let go only once the other page stands.
  await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  letGo.resolve(null);
  await expect
    .poll(async () => ((await service.get("/cloud")) as { name: string }[]).map((cloud) => cloud.name))
    .toContain(name);
  // What was created does not take anybody away from where they are.
  await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/plans");
});
