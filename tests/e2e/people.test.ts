/**
 * Invited people, from the email to the Cloud: links that scanners open remain valid, an answer can be changed, one account serves every
 * later invitation, and the token of a link appears nowhere but in the link. A forgotten password is reset by email, and a second factor
 * can be set up.
 */
import { TOTP } from "otpauth";
import type { Page } from "@playwright/test";
import { browser, expect, product, service, staff, test, useStaff } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { readMailedLink } from "#tests/support/mailed-link.ts";
import { createAccount, openWatched, type Watched } from "#tests/support/portal-steps.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";

const PASSWORD = "kranen boven de haven";
const NEW_PASSWORD = "bruggen over het kanaal";
const STEP_MS = 30_000;
const unique = `${String(Date.now())}-${String(process.pid)}`;
const first = `e.visser.${unique}@bouwgroep-oost.example`;
const second = `t.bakker.${unique}@bouwgroep-oost.example`;

useStaff();

type Cloud = { readonly id: number; readonly name: string; readonly landing: string };

async function makeCloud(title: string): Promise<Cloud> {
  const name = `${title} ${unique}`;
  const { id } = await service.post("/cloud", { name });
  return { id, name, landing: `${product.origin}/platform/cloud/${String(id)}` };
}

async function invite(cloud: Cloud, email: string): Promise<void> {
  await service.post(`/cloud/${String(cloud.id)}/invitation`, { email, redirect_uri: cloud.landing });
}

/** Addresses on one of the service's lists: waiting invitations, or people who joined. */
async function listAddresses(cloud: Cloud, list: "invitation" | "user"): Promise<string[]> {
  const records = (await service.get(`/cloud/${String(cloud.id)}/${list}`)) as { email: string }[];
  return records.map((record) => record.email).sort();
}

const readMail = (subject: { name: string }, recipient: string): Promise<string> =>
  readMailedLink(product, subject, recipient);

function expectNoToken(link: string, watched: Watched): void {
  const query = new URL(link).searchParams;
  const token = query.get("invitation") ?? query.get("token") ?? "";
  expect(token.length).toBeGreaterThan(40);
  expect(watched.shown.length).toBeGreaterThan(1);
  expect(watched.referers.length).toBeGreaterThan(watched.shown.length);
  expect([...watched.shown, ...watched.referers].filter((text) => text.includes(token))).toEqual([]);
}

test("invitations are opened by machines, answered by people, and answered again", async () => {
  const cloud = await makeCloud("Havenkwartier");
  await invite(cloud, first);
  await invite(cloud, second);
  const link = await readMail(cloud, first);
  const otherLink = await readMail(cloud, second);
  expect(link).not.toBe(otherLink);
  expect(link.startsWith(`${cloud.landing}?invitation=`)).toBe(true);

  const scanner = await browser.newContext();
  for (const method of ["HEAD", "GET", "HEAD", "GET"]) {
    const answer = await scanner.request.fetch(link, { method });
    expect([method, answer.status()]).toEqual([method, 200]);
  }
  await scanner.close();
  expect(await listAddresses(cloud, "invitation")).toEqual([first, second].sort());
  expect(await listAddresses(cloud, "user")).toEqual([]);

  const watched = await openWatched(browser, product.origin);
  const { page } = watched;
  await page.goto(link);
  await page.getByRole("heading", { name: `Join ${cloud.name}` }).waitFor();
  await expect(page.getByLabel("Email")).toHaveValue(first);
  await createAccount(page, ["Eva", "Visser"], PASSWORD);
  await page.getByRole("heading", { name: `You are invited to ${cloud.name}` }).waitFor();
  expect(await listAddresses(cloud, "user")).toEqual([]);

  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("heading", { name: `You declined the invitation to ${cloud.name}` }).waitFor();
  expect(await page.getByRole("button", { name: "Decline" }).count()).toBe(0);
  expect(await listAddresses(cloud, "user")).toEqual([]);

  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("heading", { name: cloud.name, level: 1 }).waitFor();
  expect(page.url()).toBe(cloud.landing);
  expect(await listAddresses(cloud, "user")).toEqual([first]);
  expect(await listAddresses(cloud, "invitation")).toEqual([second]);
  expectNoToken(link, watched);
  await page.context().close();

  const theirs = await openWatched(browser, product.origin);
  await theirs.page.goto(otherLink);
  await expect(theirs.page.getByLabel("Email")).toHaveValue(second);
  await createAccount(theirs.page, ["Tom", "Bakker"], PASSWORD);
  await theirs.page.getByRole("button", { name: "Accept" }).click();
  await theirs.page.getByRole("heading", { name: cloud.name, level: 1 }).waitFor();
  expect(await listAddresses(cloud, "user")).toEqual([first, second].sort());
  expectNoToken(otherLink, theirs);
  await theirs.page.context().close();

  await answerWithAccount(cloud);
});

