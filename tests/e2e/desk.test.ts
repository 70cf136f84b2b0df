/**
 * What stays around the pages of the staff: find or do, the breadcrumb that is a switcher, the job tray, and the shortcuts; by keyboard
 * alone, on small screens, and as the role allows.
 */
import { randomBytes } from "node:crypto";
import { newId } from "#lib/core/ids.ts";
import type { Locator, Page } from "@playwright/test";
import {
  browser,
  db,
  expect,
  openByKey,
  openFind,
  page,
  press,
  product,
  service,
  signInAs,
  staff,
  test,
  useStaff,
} from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { findProjectPage } from "#tests/support/ready-model.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";

const MARK = randomBytes(4).toString("hex");
const CLOUD = `Kade ${MARK}`;
const LONG = `Blok ${MARK} met een naam van tachtig tekens die nergens op een klein scherm past 1`;
const SHORT = `Pakhuis ${MARK}`;

let projectPath = "";

useStaff();

test.beforeAll(async () => {
  const cloud = await service.post("/cloud", { name: CLOUD });
  for (const name of [LONG, SHORT]) await service.post(`/cloud/${String(cloud.id)}/project`, { name });
  projectPath = await findProjectPage(staff, product, { cloud: CLOUD, project: LONG });
  await page.goto(projectPath);
  await heading(LONG).waitFor();
});

const heading = (name: string, on: Page = page): Locator => on.getByRole("heading", { name, level: 1 });

const openShortcuts = (): Promise<void> => openByKey("?", "Keyboard shortcuts");

/** Chooses what the page offers under these words, and nothing else does. */
async function doOnPage(typed: string, option: string): Promise<void> {
  await openFind();
  await page.keyboard.type(typed);
  await page
    .getByRole("group", { name: "On this page" })
    .getByRole("option", { name: option, exact: true })
    .waitFor();
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
}

test("a Cloud, a project and an action of the page are found and done by keyboard alone", async () => {
  await openFind();
  await page.keyboard.type(`  ${MARK} kade`);
  await page.getByRole("option", { name: CLOUD }).first().waitFor();
  await expectCleanInEveryLook(page, "find or do with results");
  await page.keyboard.press("Enter");
  await heading(CLOUD).waitFor();

  await openFind();
  await page.keyboard.type("create project");
  await page.getByRole("option", { name: "Create project" }).waitFor();
  await page.keyboard.press("Enter");
  await heading("Create project").waitFor();

  await openFind();
  await page
    .getByRole("group", { name: "Recently visited" })
    .getByRole("option", { name: CLOUD, exact: true })
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Search or run a command" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Search or run a command" }).click();
  await page.keyboard.type("nothing has this in its name");
  await page.getByText(/^No results/).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search or run a command" }).waitFor({ state: "hidden" });
});

