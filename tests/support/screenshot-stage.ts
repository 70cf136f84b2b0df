/** A product with some content of every kind, for pictures: made with the pages and the service's own operations, as people do. */
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { openDb } from "./connected.ts";
import { openListed } from "./every-page.ts";
import type { ProductAccess } from "./product.ts";
import { signInVisitors, type Visitor } from "./screenshot-people.ts";
import { openService } from "./service-caller.ts";
import { signInStaff } from "./sign-in.ts";
import { makeUncertain } from "./uncertain-operation.ts";
import { until } from "./until.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "ifc");
const CLOUD = "Kanaalzone Noord";
const PROJECT = "Blok C – Kopgebouw";
const PERSON = "m.dejong@bouwgroep-oost.example";
/** As long as names become that three parties have to recognise. */
const LONG =
  "Erweiterung und energetische Sanierung des Gymnasiums am Kanal, Bauabschnitt 2 – Fachklassentrakt";
const MEMBER = "l.moreau@atelier-lumen.example";

/** Addresses of pages that depend on what was made. */
export type Stage = {
  cloud: string;
  project: string;
  model: string;
  operation: string;
  /** An operation without a certain answer. */
  uncertain: string;
  emptyCloud: string;
  emptyProject: string;
  longCloud: string;
  invitationList: string;
  projectList: string;
  plan: string;
  connection: string;
  mail: string;
  /** Includes the token that proves the address, for the invited person's own pages. */
  invitationLink: string;
  /** Further signed-in people. */
  visitors: readonly Visitor[];
};

/** Creates the content. Takes about a minute. */
export async function fillStage(browser: Browser, access: ProductAccess): Promise<Stage> {
  const modelId = await fillService(access);
  const context = await signInStaff(browser, access);
  const page = await context.newPage();
  const cloud = await goTo(page, "/clouds", CLOUD);
  const project = await goTo(page, cloud, PROJECT);
  const model = `${project}/models/${String(modelId)}`;
  await exportDoors(page, model);
  await page.goto("/operations?show=all");
  const stage: Stage = {
    uncertain: await findUncertain(access),
    emptyCloud: await goTo(page, "/clouds", "Schulcampus Riem"),
    emptyProject: await goTo(page, cloud, "Blok A – Pakhuis"),
    longCloud: await goTo(page, "/clouds", LONG),
    cloud,
    project,
    model,
    plan: await makePlan(page),
    invitationList: await makeInvitationList(page, cloud),
    projectList: await makeProjectList(page, cloud),
    operation: await makeOperation(page, cloud),
    connection: await goTo(page, "/connections", "Portico"),
    ...(await findMail(page, PERSON)),
    visitors: await signInVisitors(browser, access, (await findMail(page, MEMBER)).invitationLink),
  };
  await context.close();
  return stage;
}

/** The page of an operation whose answer never came; the service has carried it out. */
async function findUncertain(access: ProductAccess): Promise<string> {
  const name = "Oosterpoort";
  await (await openService(access)).post("/cloud", { name });
  await using db = openDb(access.databaseUrl);
  const id = await makeUncertain(db, access, name);
  return `/operations/${id}`;
}

async function fillService(access: ProductAccess): Promise<number> {
  const service = await openService(access);
  const cloud = await service.post("/cloud", { name: CLOUD });
  for (const name of ["Schulcampus Riem", "Gare de Lyon – Halle 2", "Zuidas Toren 4"]) {
    await service.post("/cloud", { name });
  }
  const long = await service.post("/cloud", { name: LONG });
  await service.post(`/cloud/${String(long.id)}/project`, { name: LONG, description: `${LONG}. `.repeat(3) });
  const path = `/cloud/${String(cloud.id)}`;
  const parent = await service.post(`${path}/project`, {
    name: "Blok A – Pakhuis",
    description: "Casco en afbouw",
  });
  const project = await service.post(`${path}/project`, { name: PROJECT, parent_id: parent.id });
  const projectPath = `${path}/project/${String(project.id)}`;
  const { model_id: modelId } = await service.upload(
    projectPath,
    join(FIXTURES, "duplex-a-georef-revit2011.ifc"),
  );
  await service.upload(projectPath, "RIEM-TGA_2026-11.ifc", "This is not an IFC file.");
  for (const email of [PERSON, MEMBER]) {
    await service.post(`${path}/invitation`, {
      email,
      redirect_uri: `${access.origin}/platform/cloud/${String(cloud.id)}`,
    });
  }
  await until("the models are read", async () => {
    const models = (await service.get(`${projectPath}/ifc`)) as { status: string }[];
    return models.every((model) => model.status === "C" || model.status === "E");
  });
  return modelId;
}

