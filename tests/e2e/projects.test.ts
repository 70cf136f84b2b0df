/**
 * Projects and their files in a browser: all six fields of the form reach the service as given, an .ifczip becomes a
 * model, and a broken file says in the table what is wrong with it.
 */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, openAgain, page, product, service, staff, test, useStaff } from "#tests/support/browser.ts";
import { buildZip } from "#tests/support/hostile-zip.ts";
import { PIXEL, PIXEL_URL } from "#tests/support/pixel.ts";
import { findProjectPage } from "#tests/support/ready-model.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";
import { until } from "#tests/support/until.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "ifc", "air-terminal-propertykinds-ifc4.ifc");
const cloudName = `Stationsplein ${String(Date.now())}-${String(process.pid)}`;
const PARENT = "Gebouw A";

type Model = { id: number; name: string; status: string; errors: string[] | null; version: string | null };

let cloudUrl = "";
/** Made over the service: the Cloud's path, its project PARENT, and a model in that. */
let cloudPath = "";
let parentId = 0;
let modelId = 0;

useStaff();

test.beforeAll(async () => {
  cloudPath = `/cloud/${String((await service.post("/cloud", { name: cloudName })).id)}`;
  parentId = (await service.post(`${cloudPath}/project`, { name: PARENT })).id;
  modelId = (await service.upload(`${cloudPath}/project/${String(parentId)}`, FIXTURE)).model_id;
  await waitForEnd(modelId);
  const parentPage = await findProjectPage(staff, product, { cloud: cloudName, project: PARENT });
  cloudUrl = parentPage.replace(/\/projects\/.*/, "");
});

async function listModels(projectPath = `${cloudPath}/project/${String(parentId)}`): Promise<Model[]> {
  return (await service.get(`${projectPath}/ifc`)) as Model[];
}

/** The path of a new project at the service. */
async function makeProject(name: string): Promise<string> {
  return `${cloudPath}/project/${String((await service.post(`${cloudPath}/project`, { name })).id)}`;
}

/** A list counts as just read for five seconds; whoever looks for what was made meanwhile gets it read again. */
async function openProject(name: string): Promise<void> {
  await page.goto(`${cloudUrl}?q=${name}`);
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

/** The model once its reading has ended, well or not. */
async function waitForEnd(id: number): Promise<Model> {
  return until(`the end of reading model ${String(id)}`, async () =>
    (await listModels()).find((model) => model.id === id && ["C", "E"].includes(model.status)),
  );
}

test("the form sends all six fields of a project", async () => {
  await page.goto(cloudUrl);
  const name = "Trappenhuis “Noord” & <lift>";
  const description = "Erste Zeile\nzweite Zeile: 5 % Gefälle";
  await page.getByRole("link", { name: "Create project" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("Description").fill(description);
  await page.getByRole("radio", { name: /^Deleted/ }).check();
  await page.getByLabel("Parent project").selectOption(String(parentId));
  await page.getByLabel("Main model").selectOption(String(modelId));
  await page
    .getByLabel("Logo, as an image")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL });
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();

  const projects = (await service.get(`${cloudPath}/project`)) as Record<string, unknown>[];
  const made = projects.filter((project) => project["name"] === name);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({
    name,
    description,
    status: "D",
    parent_id: parentId,
    main_model_id: modelId,
    logo: PIXEL_URL,
  });
});

test("a project's logo is shown from Portico itself; an image and an address together are refused at the field", async () => {
  const image = page.getByRole("img", { name: "Logo of the project" });
  await image.waitFor();
  await expect(image).toHaveJSProperty("naturalWidth", 1);
  const answer = await page.request.get((await image.getAttribute("src")) ?? "");
  expect([answer.headers()["content-type"], await answer.body()]).toEqual(["image/png", PIXEL]);
  await page.getByRole("link", { name: "Settings" }).click();
  await image.waitFor();
  await page.getByLabel("Logo").selectOption("replace");
  await page
    .getByLabel("As an image")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL });
  await page.getByLabel("Or as an address").fill("https://logo.example/other.png");
  await page.getByRole("button", { name: "Change the project" }).click();
  await page.getByText("You chose an image and typed an address. Keep only one of them.").waitFor();
});

