/**
 * Uncertain operations in a browser: settled in at most three clicks where the service lists what it has, in at most five where it does
 * not; several at once by keyboard alone; and one form creates one Cloud, however it is sent.
 */
import type { Page } from "@playwright/test";
import { db, expect, page, press, product, service, staff, test, useStaff } from "#tests/support/browser.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";
import { makeUncertain } from "#tests/support/uncertain-operation.ts";
import { until } from "#tests/support/until.ts";
import { listFindings } from "#tests/support/looks.ts";

const unique = `${String(Date.now())}-${String(process.pid)}`;

let connectionId = "";

useStaff();

test.beforeAll(async () => {
  connectionId = (await db.connection.findFirstOrThrow({ where: { kind: "BUILTIN" } })).id;
});

test.afterAll(async () => {
  await db.capability.deleteMany({ where: { connectionId, operation: "listClouds" } });
});

/** From the overview, with every click counted. */
async function openOverview(): Promise<{ page: Page; clicks: () => Promise<number> }> {
  const page = await staff.newPage();
  await page.addInitScript(() => {
    addEventListener(
      "pointerdown",
      () => {
        sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? "0") + 1));
      },
      true,
    );
  });
  await page.goto("/");
  return { page, clicks: () => page.evaluate(() => Number(sessionStorage.getItem("clicks"))) };
}

test("with a list: found on the overview with its age and cause, and adopted in at most three clicks", async () => {
  const title = `Listed ${unique}`;
  const id = await makeUncertain(db, product, title);
  const cloud = await service.post("/cloud", { name: title });
  const { page, clicks } = await openOverview();
  const entry = page
    .getByRole("list", { name: "Needs attention" })
    .getByRole("listitem")
    .filter({ hasText: title });
  // Portico may have looked automatically by now, and then says what it has found.
  await expect(entry).toHaveText(
    /no certain answer.*(may or may not have been carried out|On the service's list at).*1 h/s,
  );
  await entry.getByRole("link").click();
  await page.getByRole("radio", { name: `Exists: adopt number ${String(cloud.id)}` }).waitFor();
  await expect(page.getByRole("radio", { checked: true })).toHaveAttribute("value", "exists");
  expect(await listFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Settle operation" }).click();
  await page.getByText("Confirmed: exists").waitFor();
  expect(await clicks()).toBeLessThanOrEqual(3);
  expect(await db.operation.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "RESOLVED_DONE" });
  await page.close();
});

test("without a list: its number is entered in at most five clicks", async () => {
  const title = `Not listed ${unique}`;
  await makeUncertain(db, product, title);
  const cloud = await service.post("/cloud", { name: title });
  const said = { answers: false, checkedAt: new Date() };
  await db.capability.upsert({
    where: { connectionId_operation: { connectionId, operation: "listClouds" } },
    create: { connectionId, operation: "listClouds", ...said },
    update: said,
  });
  const { page, clicks } = await openOverview();
  await page.getByRole("listitem").filter({ hasText: title }).getByRole("link").click();
  await page.getByText("This service has no list to check").waitFor();
  await page.getByRole("radio", { name: "Exists" }).click();
  await page.getByLabel("Number at the service").click();
  await page.keyboard.type(String(cloud.id));
  await page.getByRole("button", { name: "Settle operation" }).click();
  await page.getByText("Confirmed: exists").waitFor();
  expect(await clicks()).toBeLessThanOrEqual(5);
  await db.capability.deleteMany({ where: { connectionId, operation: "listClouds" } });
  await page.close();
});

test("several are closed at once by keyboard alone, and stay visible", async () => {
  const titles = [`Bulk A ${unique}`, `Bulk B ${unique}`];
  for (const title of titles) await makeUncertain(db, product, title);
  await using page = await staff.newPage();
  await page.goto("/operations");
  await page.getByRole("heading", { name: "Settle several at once" }).waitFor();
  expect(await listFindings(page)).toEqual([]);
  for (const title of titles) {
    await press(page.getByRole("checkbox", { name: new RegExp(title) }), "Space");
  }
  await press(page.getByRole("radio", { name: /Close as uncertain/ }), "Space");
  await page.getByRole("textbox", { name: "How you know" }).focus();
  await page.keyboard.type("The platform was replaced meanwhile.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await until("both are closed", async () => {
    const rows = await db.operation.findMany({ where: { title: { in: titles } } });
    return rows.every(({ state }) => state === "ABANDONED");
  });
  await page.goto("/operations?show=closed");
  for (const title of titles) await page.getByRole("link", { name: new RegExp(title) }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await listFindings(page)).toEqual([]);
});

test("a form sent by Enter and a double click, then gone back to and reloaded, makes one Cloud", async () => {
  const name = `Once only ${unique}`;
  await using page = await staff.newPage();
  await page.goto("/clouds/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  const button = page.getByRole("button", { name: /Create/ });
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  await button.dblclick({ timeout: 1000 }).catch(() => undefined);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const cloud = page.url();
  await page.goBack();
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await page.goForward();
  await page.waitForURL(cloud);
  await page.reload();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  expect(await db.serviceCloud.count({ where: { name } })).toBe(1);
  expect(await db.operation.count({ where: { title: name } })).toBe(1);
});

test("offline while it is sent: what was typed stays, nothing is claimed, and sending again makes one Cloud", async () => {
  const name = `Offline ${unique}`;
  await using page = await staff.newPage();
  await page.goto("/clouds/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await staff.setOffline(true);
  await page.getByRole("button", { name: /Create/ }).click();
  await page.getByText("No answer.").waitFor();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await staff.setOffline(false);
  await page.getByRole("button", { name: /Create/ }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  expect(await db.serviceCloud.count({ where: { name } })).toBe(1);
});

test("whoever leaves the form of a Cloud while it is created is on the next page at once; the Cloud is created", async () => {
  const name = `Slow ${unique}`;
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
