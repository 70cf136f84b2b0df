/**
 * Every page in both themes and at both widths: no finding of axe, nothing that scrolls sideways but the element grid, and nothing that
 * the content security policy had to stop.
 */
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getProduct, openBrowser } from "#tests/support/browser.ts";
import { openService } from "#tests/support/service-caller.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";
import { listFindings } from "#tests/support/looks.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "ifc", "duplex-a-georef-revit2011.ifc");
const CLOUD = `Schulcampus Riem, Bauabschnitt 2 mit einem Namen von achtzig Zeichen ${String(process.pid)}`;
const product = getProduct();

let browser: Browser;
/** Paths of pages that hang on what the test made. */
const made = { cloud: "", project: "", model: "" };

beforeAll(async () => {
  browser = await openBrowser();
  const service = await openService(product);
  const cloud = await service.post("/cloud", { name: CLOUD });
  const project = await service.post(`/cloud/${String(cloud.id)}/project`, {
    name: "Haus A",
    description: "Rohbau",
  });
  const projectPath = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
  const { model_id: modelId } = await service.upload(projectPath, FIXTURE);
  await service.post(`/cloud/${String(cloud.id)}/invitation`, {
    email: `k.huber.${String(process.pid)}@campus-riem.example`,
    redirect_uri: `${product.origin}/platform/cloud/${String(cloud.id)}`,
  });
  await until("the model is ready", async () => {
    const models = (await service.get(`${projectPath}/ifc`)) as { status: string }[];
    return models.every((model) => model.status === "C");
  });
  const context = await signInStaff(browser, product);
  const page = await context.newPage();
  await page.goto(`/clouds?q=${encodeURIComponent(CLOUD)}`);
  await page.getByRole("link", { name: CLOUD }).click();
  await page.getByRole("link", { name: "Haus A" }).waitFor();
  made.cloud = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Haus A" }).click();
  await page.getByRole("heading", { name: "Haus A", level: 1 }).waitFor();
  made.project = new URL(page.url()).pathname;
  made.model = `${made.project}/models/${String(modelId)}?type=IfcDoor`;
  await context.close();
}, 180_000);

afterAll(async () => {
  await browser.close();
});

const OUTSIDE: readonly (readonly [string, () => string])[] = [
  ["sign-in", () => "/sign-in"],
  ["a used setup link", () => "/first-run?setup=nothing"],
  ["forgotten password", () => "/forgotten"],
  ["a dead staff invitation", () => "/join"],
  ["a dead password link", () => "/new-password"],
  ["the platform's sign-in", () => "/platform/sign-in"],
];

const INSIDE: readonly (readonly [string, () => string])[] = [
  ["overview", () => "/"],
  ["first steps", () => "/start"],
  ["clouds", () => "/clouds"],
  ["clouds, nothing matches", () => "/clouds?q=nothing+has+this+name"],
  ["clouds, archived", () => "/clouds?show=archived&sort=newest"],
  ["create cloud", () => "/clouds/new"],
  ["add a cloud by number", () => "/clouds/adopt"],
  ["cloud", () => made.cloud],
  ["settings of a cloud", () => `${made.cloud}/settings`],
  ["create project", () => `${made.cloud}/projects/new`],
  ["add a project by number", () => `${made.cloud}/projects/adopt`],
  ["create several projects", () => `${made.cloud}/projects/lists/new`],
  ["settings of a project", () => `${made.project}/settings`],
  ["project", () => made.project],
  ["elements", () => made.model],
  ["invitations of a cloud", () => `${made.cloud}/invitations`],
  ["invite", () => `${made.cloud}/invitations/new`],
  ["invite many people", () => `${made.cloud}/invitations/lists/new`],
  ["invitations, nothing matches", () => "/invitations?search=nobody.has.this"],
  ["invitations", () => "/invitations"],
  ["operations", () => "/operations?show=all"],
  ["plans", () => "/plans"],
  ["make a plan", () => "/plans/new"],
  ["exports", () => "/exports"],
  ["connections", () => "/connections"],
  ["add connection", () => "/connections/new"],
  ["access tokens", () => "/settings/tokens"],
  ["sign-in and security", () => "/settings/security"],
  ["staff", () => "/staff"],
  ["mailbox", () => "/mailbox"],
  ["audit", () => "/audit"],
  ["audit, nothing matches", () => "/audit?reference=nothing"],
  ["applications", () => "/applications"],
  ["register application", () => "/applications/new"],
  ["webhook deliveries", () => "/applications/webhooks"],
  ["the portal's own application", () => "/applications/1"],
  ["a page that is not there", () => "/clouds/00000000-0000-0000-0000-000000000000"],
];

// Each width has a window of its own, and there are two cores.
describe.concurrent.each([1280, 390])("at %i px", (width) => {
  const options = { viewport: { width, height: 900 } };

  test("pages without a person", async () => {
    const context = await browser.newContext({ baseURL: product.origin, ...options });
    expect(await examineAll(context, OUTSIDE)).toEqual([]);
  });

  test("pages of staff", async () => {
    const context = await signInStaff(browser, product, options);
    expect(await examineAll(context, INSIDE)).toEqual([]);
  });
});

async function examineAll(context: BrowserContext, pages: typeof INSIDE): Promise<string[]> {
  await watchPolicy(context);
  const page = await context.newPage();
  const findings: string[] = [];
  for (const [name, path] of pages) {
    const found = await examine(page, name, path());
    findings.push(...found.map((finding) => `${name}: ${finding}`));
  }
  await context.close();
  return findings;
}

/** Makes every page of the context note what its content security policy refused, from its first moment on. */
async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { policyReports: refused });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      refused.push(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
}

async function examine(page: Page, name: string, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (name === "elements") await page.getByRole("gridcell").first().waitFor();
  const findings = await listFindings(page);
  // The theme follows the system's, and changes colours alone.
  await page.emulateMedia({ colorScheme: "dark" });
  findings.push(...(await listFindings(page, "colours")).map((finding) => `dark: ${finding}`));
  await page.emulateMedia({ colorScheme: "light" });
  const refused = await page.evaluate(
    () => (window as typeof window & { policyReports?: string[] }).policyReports ?? ["nothing watched"],
  );
  return [...findings, ...refused.map((report) => `refused by the policy: ${report}`)];
}
