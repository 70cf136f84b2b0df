/** The guides inside the product: found from the menu, by search in any language, and from the pages they describe. */
import { expect, page, speak, staff, test, useStaff } from "#tests/support/browser.ts";

const TOPICS = [
  "first-steps",
  "clouds",
  "invitations",
  "people",
  "mailbox",
  "elements",
  "live-addresses",
  "operations",
  "connections",
  "shortcuts",
];

useStaff();

const help = (title = "Help") => page.getByRole("heading", { name: title, level: 1 });

test("the help has every topic at an address of its own, and each of its links leads to a page", async () => {
  await page.goto("/help");
  await help().waitFor();
  for (const id of TOPICS) expect(await page.locator(`#${id} h2`).count(), id).toBe(1);
  const hrefs = await page
    .locator("main section a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.length).toBeGreaterThanOrEqual(7);
  for (const href of new Set(hrefs)) {
    const answer = await staff.request.get(href);
    expect(answer.status(), href).toBe(200);
  }
});

test("the person's menu and the search lead there, by a word of either language and with a wrong letter", async () => {
  await page.goto("/clouds");
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Help" }).click();
  await help().waitFor();
  await page.goto("/clouds");
  await page.getByRole("heading", { name: "Clouds", level: 1 }).waitFor();
  await page.getByRole("button", { name: /Search or run a command/ }).click();
  await page.getByRole("combobox").fill("hilfr");
  await page.getByRole("option", { name: "Help", exact: true }).click();
  await help().waitFor();
});

test("the pages that a topic is about lead to it, in German too", async () => {
  for (const [address, topic] of [
    ["/invitations", "invitations"],
    ["/people", "people"],
    ["/clouds", "clouds"],
    ["/operations", "operations"],
    ["/connections", "connections"],
    ["/exports", "elements"],
    ["/settings/tokens", "live-addresses"],
  ] as const) {
    const answer = await staff.request.get(address);
    expect(await answer.text(), address).toContain(`href="/help#${topic}"`);
  }
  await page.goto("/people");
  await page.getByRole("link", { name: /^Help: / }).click();
  await page.waitForURL("**/help#people");
  await expect.poll(() => page.locator("#people h2").isVisible()).toBe(true);
  await speak(staff, "de");
  await page.goto("/help");
  await help("Hilfe").waitFor();
  await page.getByRole("heading", { name: "Personen einladen" }).waitFor();
});
