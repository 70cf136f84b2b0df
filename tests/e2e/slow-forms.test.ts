/** A form whose action waits for a service holds nobody on its page: who leaves is where they wanted to be, and the action goes on. */
import type { Browser, Page } from "@playwright/test";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { openService, type ServiceCaller } from "#tests/support/service-caller.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";

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
  const forms = await steerRequests(page, ({ pathname }) => pathname === "/clouds/new", "POST");
  await page.goto("/clouds/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  forms.hold();
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Create Cloud" }).click();
  await posted;
  await page
    .getByRole("navigation", { name: "Places" })
    .getByRole("link", { name: /^Plans/ })
    .click();
  // The answer has not come: it is let go only once the other page stands.
  await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  forms.pass();
  await expect
    .poll(async () => ((await service.get("/cloud")) as { name: string }[]).map((cloud) => cloud.name))
    .toContain(name);
  // What was created does not take anybody away from where they are.
  await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/plans");
});
