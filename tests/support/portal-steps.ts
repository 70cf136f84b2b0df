/** Steps of a person's work in the portal with which several tests begin. Expects nothing beyond what each step needs. */
import { request, type ClientRequest } from "node:http";
import type { Browser, BrowserContext, Page } from "@playwright/test";

const LIMIT_MS = 300_000;
const HALF = 1_000_000;

/** Navigates from the list of Clouds to a project; returns its address and its ids in the portal. */
export async function findProject(
  staff: BrowserContext,
  cloud: string,
  project: string,
): Promise<{ projectPage: string; cloudId: string; projectId: string }> {
  const page = await staff.newPage();
  await page.goto("/clouds");
  await page.getByRole("link", { name: cloud }).click();
  await page.getByRole("link", { name: project }).click();
  await page.getByRole("heading", { name: project, level: 1 }).waitFor({ timeout: LIMIT_MS });
  const projectPage = new URL(page.url()).pathname;
  await page.close();
  const [, cloudId = "", projectId = ""] = /clouds\/([^/]+)\/projects\/([^/]+)/.exec(projectPage) ?? [];
  return { projectPage, cloudId, projectId };
}

/** A list of this many addresses of a domain, checked and ready to be sent; returns its page. */
export async function judgeAddresses(
  staff: BrowserContext,
  cloudId: string,
  domain: string,
  count: number,
): Promise<Page> {
  const page = await staff.newPage();
  await page.goto(`/clouds/${cloudId}/invitations/lists/new`);
  const addresses = Array.from({ length: count }, (_, n) => `person-${String(n)}@${domain}`);
  await page.getByLabel("Addresses").fill(addresses.join("\n"));
  await page.getByRole("button", { name: "Check addresses" }).click();
  await page.getByText(`${String(count)} addresses checked`).waitFor({ timeout: LIMIT_MS });
  return page;
}

/** Sends the first half of a file to the portal and keeps the connection open. */
export async function beginHalfUpload(
  staff: BrowserContext,
  origin: string,
  projectId: string,
): Promise<ClientRequest> {
  const cookies = await staff.cookies(origin);
  const query = new URLSearchParams({ key: crypto.randomUUID(), name: "half.ifc" });
  const sending = request(`${origin}/api/projects/${projectId}/models?${query.toString()}`, {
    method: "POST",
    headers: {
      "x-portico": "1",
      "content-length": String(2 * HALF),
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    },
  });
  // The connection is meant to break sooner or later.
  sending.on("error", () => undefined);
  sending.write(Buffer.alloc(HALF, " "));
  return sending;
}

/** Fills the form of a connection to a service of this machine. */
export async function fillConnection(
  page: Page,
  name: string,
  values: { base: string; signIn: string; realm: string; platform: string; clientId: string; secret: string },
): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("Base address").fill(values.base);
  await page.getByLabel("Sign-in address").fill(values.signIn);
  await page.getByLabel("Realm").fill(values.realm);
  await page.getByLabel("Platform address").fill(values.platform);
  await page.getByLabel("Client ID").fill(values.clientId);
  await page.getByLabel("Client secret").fill(values.secret);
}

/** For an invited person who has no account on the platform yet, on the page of the invitation. */
export async function createAccount(
  page: Page,
  [firstName, lastName]: readonly [string, string],
  password: string,
): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

export type Watched = { page: Page; shown: string[]; referers: string[] };

/** A person's own browser, which records every address it shows and every Referer it sends. */
export async function openWatched(browser: Browser, origin: string): Promise<Watched> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  const shown: string[] = [];
  const referers: string[] = [];
  page.on("framenavigated", (frame) => shown.push(frame.url()));
  context.on("request", (request) => referers.push(request.headers()["referer"] ?? ""));
  return { page, shown, referers };
}
