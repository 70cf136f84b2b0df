/**
 * npm run screenshots: pictures of the running product for README and docs, with a real model in it. It starts a product
 * of its own and removes it afterwards.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { findChromium, launchChromium } from "./chromium.ts";
import { startProduct } from "./product.ts";
import type { ProductAccess } from "./product.ts";
import { openService } from "./service-caller.ts";
import { signInStaff } from "./sign-in.ts";
import { until } from "./until.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDER = join(ROOT, "docs", "screenshots");
const MODEL = join(ROOT, "tests", "fixtures", "ifc", "duplex-a-georef-revit2011.ifc");
const LOOKS = [
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 1280, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

const executablePath = await findChromium();
if (executablePath === null) throw new Error('There is no Chromium on this machine. "npm test" installs it.');
await mkdir(FOLDER, { recursive: true });
const product = await startProduct();
const browser = await launchChromium(executablePath);
try {
  const modelId = await fill(product.access);
  for (const look of LOOKS) await shoot(browser, product.access, modelId, look);
} finally {
  await browser.close();
  await product.remove();
}

/** A cloud with two projects, a model that is ready and two people who wait. */
async function fill(access: ProductAccess): Promise<number> {
  const service = await openService(access);
  const cloud = await service.post("/cloud", { name: "Kanaalzone Noord" });
  const path = `/cloud/${String(cloud.id)}`;
  const parent = await service.post(`${path}/project`, {
    name: "Blok A – Pakhuis",
    description: "Casco en afbouw",
  });
  const project = await service.post(`${path}/project`, { name: "Blok C – Kopgebouw", parent_id: parent.id });
  const projectPath = `${path}/project/${String(project.id)}`;
  const { model_id: modelId } = await service.upload(projectPath, MODEL);
  for (const email of ["m.dejong@bouwgroep-oost.example", "l.moreau@atelier-lumen.example"]) {
    await service.post(`${path}/invitation`, {
      email,
      redirect_uri: `${access.origin}/platform/cloud/${String(cloud.id)}`,
    });
  }
  await until("the model is ready", async () => {
    const models = (await service.get(`${projectPath}/ifc`)) as { status: string }[];
    return models.every((model) => model.status === "C");
  });
  return modelId;
}

async function shoot(
  browser: Browser,
  access: ProductAccess,
  modelId: number,
  look: (typeof LOOKS)[number],
): Promise<void> {
  const { width, height, colorScheme } = look;
  const context = await signInStaff(browser, access, { viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  const save = async (name: string): Promise<void> => {
    await page.screenshot({ path: join(FOLDER, `${name}-${String(width)}-${colorScheme}.png`) });
  };
  await page.goto("/clouds");
  await page.getByRole("link", { name: "Kanaalzone Noord" }).waitFor();
  await save("clouds");
  await page.getByRole("link", { name: "Kanaalzone Noord" }).click();
  await page.getByRole("link", { name: "Blok C – Kopgebouw" }).waitFor();
  await save("cloud");
  await page.goto(`${page.url()}/invitations`);
  await page.getByRole("table", { name: "Invitations" }).waitFor();
  await save("invitations");
  await page.goBack();
  await page.getByRole("link", { name: "Blok C – Kopgebouw" }).click();
  await page.getByRole("table", { name: "Models" }).waitFor();
  await save("project");
  await page.goto(`${page.url()}/models/${String(modelId)}?type=IfcDoor`);
  await page.getByRole("gridcell").first().waitFor();
  if (width > 760) await page.getByRole("region", { name: "Completeness" }).waitFor();
  await save("elements");
  await page.goto("/");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await save("overview");
  await context.close();
}