test("a page that was still on its way gives what it offers to find or do that is open already", async () => {
  const pages = await steerRequests(page, ({ searchParams }) => searchParams.has("_rsc"));
  await page.goto(`/clouds?q=${MARK}`);
  const link = page.getByRole("main").getByRole("link", { name: CLOUD });
  await openFind();
  const onPage = page.getByRole("group", { name: "On this page" });
  await onPage.getByRole("option", { name: "Add by number" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Search or run a command" }).waitFor({ state: "hidden" });
  pages.hold();
  await link.click();
  await openFind();
  expect(await onPage.getByRole("option", { name: "Create project" }).count()).toBe(0);
  pages.pass();
  await onPage.getByRole("option", { name: "Create project" }).waitFor();
  expect(await onPage.getByRole("option", { name: "Add by number" }).count()).toBe(0);
  await page.unrouteAll({ behavior: "wait" });
  await page.keyboard.press("Escape");
  await heading(CLOUD).waitFor();
});

test("find or do opens a dialog and a row's menu of the page, sends its form and takes its file, as the buttons do", async () => {
  await doOnPage("export elements", "Export elements…");
  await page.getByRole("dialog", { name: "Export elements of many models" }).waitFor();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Export elements…" })).toBeFocused();

  const name = `Roos ${MARK}`;
  await db.staff.create({
    data: { id: newId(), email: `roos.${MARK}@portico.example`, name, passwordHash: "", role: "VIEWER" },
  });
  await page.goto("/staff");
  const more = page.getByRole("button", { name: `Actions for ${name}` });
  for (const time of ["first", "second"]) {
    await doOnPage(`actions ${name}`, `Actions for ${name}`);
    await expect(page.getByRole("menuitem").first(), time).toBeFocused();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect(more).toBeFocused();
  }

  await page.goto("/connections");
  await page.getByRole("list", { name: "Connections" }).getByRole("link").first().click();
  const check = page.getByRole("button", { name: /^Check/ });
  await doOnPage("check", await check.innerText());
  await page.getByRole("status").filter({ hasText: "Checked: OK, 1 warning." }).waitFor();
  await expect(check).toBeFocused();

  await page.goto("/audit");
  const download = page.waitForEvent("download");
  await doOnPage("csv file", "CSV file");
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  expect(new URL(page.url()).pathname).toBe("/audit");
});

test("find or do switches the language by its own name, and signs out", async () => {
  await using other = await signInStaff(browser, product);
  const there = await other.newPage();
  await there.goto("/connections");
  await openFind(there);
  await there.keyboard.type("deutsch");
  await there.getByRole("option", { name: "Deutsch" }).waitFor();
  await there.keyboard.press("Enter");
  await heading("Verbindungen", there).waitFor();
  await openByKey("Control+k", "Suchen oder Befehl ausführen", there);
  await there.keyboard.type("abmelden");
  await there.getByRole("option", { name: "Abmelden" }).waitFor();
  await there.keyboard.press("Enter");
  await there.waitForURL(/\/sign-in/);
  await there.goto("/clouds");
  await there.waitForURL(/\/sign-in/);
});

test("who may only look is offered nothing to create", async () => {
  await using other = await signInAs("VIEWER");
  const there = await other.newPage();
  await there.goto(projectPath);
  await heading(LONG, there).waitFor();
  await openFind(there);
  await there.getByRole("option", { name: "Exports", exact: false }).first().waitFor();
  expect(await there.getByRole("option", { name: /Create|Add|Make|Invite|Staff|Audit/ }).count()).toBe(0);
});

test("the breadcrumb leads to what stands beside, also on 320 px", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(projectPath);
  await heading(LONG).waitFor();
  const beside = page.getByRole("navigation", { name: "Where you are" }).getByRole("button", {
    name: "Other projects",
  });
  await press(beside);
  await page.getByRole("option", { name: LONG }).waitFor();
  await page.getByRole("option", { name: SHORT }).waitFor();
  const sideways = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
  await expectCleanInEveryLook(page, "the breadcrumb's list");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await heading(SHORT).waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Other Clouds" }).first().click();
  await page.keyboard.type(MARK);
  await page.getByRole("option", { name: CLOUD }).waitFor();
  await page.keyboard.press("Enter");
  await heading(CLOUD).waitFor();
});

test("the frame stays while one page follows another, and each page begins at its top", async () => {
  await page.setViewportSize({ width: 1280, height: 320 });
  await page.goto("/");
  await heading("Overview").waitFor();
  const rail = page.getByRole("complementary", { name: "Main" });
  await rail.evaluate((node) => node.setAttribute("id", "the-same-rail"));
  await page.evaluate(() => scrollTo(0, 400));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await rail.getByRole("link", { name: /^Clouds/ }).click();
  await heading("Clouds").waitFor();
  await expect(page.locator("aside#the-same-rail")).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  const where = page.getByRole("navigation", { name: "Where you are" });
  await expect(where.getByRole("listitem")).toHaveText(["Clouds"]);
  await page.goto("/clouds/0199e6a4-0000-7000-8000-000000000001");
  await heading("There is no page at this address").waitFor();
  await where.getByText("Page not found").waitFor();
  await expect(page.getByRole("main")).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("an export that fails while one is elsewhere is told, and stands in the tray with its reason", async () => {
  const admin = await db.staff.findUniqueOrThrow({ where: { email: product.adminEmail } });
  const project = await db.project.findFirstOrThrow({ where: { name: SHORT } });
  const run = await db.exportRun.create({
    data: {
      id: newId(),
      projectId: project.id,
      modelServiceId: 1n,
      modelName: `${MARK}.ifc`,
      ifcClass: "IfcDoor",
      profile: "programs",
      state: "WRITING",
      rowsDone: 120,
      rowsTotal: 214,
      fileName: "x.csv",
      reference: "DESK-1",
      actorId: admin.id,
      actorName: admin.name,
      createdAt: new Date(),
    },
  });
  await page.goto("/connections");
  const tray = page.getByRole("button", { name: /^Background work: .*running/ });
  await tray.click();
  const item = page
    .getByRole("dialog", { name: "Background work" })
    .getByRole("listitem")
    .filter({ hasText: MARK });
  await item.getByRole("progressbar").waitFor();
  await item.getByText("120 of 214").waitFor();
  await expectCleanInEveryLook(page, "the job tray");
  const failure = "The service closed the answer after 120 elements.";
  await db.exportRun.update({
    where: { id: run.id },
    data: { state: "FAILED", failure, endedAt: new Date() },
  });
  const told = page.getByRole("region", { name: /Results from the background/ }).getByRole("listitem");
  await told.filter({ hasText: failure }).waitFor();
  await item.getByText(`Failed. ${failure}`).waitFor();
  await page.keyboard.press("Escape");
  await told.getByRole("button", { name: "Show" }).click();
  await heading("Exports").waitFor();
  await db.exportRun.delete({ where: { id: run.id } });
});

test("keys without a modifier lead on, rest while one types, and can be switched off", async () => {
  await page.goto("/");
  await heading("Overview").waitFor();
  await openShortcuts();
  await expectCleanInEveryLook(page, "shortcuts");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "hidden" });
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await heading("Clouds").waitFor();
  await page.getByRole("searchbox").first().waitFor();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox").first()).toBeFocused();
  await page.keyboard.type("gc?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expect(page.getByRole("searchbox").first()).toHaveValue("gc?");

  await page.goto(projectPath);
  await heading(LONG).waitFor();
  await expect.poll(() => page.getByRole("searchbox").count()).toBe(0);
  await openByKey("/", "Search or run a command");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Search or run a command" }).waitFor({ state: "hidden" });
  // No key leads up until the breadcrumb has arrived and its script has run: then its lists open. A second press would lead on from there.
  const siblings = page.getByRole("dialog", { name: "Other projects" });
  await page.getByRole("button", { name: "Other projects" }).click();
  await siblings.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  await siblings.waitFor({ state: "hidden" });
  await page.keyboard.press("u");
  await heading(CLOUD).waitFor();

  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("checkbox", { name: /Single-key/ }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  await openFind();
  expect(await page.getByRole("dialog", { name: "Keyboard shortcuts" }).count()).toBe(0);
  await page.keyboard.press("Escape");
});