/** A second Cloud invites the first person, who has an account by now: signing in is enough, from any browser. */
async function answerWithAccount(earlier: Cloud): Promise<void> {
  const cloud = await makeCloud("Spoorzone");
  await invite(cloud, first);
  const link = await readMail(cloud, first);
  const watched = await openWatched(browser, product.origin);
  const { page } = watched;
  await page.goto(link);
  await page.getByText(`To answer the invitation to ${cloud.name}.`).waitFor();
  expect(await page.getByLabel("First name").count()).toBe(0);
  await expect(page.getByLabel("Email")).toHaveValue(first);

  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("You are not signed in.").waitFor();
  await expect(page.getByLabel("Email")).toHaveValue(first);

  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: `You are invited to ${cloud.name}` }).waitFor();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("heading", { name: cloud.name, level: 1 }).waitFor();
  expect(page.url()).toBe(cloud.landing);
  expect(await listAddresses(cloud, "user")).toEqual([first]);
  expect(await listAddresses(cloud, "invitation")).toEqual([]);

  await page.goto("/platform");
  const clouds = page.getByRole("table", { name: "Your Clouds" });
  await clouds.getByRole("link", { name: cloud.name }).waitFor();
  await clouds.getByRole("link", { name: earlier.name }).waitFor();
  expectNoToken(link, watched);
  await page.context().close();
}

/** A person who has joined a Cloud, signed in in a separate browser. */
async function joinAs(email: string, cloud: Cloud): Promise<Page> {
  await invite(cloud, email);
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  await page.goto(await readMail(cloud, email));
  await createAccount(page, ["Noor", "Jansen"], PASSWORD);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("heading", { name: cloud.name, level: 1 }).waitFor();
  return page;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Signed in as" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("whoever forgot the password gets back in by mail, and every other browser is signed out", async () => {
  const email = `n.jansen.${unique}@bouwgroep-oost.example`;
  const cloud = await makeCloud("Stationsplein");
  const elsewhere = await joinAs(email, cloud);
  const banner = elsewhere.getByRole("banner");
  await banner.getByText("Portico", { exact: true }).last().waitFor();
  await expect(banner).not.toContainText("Built-in");

  const watched = await openWatched(browser, product.origin);
  const { page } = watched;
  await page.goto("/platform");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("heading", { name: "Forgotten password", level: 1 }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send a link" }).click();
  await page.getByText(`If ${email} has an account here`).waitFor();
  const link = await readMail({ name: "Set a new password" }, email);
  expect(link.startsWith(`${product.origin}/platform/new-password/enter?token=`)).toBe(true);
  for (const method of ["GET", "HEAD"]) await page.request.fetch(link, { method, maxRedirects: 0 });

  await page.goto(link);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/platform/new-password");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("Use at least 10 characters").waitFor();
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("The new password is set.").waitFor();
  expectNoToken(link, watched);
  await elsewhere.goto("/platform");
  await elsewhere.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();

  await signIn(page, email, PASSWORD);
  await page.getByText("You are not signed in.").waitFor();
  await signIn(page, email, NEW_PASSWORD);
  await page.getByRole("heading", { name: "Your Clouds", level: 1 }).waitFor();
  await page.goto(link);
  await page.getByText("This link no longer works.").waitFor();
  await readMail({ name: "Your password was changed" }, email);
  await elsewhere.context().close();
  await page.context().close();
});

test("staff send a locked-out person a link, which opens the account and which staff do not see", async () => {
  const email = `j.peeters.${unique}@bouwgroep-oost.example`;
  const page = await joinAs(email, await makeCloud("Houthaven"));
  const desk = await staff.newPage();
  // Chromium keeps no body of an answer that a page reads as it comes. Before the page is opened: steerRequests says why.
  const answers: string[] = [];
  await desk.route("**", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    answers.push(await response.text());
    return route.fulfill({ response });
  });
  await desk.goto(`/applications/people?q=${encodeURIComponent(email)}`);
  await desk.getByRole("row").filter({ hasText: email }).getByRole("button", { name: "Actions for" }).click();
  await desk.getByRole("menuitem", { name: "Send a password link" }).click();
  await desk.getByRole("button", { name: "Send link" }).click();
  await desk.getByText("The email is being sent.").waitFor();
  const shown = answers.join("\n") + (await desk.content());
  expect(answers).toEqual([expect.stringContaining(`"ok":true`)]);

  const link = await readMail({ name: "Set a new password" }, email);
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(token.length).toBeGreaterThan(40);
  expect(shown).not.toContain(token);
  await page.goto(link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("The new password is set.").waitFor();
  await signIn(page, email, NEW_PASSWORD);
  await page.getByRole("heading", { name: "Your Clouds", level: 1 }).waitFor();
  await desk.close();
  await page.context().close();
});

