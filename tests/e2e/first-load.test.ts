/**
 * What the browser loads with the element table, before anybody does something: the size of all scripts, in both languages, and that code
 * which only an action needs comes at the first pointer or key.
 */
import { gzipSync } from "node:zlib";
import type { Language } from "#lib/core/texts.ts";
import type { Page, Response } from "@playwright/test";
import {
  expect,
  openAgain,
  page,
  press,
  product,
  speak,
  test,
  useModel,
  useStaff,
} from "#tests/support/browser.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";
import { until } from "#tests/support/until.ts";

/** Code that comes after the page. */
const isCode = ({ pathname }: URL): boolean => pathname.startsWith("/_next/static/chunks/");

/** All scripts of a first visit, as gzip packs them. */
const LIMIT_BYTES = 260_000;

useStaff();
const model = useModel("revit2020-ifc4-rooms.ifc");

/** The first visit of all shows how the table is read, and needs more. */
test.beforeAll(async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
});

/** A page of a browser that has not loaded anything yet. */
async function openFresh(language: Language = "en"): Promise<Page> {
  const fresh = await openAgain();
  await speak(fresh, language);
  return fresh.newPage();
}

type Script = { name: string; text: string; bytes: number };

/** Every script that the page has asked for, from now on. */
function noteScripts(page: Page): () => Promise<Script[]> {
  const answers: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") answers.push(response);
  });
  return () =>
    Promise.all(
      answers.map(async (answer) => {
        const body = await answer.body();
        return { name: answer.url(), text: body.toString(), bytes: gzipSync(body, { level: 6 }).length };
      }),
    );
}

/** Opens the table and waits until it asks for what comes after the page. */
async function openTable(page: Page): Promise<void> {
  const after = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/work");
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  await after;
}

test("a page names the icons of its tab and of a phone, and the web manifest; all of them are there", async () => {
  const page = await (await fetch(`${product.origin}/sign-in`)).text();
  const links = [...page.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
  expect(links.map(([, rel]) => rel).toSorted()).toEqual(["apple-touch-icon", "icon", "manifest"]);
  for (const [, , href = ""] of links) expect((await fetch(product.origin + href)).status).toBe(200);
});

test("nothing moves when the table arrives: the rail is closed before", async () => {
  const fresh = await openFresh();
  const widthOfRail = (): Promise<number> =>
    fresh.locator("aside.rail").evaluate((rail) => rail.getBoundingClientRect().width);
  await fresh.goto(`${model.path}?type=IfcDoor`);
  await fresh.getByRole("grid").waitFor();
  const closed = await widthOfRail();
  await fresh.route("**/models/*", async (route) => {
    const response = await route.fetch();
    const [before = ""] = (await response.text()).split('<section class="gridpage"');
    await route.fulfill({ response, body: before });
  });
  await fresh.goto(`${model.path}?type=IfcDoor`);
  expect(await fresh.locator(".gridpage").count()).toBe(0);
  expect(await widthOfRail()).toBe(closed);
  await fresh.context().close();
});

for (const language of ["en", "de"] as const)
  test(`the first visit loads at most 260 kB of scripts (${language})`, async () => {
    await using page = await openFresh(language);
    const scripts = noteScripts(page);
    await openTable(page);
    const loaded = await scripts();
    const bytes = loaded.reduce((sum, script) => sum + script.bytes, 0);
    const parts = loaded
      .toSorted((one, other) => other.bytes - one.bytes)
      .map((script) => `${String(script.bytes)} ${new URL(script.name).pathname}`);
    expect(loaded.some(({ text }) => text.includes("getHeaderGroups"))).toBe(true);
    expect(bytes, parts.join("\n")).toBeLessThanOrEqual(LIMIT_BYTES);
  });

test("what only dialogs and menus need comes at the first pointer or key", async () => {
  await using page = await openFresh();
  const scripts = noteScripts(page);
  await openTable(page);
  /** zod checks what is typed; the layers of Radix are those of menus and dialogs; sonner shows toasts. */
  const isHere = async (word: string): Promise<boolean> =>
    (await scripts()).some(({ text }) => text.includes(word));
  const late = ["ZodType", "DismissableLayer", "data-sonner-toaster"];
  for (const word of late) expect([word, await isHere(word)]).toEqual([word, false]);
  await page.mouse.move(200, 200);
  for (const word of late) await until(`${word} is here`, () => isHere(word));
});

test("keys that are pressed before their code is here are not lost", async () => {
  await using page = await openFresh();
  const code = await steerRequests(page, isCode);
  await openTable(page);
  code.hold();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("bulk exx");
  await page.keyboard.press("Backspace");
  expect(page.url()).toContain(`${model.path}?type=IfcDoor`);
  code.pass();
  const search = page.getByRole("combobox", { name: "Search or run a command" });
  await expect(search).toHaveValue("bulk ex");
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Bulk exports", level: 1 }).waitFor();
});

test("a menu that a key opens before its code is here opens with its first item", async () => {
  await using page = await openFresh();
  const code = await steerRequests(page, isCode);
  await openTable(page);
  code.hold();
  await press(page.getByRole("button", { name: "Row height" }));
  code.pass();
  await expect(page.getByRole("menuitemradio", { name: "Compact" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Row height" })).toBeFocused();
});

test("a press whose code cannot be loaded is told, holds back no key, and the next one works", async () => {
  await using page = await openFresh();
  const code = await steerRequests(page, isCode);
  await openTable(page);
  const causes: string[] = [];
  page.on("pageerror", ({ message }) => causes.push(message));
  code.abort();
  const trouble = page.getByText("Part of this page could not be loaded. Try again, or reload the page.");
  await page.keyboard.press("Control+k");
  await trouble.waitFor();
  expect(causes.join("\n")).toMatch(/chunk/);
  code.pass();
  // Other code comes; the search is still missing.
  await page.getByRole("button", { name: "Row height" }).click();
  await page.getByRole("menuitemradio", { name: "Compact" }).waitFor();
  await page.keyboard.press("Escape");
  await expect(trouble).toBeVisible();
  // The same press opens the search: it does not end a wish that nothing answers.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run a command" }).waitFor();
  await trouble.waitFor({ state: "detached" });
});

test("a panel whose code cannot be loaded claims nothing of what was sent, and a reload brings the page back", async () => {
  await using page = await openFresh();
  const code = await steerRequests(page, isCode);
  await openTable(page);
  code.abort();
  await page.getByRole("button", { name: /^Columns/ }).click();
  await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
  await page.getByText("Part of this page could not be loaded.").first().waitFor();
  await expect(page.getByText(/Nothing was created/)).toHaveCount(0);
  code.pass();
  await page.getByRole("button", { name: "Reload the page" }).first().click();
  await page.getByRole("grid").waitFor();
});

test("another page is shown in German, never half in English, however slow its texts are", async () => {
  await using page = await openFresh("de");
  const texts = await steerRequests(page, ({ pathname }) => pathname.includes("/texts/"));
  const asked = page.waitForRequest(/\/texts\/de\./);
  await openTable(page);
  const first = (await asked).url();
  texts.hold();
  const rest = page.waitForRequest(/\/texts\/de\./);
  await page.getByRole("link", { name: "Exporte", exact: true }).first().click();
  expect((await rest).url()).not.toBe(first);
  await page.getByRole("grid").waitFor();
  texts.pass();
  await page.getByRole("heading", { name: "Exporte", level: 1 }).waitFor();
  await page.getByText("Exports", { exact: true }).waitFor({ state: "detached" });
});
