/**
 * A second service that can be made silent, for pictures of what the portal then shows: an application of the built-in service, connected
 * by the form like any live one, through a proxy that can be stopped.
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { FRESH_MS } from "#lib/features/clouds/shared-reading.ts";
import { openDb } from "./connected.ts";
import { openListed } from "./every-page.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { fillConnection } from "./portal-steps.ts";
import type { ProductAccess } from "./product.ts";
import { openService } from "./service-caller.ts";
import { registerApplication } from "./service-server.ts";
import { signInStaff } from "./sign-in.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "ifc");
const NAME = "Bouwdata";
const CLOUD = "Havenkwartier Zuid";
const PROJECT = "Loods 7";

/** Paths of the pages of the silent service. */
export type Silent = { connection: string; cloud: string; project: string };

/** Connects it, visits its content, and silences it. Needs the pages in English. */
export async function silenceService(browser: Browser, access: ProductAccess): Promise<Silent> {
  await using db = openDb(access.databaseUrl);
  const { clientId, secret } = await registerApplication(db, "bouwdata");
  const service = await openService(
    Object.assign({}, access, { serviceClientId: clientId, serviceClientSecret: secret }),
  );
  const { id } = await service.post("/cloud", { name: CLOUD });
  const made = await service.post(`/cloud/${String(id)}/project`, { name: PROJECT });
  await service.upload(
    `/cloud/${String(id)}/project/${String(made.id)}`,
    join(FIXTURES, "duplex-a-georef-revit2011.ifc"),
  );
  const proxy = await startFaultProxy(access.origin);
  const context = await signInStaff(browser, access);
  try {
    const page = await context.newPage();
    const connection = await connect(page, {
      base: `${proxy.origin}/service`,
      signIn: `${access.origin}/service`,
      realm: "portico",
      platform: `${access.origin}/platform`,
      clientId,
      secret,
    });
    const cloud = await follow(page, "/clouds", CLOUD);
    return { connection, cloud, project: await follow(page, cloud, PROJECT) };
  } finally {
    await context.close();
    await proxy.stop();
    // What was read so far counts as fresh for this long, and its service is not asked.
    await setTimeout(FRESH_MS + 1_000);
  }
}

async function connect(page: Page, values: Parameters<typeof fillConnection>[2]): Promise<string> {
  await page.goto("/connections/new");
  await page.locator("button[type=submit]:enabled").first().waitFor();
  await fillConnection(page, NAME, values);
  await page.getByRole("checkbox", { name: /of private networks/ }).check();
  await page.getByRole("button", { name: "Add connection" }).click();
  await page.getByRole("heading", { name: NAME, level: 1 }).waitFor();
  return new URL(page.url()).pathname;
}

async function follow(page: Page, from: string, name: string): Promise<string> {
  await openListed(page, from, name);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.locator(".sk:visible").first().waitFor({ state: "hidden" });
  return new URL(page.url()).pathname;
}