test("a member sees the projects as a tree, tells two floors of one name apart, and opens one", async () => {
  const cloud = await makeCloud("Werft");
  const path = `/cloud/${String(cloud.id)}/project`;
  for (const house of ["House A", "House B"]) {
    const { id } = await service.post(path, { name: house });
    await service.post(path, { name: "Floor 1", parent_id: id });
  }
  const page = await joinAs(`n.moreau.${unique}@bouwgroep-oost.example`, cloud);
  const rows = page.getByRole("table", { name: "Projects" }).getByRole("row");
  expect((await rows.allInnerTexts()).slice(1).map((row) => row.replaceAll(/\s+/g, " ").trim())).toEqual([
    expect.stringMatching(/^House A 0 models/),
    expect.stringMatching(/^Floor 1 in House A 0 models/),
    expect.stringMatching(/^House B 0 models/),
    expect.stringMatching(/^Floor 1 in House B 0 models/),
  ]);
  await expectCleanInEveryLook(page, "a Cloud's tree of projects");
  await rows.filter({ hasText: "in House B" }).getByRole("link", { name: "Floor 1" }).click();
  await page.getByRole("heading", { name: "Floor 1", level: 1 }).waitFor();
  await page.getByText(`in ${cloud.name} / House B`).waitFor();
  await page.getByText("No models yet").waitFor();
  await expectCleanInEveryLook(page, "a project of a Cloud");
  await page.getByRole("link", { name: "All projects" }).click();
  await page.getByRole("heading", { name: cloud.name, level: 1 }).waitFor();
  await page.context().close();
});

test("signing out says nothing about the link that was answered", async () => {
  const page = await joinAs(`l.moreau.${unique}@bouwgroep-oost.example`, await makeCloud("Kadehuis"));
  await signOut(page);
  expect(await page.getByRole("main").innerText()).not.toContain("no longer valid");
  await page.context().close();
});

test("signing out that gets no answer says so, and can be done again", async () => {
  const page = await joinAs(`m.moreau.${unique}@bouwgroep-oost.example`, await makeCloud("Entrepot"));
  const posts = await steerRequests(page, () => true, "POST");
  await page.reload();
  posts.abort();
  await page.getByRole("button", { name: "Signed in as" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByText("You may still be signed in here.").waitFor();
  posts.pass();
  await signOut(page);
  await page.context().close();
});

test("a second factor is set up, asked for at sign-in, and removed with the password", async () => {
  const email = `p.smit.${unique}@bouwgroep-oost.example`;
  const page = await joinAs(email, await makeCloud("Westerdok"));
  await page.getByRole("button", { name: "Signed in as" }).click();
  await page.getByRole("menuitem", { name: "Sign-in and security" }).click();
  await page.getByRole("button", { name: "Set up an app" }).click();
  await page.getByRole("img", { name: "The secret as a QR code" }).waitFor();
  const secret = await page.locator("[data-secret]").innerText();
  const codeAt = (atMs: number): string => new TOTP({ secret }).generate({ timestamp: atMs });
  await page.getByLabel("2. Code that the app shows").fill(codeAt(Date.now()));
  await page.getByLabel("3. Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("The second factor is on.").waitFor();
  await page.getByRole("button", { name: "I saved the codes" }).click();
  await page.getByText("10 of 10 recovery codes are left.").waitFor();

  await signOut(page);
  await signIn(page, email, PASSWORD);
  const code = page.getByLabel("Code of your authenticator app");
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The code was wrong, too old, or used before.").waitFor();
  // One step ahead, because the code that set up the factor is not accepted again.
  await code.fill(codeAt(Date.now() + STEP_MS));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Your Clouds", level: 1 }).waitFor();

  await page.goto("/platform/account");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Remove second factor" }).click();
  await page.getByRole("button", { name: "Set up an app" }).waitFor();
  await page.context().close();
});