/** Follows the link of this name on a page; returns its address. */
async function goTo(page: Page, from: string, name: string): Promise<string> {
  await openListed(page, from, name);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  return new URL(page.url()).pathname;
}

async function exportDoors(page: Page, model: string): Promise<void> {
  await page.goto(`${model}?type=IfcDoor`);
  await page.getByRole("gridcell").first().waitFor({ timeout: 120_000 });
  const download = page.waitForEvent("download", { timeout: 120_000 });
  await page.getByRole("button", { name: /^Export \d/ }).click();
  await (await download).path();
}

async function makePlan(page: Page): Promise<string> {
  await page.goto("/plans/new");
  await page.getByLabel("Name of the Cloud").fill("Havenstad fase 2");
  await page.getByLabel("Projects").fill("Block A\n  Floor 1\n  Floor 2\nBlock B");
  await page.getByLabel("People to invite").fill("r.bakker@bouwgroep-oost.example\nj.visser@gmial.com");
  return pressAndGo(page, "Create plan", /\/plans\/[0-9a-f-]{36}$/);
}

async function makeInvitationList(page: Page, cloud: string): Promise<string> {
  await page.goto(`${cloud}/invitations/lists/new`);
  await page
    .getByRole("textbox", { name: "Addresses" })
    .fill(
      "a.jansen@@havenstad.example\nb.smit@gmial.com\nc.devries@havenstad.example\nd.mulder@havenstad.example",
    );
  return pressAndGo(page, "Check addresses", /\/lists\/[0-9a-f-]{36}$/);
}

async function makeProjectList(page: Page, cloud: string): Promise<string> {
  await page.goto(`${cloud}/projects/lists/new`);
  await page.getByLabel("Projects", { exact: true }).fill("name,parent\nBlok D,\nLaag 1,Blok D\nBlok D,");
  return pressAndGo(page, "Check rows", /\/lists\/[0-9a-f-]{36}$/);
}

/** One invitation through the journal. */
async function makeOperation(page: Page, cloud: string): Promise<string> {
  await page.goto(`${cloud}/invitations/new`);
  await page.getByRole("textbox", { name: "Email address" }).fill("h.vandenberg@bouwgroep-oost.example");
  await page.getByRole("button", { name: "Invite person" }).click();
  await page.getByText("The service accepted the invitation.").waitFor();
  await page.goto("/operations?show=all");
  await page
    .getByRole("main")
    .getByRole("link", { name: /vandenberg/ })
    .first()
    .click();
  await page.waitForURL(/\/operations\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

async function pressAndGo(page: Page, button: string, to: RegExp): Promise<string> {
  await page.getByRole("button", { name: button }).click();
  await page.waitForURL(to);
  return new URL(page.url()).pathname;
}

async function findMail(page: Page, person: string): Promise<Pick<Stage, "mail" | "invitationLink">> {
  await page.goto("/mailbox");
  await page.getByRole("row").filter({ hasText: person }).getByRole("link").first().click();
  await page.waitForURL(/\/mailbox\/[0-9a-f-]{36}$/);
  const link = await page.frameLocator("iframe").getByRole("link").first().getAttribute("href");
  return { mail: new URL(page.url()).pathname, invitationLink: link ?? "" };
}
