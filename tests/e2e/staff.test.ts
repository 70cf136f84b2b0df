/**
 * A colleague from the invitation to the end of the account: email, account, what a viewer is not offered, another role, the second factor,
 * a disabled account. The administrator's part is by keyboard alone, and every page on the way is clean for axe.
 */
import { TOTP } from "otpauth";
import type { BrowserContext, Page } from "@playwright/test";
import { browser, expect, product, staff, tabTo, test, useStaff } from "#tests/support/browser.ts";
import { until } from "#tests/support/until.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { openWatched } from "#tests/support/portal-steps.ts";

const NAME = `Noor Smit ${String(process.pid)}`;
/** As long as fits into a line of a phone. */
const EMAIL = `noor.${String(Date.now()).slice(-9)}.smit@portico.example`;
const PASSWORD = "kranen boven de haven";
const SCANS = 20;

useStaff();

const rowOf = (page: Page, table: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: EMAIL });

async function inviteByKeyboard(): Promise<void> {
  await using page = await staff.newPage();
  await page.goto("/staff");
  await page.getByRole("heading", { name: "Staff", level: 1 }).waitFor();
  await tabTo(page.getByRole("button", { name: "Invite colleague" }));
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await until("the dialog is open", async () => {
    // The page listens to keys as soon as its script runs.
    await page.keyboard.press("Enter");
    return dialog.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
  // The invitation refreshes the page, which must never be without its title.
  await page.evaluate(() => {
    const note = (): void => {
      if (document.title === "") document.documentElement.dataset["untitled"] = "yes";
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
  await tabTo(page.getByLabel("Email address"));
  await page.keyboard.type(EMAIL);
  await page.keyboard.press("Enter");
  await page.getByText(`${EMAIL} was invited.`).waitFor();
  await expectCleanInEveryLook(page, "invite dialog");
  await page.keyboard.press("Escape");
  await rowOf(page, "Invitations").waitFor();
  // Once the email has gone out, without a reload.
  await rowOf(page, "Invitations").getByText("one email delivered").waitFor();
  expect(await page.locator("html").getAttribute("data-untitled"), "the page's title goes away").toBeNull();
  await page.goto("/");
  await page.getByText(`“${EMAIL}”`).waitFor();
  await expectCleanInEveryLook(page, "overview with the invitation");
}

/** The link of the invitation, as the administrator finds it in the email in the built-in mailbox. */
async function readLink(): Promise<string> {
  const page = await staff.newPage();
  const mail = page.getByRole("row").filter({ hasText: EMAIL }).getByRole("link");
  await until(`mail for ${EMAIL}`, async () => {
    await page.goto("/mailbox");
    return mail.isVisible();
  });
  await mail.click();
  await page.getByRole("heading", { name: /invites you to Portico/, level: 1 }).waitFor();
  const link = await page.frameLocator("iframe").getByRole("link").first().getAttribute("href");
  await page.close();
  return link ?? "";
}

/** The session cookie as a copy would have it. */
async function cookieOf(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("portico.session"));
  if (cookie === undefined) throw new Error("There is no session cookie.");
  expect([cookie.httpOnly, cookie.sameSite, cookie.path]).toEqual([true, "Lax", "/"]);
  return `${cookie.name}=${cookie.value}`;
}

test("signing in leads to the page that was asked for, with its search", async () => {
  await using context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  await page.goto("/clouds?q=quay+%2B+harbour&page=1");
  await page.getByLabel("Email").fill(product.adminEmail);
  await page.getByLabel("Password").fill(product.adminPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Clouds", level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe("?q=quay+%2B+harbour&page=1");
  await expect(page.getByRole("searchbox").first()).toHaveValue("quay + harbour");
});

/** Whether a copy of a cookie gives access. */
async function opens(cookie: string): Promise<boolean> {
  const answer = await fetch(`${product.origin}/api/views`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status === 200;
}

async function join(link: string): Promise<BrowserContext> {
  for (let scan = 0; scan < SCANS; scan += 1) {
    expect((await fetch(link, { method: scan % 2 === 0 ? "GET" : "HEAD", redirect: "manual" })).status).toBe(
      303,
    );
  }
  const { page, shown, referers } = await openWatched(browser, product.origin);
  await page.goto(link);
  await page.getByRole("heading", { name: "Set up your account" }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/join");
  await expectCleanInEveryLook(page, "join");
  await page.getByLabel("Name").fill(NAME);
  await page.getByLabel("Password").fill("baseball2026");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("easy to guess").waitFor();
  await expect(page.getByLabel("Name")).toHaveValue(NAME);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Your account is ready.").waitFor();
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(token.length).toBeGreaterThan(40);
  expect([...shown, ...referers].filter((text) => text.includes(token))).toEqual([]);
  await page.goto(link);
  await page.getByText("This link no longer works.").waitFor();
  await page.close();
  return page.context();
}

async function signInAs(context: BrowserContext, code?: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  if (code !== undefined) {
    await page.getByLabel("Code of your authenticator app").fill(code);
    await page.getByRole("button", { name: "Sign in" }).click();
  }
  return page;
}

async function changeRole(role: string): Promise<void> {
  await using page = await staff.newPage();
  await page.goto("/staff");
  await page.getByRole("button", { name: `Actions for ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByRole("radio", { name: role }).check();
  await page.getByRole("button", { name: "Change role" }).click();
  await rowOf(page, "Staff").getByText(role, { exact: true }).waitFor();
}

/** The second factor is set up; returns the code that was used for it and a recovery code. */
async function setSecondFactorUp(page: Page): Promise<{ code: string; recovery: string }> {
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Set up an app" }).click();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await expectCleanInEveryLook(page, "security with a code to scan");
  const code = new TOTP({ secret }).generate();
  await page.getByLabel("2. Code that the app shows").fill(code);
  await page.getByLabel("3. Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("The second factor is on.").waitFor();
  const codes = await page
    .locator("li")
    .filter({ hasText: /^(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}$/ })
    .allTextContents();
  expect(codes).toHaveLength(10);
  await expectCleanInEveryLook(page, "recovery codes");
  await page.getByRole("button", { name: "I saved the codes" }).click();
  const card = page.getByRole("region", { name: "Second factor" });
  await card.getByText("10 of 10 recovery codes are left.").waitFor();
  return { code, recovery: codes[0] ?? "" };
}

test("invited, limited by the role, promoted, protected by a second factor, disabled", async () => {
  await inviteByKeyboard();
  const context = await join(await readLink());

  const viewer = await signInAs(context);
  await viewer.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await viewer.goto("/clouds");
  await viewer.getByRole("heading", { name: "Clouds", level: 1 }).waitFor();
  expect(await viewer.getByRole("link", { name: "Create Cloud" }).count()).toBe(0);
  expect(await viewer.getByRole("link", { name: "Staff" }).count()).toBe(0);
  for (const path of ["/clouds/new", "/staff"]) {
    await viewer.goto(path);
    await viewer.getByRole("heading", { name: "Not allowed", level: 1 }).waitFor();
  }
  const asViewer = await cookieOf(context);
  expect(await opens(asViewer)).toBe(true);

  await changeRole("Operator");
  expect(await opens(asViewer)).toBe(false);
  await viewer.goto("/clouds");
  await viewer.getByRole("heading", { name: "Sign in" }).waitFor();
  await viewer.close();

  const operator = await signInAs(context);
  await operator.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await operator.goto("/clouds");
  await operator.getByRole("link", { name: "Create Cloud" }).first().waitFor();
  const { code, recovery } = await setSecondFactorUp(operator);
  const beforeSignOut = await cookieOf(context);
  await operator.getByRole("button", { name: NAME }).click();
  await operator.getByRole("menuitem", { name: "Sign out" }).click();
  await operator.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await opens(beforeSignOut)).toBe(false);
  await operator.close();

  const refused = await signInAs(context, code);
  await refused.getByText("The code was wrong, too old, or used before.").waitFor();
  await expectCleanInEveryLook(refused, "sign-in with a code");
  await refused.getByLabel("Code of your authenticator app").fill(recovery.toLowerCase());
  await refused.getByRole("button", { name: "Sign in" }).click();
  await refused.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  const asOperator = await cookieOf(context);

  const page = await staff.newPage();
  await page.goto("/staff");
  await page.getByRole("button", { name: `Actions for ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Disable account" }).click();
  await page.getByRole("button", { name: "Disable account" }).click();
  await rowOf(page, "Staff").getByText("Disabled").waitFor();
  expect(await opens(asOperator)).toBe(false);
  const gone = await signInAs(context);
  await gone.getByText("Wrong email or password.").waitFor();
  await context.close();
});
