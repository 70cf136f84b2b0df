/** Every kind of page of the portal, with content made for it: for tests that visit all of them. */
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { ProductAccess } from "./product.ts";
import { findProjectPage, untilRead } from "./ready-model.ts";
import { openService } from "./service-caller.ts";
import { until } from "./until.ts";

/** A model whose doors have many properties and figures. */
export const DETAILED_MODEL = join(
  import.meta.dirname,
  "..",
  "fixtures",
  "ifc",
  "duplex-a-georef-revit2011.ifc",
);

/** Paths of the pages of one Cloud, its project, and its model. */
export type Ground = { cloud: string; project: string; model: string };

/** A page with its name in reports. */
export type KindOfPage = readonly [name: string, path: (ground: Ground) => string];

/** Creates a Cloud of that name with a project, a processed model, and an invitation, all at the service; returns their pages. */
export async function makeGround(
  staff: BrowserContext,
  product: ProductAccess,
  name: string,
): Promise<Ground> {
  const service = await openService(product);
  const cloud = await service.post("/cloud", { name });
  const project = await service.post(`/cloud/${String(cloud.id)}/project`, {
    name: "Haus A",
    description: "Rohbau",
  });
  const projectPath = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
  const { model_id: modelId } = await service.upload(projectPath, DETAILED_MODEL);
  await service.post(`/cloud/${String(cloud.id)}/invitation`, {
    email: `k.huber.${String(cloud.id)}@campus-riem.example`,
    redirect_uri: `${product.origin}/platform/cloud/${String(cloud.id)}`,
  });
  await untilRead(service, projectPath, [modelId]);
  const projectPage = await findProjectPage(staff, product, { cloud: name, project: "Haus A" });
  return {
    cloud: projectPage.replace(/\/projects\/.*/, ""),
    project: projectPage,
    model: `${projectPage}/models/${String(modelId)}?type=IfcDoor`,
  };
}

/**
 * Opens an entry of a list. A list read just before may lack what was created at the service a moment ago: the list is refreshed, as a
 * person would do.
 */
export async function openListed(page: Page, list: string, name: string): Promise<void> {
  const link = page.getByRole("main").getByRole("link", { name }).first();
  await until(`${name} stands in ${list}`, async () => {
    await page.goto(list);
    return link.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  });
  await link.click();
}

/** No such Cloud. The server may notice this after it has begun to send the page: React then reports it, and a hidden part stays. */
export const NOWHERE = "/clouds/00000000-0000-0000-0000-000000000000";

/** Without signing in. */
export const OUTSIDE: readonly KindOfPage[] = [
  ["sign-in", () => "/sign-in"],
  ["a used setup link", () => "/first-run?setup=nothing"],
  ["forgotten password", () => "/forgotten"],
  ["a dead staff invitation", () => "/join"],
  ["a dead password link", () => "/new-password"],
  ["the platform's sign-in", () => "/platform/sign-in"],
  ["forgotten password on the platform", () => "/platform/forgotten"],
  ["a dead password link of the platform", () => "/platform/new-password"],
];

/** For an administrator. */
export const INSIDE: readonly KindOfPage[] = [
  ["overview", () => "/"],
  ["first steps", () => "/start"],
  ["clouds", () => "/clouds"],
  ["clouds, nothing matches", () => "/clouds?q=nothing+has+this+name"],
  ["clouds, archived", () => "/clouds?show=archived&sort=newest"],
  ["create cloud", () => "/clouds/new"],
  ["add a cloud by number", () => "/clouds/adopt"],
  ["cloud", (made) => made.cloud],
  ["people of a cloud", (made) => `${made.cloud}/people`],
  ["people of a cloud, nothing matches", (made) => `${made.cloud}/people?search=nobody.has.this`],
  ["settings of a cloud", (made) => `${made.cloud}/settings`],
  ["create project", (made) => `${made.cloud}/projects/new`],
  ["add a project by number", (made) => `${made.cloud}/projects/adopt`],
  ["create several projects", (made) => `${made.cloud}/projects/lists/new`],
  ["settings of a project", (made) => `${made.project}/settings`],
  ["project", (made) => made.project],
  ["people of a project", (made) => `${made.project}/people`],
  ["people of a project, nothing matches", (made) => `${made.project}/people?search=nobody.has.this`],
  ["invite to a project", (made) => `${made.project}/people/new`],
  ["requests about a project", (made) => `${made.project}/requests`],
  ["elements", (made) => made.model],
  ["sums of elements", (made) => made.model.replace("?", "/sums?")],
  ["invitations of a cloud", (made) => `${made.cloud}/invitations`],
  ["invite", (made) => `${made.cloud}/invitations/new`],
  ["invite many people", (made) => `${made.cloud}/invitations/lists/new`],
  ["invitations, nothing matches", () => "/invitations?search=nobody.has.this"],
  ["invitations", () => "/invitations"],
  ["people", () => "/people?search=a"],
  ["one person", () => "/people?address=nobody.has.this@example.org"],
  ["one person out of all clouds", () => "/people/removals/new?address=nobody.has.this@example.org"],
  ["operations", () => "/operations?show=all"],
  ["plans", () => "/plans"],
  ["make a plan", () => "/plans/new"],
  ["exports", () => "/exports"],
  ["bulk exports", () => "/exports/bulk"],
  ["connections", () => "/connections"],
  ["add connection", () => "/connections/new"],
  ["access tokens", () => "/settings/tokens"],
  ["sign-in and security", () => "/settings/security"],
  ["help", () => "/help"],
  ["staff", () => "/staff"],
  ["mailbox", () => "/mailbox"],
  ["audit", () => "/audit"],
  ["audit, nothing matches", () => "/audit?reference=nothing"],
  ["applications", () => "/applications"],
  ["register application", () => "/applications/new"],
  ["people with an account", () => "/applications/people"],
  ["people with an account, nothing matches", () => "/applications/people?q=nobody+has+this"],
  ["webhook deliveries", () => "/applications/webhooks"],
  ["the portal's own application", () => "/applications/1"],
  ["a page without the permission", () => "/not-allowed"],
  ["a page that is not there", () => NOWHERE],
];
