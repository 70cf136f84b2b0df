/**
 * The product's own links: followed without reloading the page, left to the browser where it has its own behaviour, and prefetched from the
 * server only when somebody is about to follow one. Also what the pointer or the focus reveals: the exact time, a row's menu.
 */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, firstOf, product, service, staff, test, useStaff } from "#tests/support/browser.ts";

const MARK = randomBytes(4).toString("hex");
const CLOUD = `Silo ${MARK}`;

useStaff();

test.beforeAll(async () => {
  for (const name of [CLOUD, `${CLOUD} 2`]) await service.post("/cloud", { name });
});

/** A page with both Clouds on it, ready, and all later requests to the server. */
async function openList(): Promise<{ page: Page; ahead: string[]; documents: string[] }> {
  const page = await staff.newPage();
  const ahead: string[] = [];
  const documents: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.headers()["next-router-prefetch"] !== undefined) ahead.push(pathname);
    if (request.isNavigationRequest()) documents.push(pathname);
  });
  await page.goto(`/clouds?q=${MARK}`);
  await cloudLink(page).waitFor();
  await firstOf(page.getByRole("button", { name: /Search or run a command/ }));
  // The script that follows links is running: that is when the page asks for its tray's work.
  await page.waitForLoadState("networkidle");
  return { page, ahead, documents };
}

const cloudLink = (page: Page) => page.getByRole("main").getByRole("link", { name: CLOUD, exact: true });

test("a list asks for nothing ahead until somebody is about to follow a link, which then loads no page anew", async () => {
  const { page, ahead, documents } = await openList();
  expect(ahead).toEqual([]);
  await cloudLink(page).hover();
  const path = new URL((await cloudLink(page).getAttribute("href")) ?? "", product.origin).pathname;
  await expect.poll(() => ahead).toContain(path);
  expect(new Set(ahead)).toEqual(new Set([path]));
  await cloudLink(page).click();
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
  expect(documents).toEqual(["/clouds"]);
  await page.goBack();
  await cloudLink(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
  expect(documents).toEqual(["/clouds"]);
  await page.close();
});

test("a new tab is the browser's, and the page stays", async () => {
  const { page } = await openList();
  for (const press of [{ modifiers: ["ControlOrMeta"] as const }, { button: "middle" as const }]) {
    const opened = staff.waitForEvent("page");
    await cloudLink(page).click(
      "button" in press ? { button: press.button } : { modifiers: [...press.modifiers] },
    );
    const tab = await opened;
    await tab.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
    await tab.close();
  }
  expect(new URL(page.url()).pathname).toBe("/clouds");
  await page.close();
});

test("a file is downloaded, not followed", async () => {
  const { page } = await openList();
  await cloudLink(page).click();
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
  const { pathname } = new URL(page.url());
  await page.goto(`${pathname}/invitations/new`);
  await page.getByRole("textbox", { name: "Email address" }).fill(`silo.${MARK}@links.example`);
  await page.getByRole("button", { name: "Invite person" }).click();
  await page.getByText("The service accepted the invitation.").waitFor();
  await page.goto(`/invitations?search=silo.${MARK}`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export ledger" }).click();
  expect((await download).suggestedFilename()).toMatch(/^invitations-.*\.csv$/);
  await page.close();
});

test("the exact time shows beside a relative one, for the pointer and for the keyboard, and goes with Escape", async () => {
  const { page } = await openList();
  const time = page.getByRole("main").locator("time").first();
  const tip = page.getByRole("tooltip");
  await time.hover();
  await tip.waitFor();
  await expect(tip).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d/);
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
  await page.mouse.move(0, 0);
  await cloudLink(page).focus();
  await page.keyboard.press("Tab");
  await tip.waitFor();
  const focused = page.locator("time:focus");
  await expect(focused).toHaveAttribute("aria-describedby", (await tip.getAttribute("id")) ?? "");
  await page.keyboard.press("Tab");
  await tip.waitFor({ state: "detached" });
  await page.close();
});

test("a row's menu is opened by pointer and by keys, begins with its first entry, and gives the focus back", async () => {
  await using page = await staff.newPage();
  await page.goto(`/invitations?search=silo.${MARK}`);
  const more = page.getByRole("button", { name: `More for silo.${MARK}@links.example` });
  const first = page.getByRole("menuitem").first();
  for (const key of ["Enter", "ArrowDown", "Enter"]) {
    await more.focus();
    await expect
      .poll(async () => {
        if ((await page.getByRole("menu").count()) === 0) await more.press(key);
        return page.getByRole("menu").count();
      })
      .toBe(1);
    await expect(first).toBeFocused();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect(more).toBeFocused();
  }
  await more.click();
  await first.click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
});