test("an .ifczip becomes a model, and a broken file says what is wrong", async () => {
  const content = await readFile(FIXTURE);
  await page.goto(cloudUrl);
  await page.getByRole("link", { name: PARENT }).first().click();
  await page.getByRole("heading", { name: PARENT, level: 1 }).waitFor();
  const models = page.getByRole("table", { name: "Models" });

  const upload = async (name: string, buffer: Buffer): Promise<Model> => {
    const known = new Set((await listModels()).map((model) => model.id));
    await page.getByLabel("Model file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.getByRole("button", { name: "Upload model" }).click();
    const begun = await until(`the model of ${name}`, async () =>
      (await listModels()).find((model) => !known.has(model.id)),
    );
    return waitForEnd(begun.id);
  };

  const packed = await upload("luchtrooster.ifczip", buildZip([{ name: "model.ifc", content }]));
  expect(packed).toMatchObject({ status: "C", version: "IFC4" });
  const good = models.getByRole("row").filter({ hasText: "luchtrooster" });
  await good.getByText("Ready").waitFor();
  await good.getByRole("link", { name: "Elements" }).waitFor();

  const broken = await upload("afgebroken.ifc", content.subarray(0, content.length / 2));
  expect(broken.status).toBe("E");
  const sentences = broken.errors ?? [];
  expect(sentences).not.toEqual([]);
  const bad = models.getByRole("row").filter({ hasText: "afgebroken" });
  for (const sentence of sentences.slice(0, 5)) await bad.getByText(sentence).waitFor();
  expect(await bad.getByText("Ready").count()).toBe(0);
});

test("a file of a name that is there is proposed as its next version; the older one opens and says so", async () => {
  const content = await readFile(FIXTURE);
  const name = basename(FIXTURE);
  const projectPath = await makeProject("Versies");
  const first = (await service.upload(projectPath, FIXTURE)).model_id;
  const listed = (): Promise<Model[]> => listModels(projectPath);
  await openProject("Versies");
  const models = page.getByRole("table", { name: "Models" });
  await models.getByText("Ready").waitFor();

  const choose = (fileName: string): Promise<void> =>
    page
      .getByLabel("Model file")
      .setInputFiles({ name: fileName, mimeType: "application/octet-stream", buffer: content });
  const uploadAs = page.getByLabel("Upload as");
  await choose("iets anders.ifc");
  await expect(uploadAs).toHaveValue("");
  await page.getByRole("button", { name: "Remove iets anders.ifc" }).click();
  await choose(name.toUpperCase());
  const named = page.getByRole("listitem").filter({ hasText: name.toUpperCase() });
  await named.getByText("The file becomes its version 2.").waitFor();
  await expect(uploadAs).toHaveValue(String(first));
  await page.getByRole("button", { name: "Upload model" }).click();
  await models.getByText("version 2, the newest").waitFor();
  const [second, ...others] = await listed();
  expect(others).toEqual([]);
  expect(second?.id).not.toBe(first);
  await expect(models.getByRole("row")).toHaveCount(2);

  await models.getByText("1 older version").click();
  await models.getByRole("link", { name: `Version 1: ${name}` }).click();
  await page.getByRole("button", { name: "Version 1, not the newest" }).filter({ visible: true }).click();
  const history = page.getByRole("dialog", { name: "Versions of this model" });
  await history.getByText("The newest is version 2").waitFor();
  await expect(history.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Open version 2, the newest" }).filter({ visible: true }).click();
  await page.getByRole("button", { name: "Version 2, the newest" }).filter({ visible: true }).waitFor();
  expect(page.url()).toContain(`/models/${String(second?.id)}`);
});

test("several files dropped anywhere on the page go up together; the same bytes and broken files are said of each", async () => {
  const content = await readFile(FIXTURE);
  const projectPath = await makeProject("Menigte");
  const listed = (): Promise<Model[]> => listModels(projectPath);
  await openProject("Menigte");
  await page.getByText("No models yet").waitFor();
  const choose = page.getByLabel("Model files");
  await choose.waitFor();
  const files = page.getByRole("list", { name: "Files to upload" });
  const itemOf = (name: string): ReturnType<Page["locator"]> =>
    files.getByRole("listitem").filter({ hasText: name });

  // As a browser hands them over: one file is no model, one is empty, two are the same.
  const transfer = await page.evaluateHandle(
    ([text, other]) => {
      const data = new DataTransfer();
      const add = (name: string, part: string): unknown => data.items.add(new File([part], name));
      add("west.ifc", text ?? "");
      add("west kopie.ifc", text ?? "");
      add("oost.ifc", other ?? "");
      add("notes.txt", "x");
      add("leeg.ifc", "");
      return data;
    },
    [content.toString("latin1"), `${content.toString("latin1")}\n`],
  );
  await page.dispatchEvent("h1", "dragover", { dataTransfer: transfer });
  await page.getByText("Drop the files to upload them to this project").waitFor();
  await page.dispatchEvent("h1", "drop", { dataTransfer: transfer });
  await itemOf("notes.txt").getByText("does not end in .ifc or .ifczip").waitFor();
  await itemOf("leeg.ifc").getByText("The file is empty").waitFor();
  await itemOf("west kopie.ifc").getByText("Same content as west.ifc").waitFor();
  expect(await listed()).toEqual([]);

  await page.getByRole("button", { name: "Upload 2 models" }).click();
  await until("two models", async () => (await listed()).length === 2 || undefined);
  await page.getByRole("button", { name: "Do not upload: west kopie.ifc" }).click();
  await itemOf("oost.ifc").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Clear 2 ended files" }).click();
  await files.waitFor({ state: "detached" });

  // The project has these bytes by now, under another name.
  await choose.setInputFiles({
    name: "noord.ifc",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(content.toString("latin1"), "utf8"),
  });
  await itemOf("noord.ifc").getByText("The same file is already in this project.").waitFor();
  await itemOf("noord.ifc").getByText("Same content as west.ifc").waitFor();
  await page.getByRole("button", { name: "Upload anyway: noord.ifc" }).click();
  await until("the third model", async () => (await listed()).length === 3 || undefined);
  await itemOf("noord.ifc").getByText("The project has the same bytes twice now.").waitFor();
  await page.getByRole("button", { name: "Keep both: noord.ifc" }).click();
});

test("a file that was chosen before the page's script ran is taken", async () => {
  await makeProject("Vroeg");
  await openProject("Vroeg");
  const address = page.url();
  await using context = await openAgain();
  const early = await context.newPage();
  const scripts = await steerRequests(early, ({ pathname }) => pathname.endsWith(".js"));
  scripts.hold();
  await early.goto(address, { waitUntil: "commit" });
  await early.getByLabel("Model files").setInputFiles(FIXTURE);
  scripts.pass();
  await early.getByRole("list", { name: "Files to upload" }).getByText("Ready to upload").waitFor();
});

test("leaving Portico while a file is sent is asked about", async () => {
  const projectPath = await makeProject("Onderweg");
  const uploads = await steerRequests(
    page,
    ({ pathname }) => /^\/api\/projects\/.*\/models$/.test(pathname),
    "POST",
  );
  await openProject("Onderweg");
  await page.getByLabel("Model files").setInputFiles({
    name: "onderweg.ifc",
    mimeType: "application/octet-stream",
    buffer: await readFile(FIXTURE),
  });
  const files = page.getByRole("list", { name: "Files to upload" });
  await files.getByText("Ready to upload").waitFor();
  // Held on its way, so that it is still being sent.
  uploads.hold();
  await page.getByRole("button", { name: "Upload model" }).click();
  await page.getByRole("button", { name: "Stop uploading onderweg.ifc" }).waitFor();
  const asked = page.waitForEvent("dialog");
  const leaving = page.evaluate(() => window.location.assign("/account")).catch(() => null);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await leaving;
  uploads.pass();
  await page.getByRole("table", { name: "Models" }).getByText("Ready").waitFor();
  expect(await service.get(`${projectPath}/ifc`)).toHaveLength(1);
  await page.unrouteAll();
});
