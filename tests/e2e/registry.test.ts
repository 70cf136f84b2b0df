/**
 * Clouds and projects in a browser: a tree that folds, the archive, a deletion behind the typed name, a number that is here already, and
 * projects from CSV by keyboard alone; the pages that hang on it are clean for axe in both themes, also at 390 px.
 */
import { expect, page, product, service, staff, tabTo, test, useStaff } from "#tests/support/browser.ts";
import { connect } from "#tests/support/connected.ts";
import { findProjectPage } from "#tests/support/ready-model.ts";
import { until } from "#tests/support/until.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const stamp = `${String(Date.now())}-${String(process.pid)}`;
const CLOUD = `Waterfront ${stamp}`;

let cloudId = 0;
let cloudUrl = "";

useStaff();

test.beforeAll(async () => {
  cloudId = (await service.post("/cloud", { name: CLOUD })).id;
  const path = `/cloud/${String(cloudId)}/project`;
  const quay = await service.post(path, { name: "Quay" });
  const block = await service.post(path, { name: "Block", parent_id: quay.id });
  await service.post(path, { name: "Floor", parent_id: block.id });
  const quayPage = await findProjectPage(staff, product, { cloud: CLOUD, project: "Quay" });
  cloudUrl = quayPage.replace(/\/projects\/.*/, "");
});

const project = (name: string) => page.getByRole("table", { name: "Projects" }).getByRole("link", { name });

test("the tree folds, and a project names those above it", async () => {
  await page.goto(cloudUrl);
  await project("Floor").waitFor();
  await page.getByRole("button", { name: "2 below Quay" }).press("Enter");
  await project("Block").waitFor({ state: "detached" });
  expect(await project("Floor").count()).toBe(0);
  await page.getByRole("button", { name: "2 below Quay" }).press("Enter");
  await project("Floor").click();
  await page.getByRole("heading", { name: "Floor", level: 1 }).waitFor();
  const way = page.getByRole("navigation", { name: "Where you are" });
  await expect(way.getByRole("link")).toContainText(["Quay", "Block"]);
  await way.getByRole("link", { name: "Block", exact: true }).click();
  await page.getByRole("table", { name: "Projects below" }).getByRole("link", { name: "Floor" }).waitFor();
});

test("heads are links that sort, say in which direction, and keep what was searched for; at 390 px too", async () => {
  for (const name of ["Aa", "Bb"]) await service.post("/cloud", { name: `Sorted ${stamp} ${name}` });
  await using own = await staff.newPage();
  await own.goto(`/clouds?q=${encodeURIComponent(`sorted ${stamp}`)}&show=all`);
  const table = own.getByRole("table", { name: "Clouds" });
  const row = table.getByRole("row");
  await row
    .nth(1)
    .filter({ hasText: `Sorted ${stamp} Aa` })
    .waitFor();
  await table.locator('th[aria-sort="ascending"]').getByRole("link", { name: "Cloud", exact: true }).click();
  await table.locator('th[aria-sort="descending"]').waitFor();
  await row
    .nth(1)
    .filter({ hasText: `Sorted ${stamp} Bb` })
    .waitFor();
  expect(new URL(own.url()).searchParams.get("show")).toBe("all");
  await own.setViewportSize({ width: 390, height: 844 });
  await table.getByRole("link", { name: "Number", exact: true }).click();
  await table.locator('th[aria-sort="ascending"]').getByRole("link", { name: "Number" }).waitFor();
  await row
    .nth(1)
    .filter({ hasText: `Sorted ${stamp} Aa` })
    .waitFor();
});

test("the rail counts what the page has just read from the service", async () => {
  const shown = async (): Promise<number> => {
    const link = page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: /^Clouds/ });
    return Number((await link.innerText()).replaceAll(/\D/g, ""));
  };
  await page.goto("/operations");
  const before = await shown();
  const name = `Harbour ${stamp}`;
  await service.post("/cloud", { name });
  // It is looked for, so the service's list is read once more while the page is made.
  await page.goto(`/clouds?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).waitFor();
  await until("the rail counts the Cloud that the page lists", async () => (await shown()) > before);
});

test("page and rail together read the service's list once, also for a search without a result", async () => {
  await using client = await connect(product.databaseUrl);
  const readings = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from request_record where method = 'GET' and path = '/service/cloud'",
    );
    return rows[0]?.count ?? 0;
  };
  const before = await readings();
  await page.goto(`/clouds?q=${encodeURIComponent(`nothing ${stamp}`)}`);
  await page.getByText(`No Cloud matches “nothing ${stamp}”`).waitFor();
  await page.goto("/operations");
  await until("the reading is on record", async () => (await readings()) > before);
  expect(await readings()).toBe(before + 1);
});

test("a number that is here already leads to what it is; one that the service does not show is refused", async () => {
  await page.goto("/clouds/adopt");
  const number = page.getByRole("textbox", { name: "Number of the Cloud" });
  await number.fill("987654321");
  await number.press("Enter");
  await page.getByText("does not show Cloud 987654321").waitFor();
  await number.fill(String(cloudId));
  await number.press("Enter");
  await page.getByText(`is already in Portico as “${CLOUD}”`).waitFor();
  await page.getByRole("link", { name: "View status" }).click();
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
});

test("a second Cloud of a name is asked for first, also in another form; what is typed instead is judged anew", async () => {
  const count = async (): Promise<number> =>
    ((await service.get("/cloud")) as { name: string }[]).filter(({ name }) => name === CLOUD).length;
  await page.goto("/clouds/new");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const create = page.getByRole("button", { name: "Create Cloud" });
  await name.fill(` ${CLOUD.toUpperCase()}`);
  await create.click();
  await page.getByText(`: number ${String(cloudId)}, added `).waitFor();
  await expect(name).toHaveValue(` ${CLOUD.toUpperCase()}`);
  expect(await count()).toBe(1);
  await name.fill(CLOUD);
  await page.getByRole("checkbox", { name: "Create another Cloud with this name" }).check();
  await create.click();
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).not.toBe(cloudUrl);
  expect(await count()).toBe(2);
  await page.goto(`${page.url()}/settings`);
  await page.getByRole("button", { name: "Delete Cloud…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^Number\s\d+, added/).waitFor();
  expect((await dialog.innerText()).replaceAll("\u00a0", " ")).not.toContain(`Number ${String(cloudId)},`);
  await dialog.getByRole("textbox").fill(CLOUD);
  await dialog.getByRole("button", { name: "Delete Cloud" }).click();
  await page.getByRole("heading", { name: "Clouds", level: 1 }).waitFor();
  expect(await count()).toBe(1);
});

test("a second project of a name under one parent is asked for first, also after Back; under another parent it is not", async () => {
  const cloud = `Pierhead ${stamp}`;
  const path = `/cloud/${String((await service.post("/cloud", { name: cloud })).id)}/project`;
  const name = "Pier";
  type Made = { id: number; description: string | null; parent_id: number | null };
  const listMade = async (): Promise<Made[]> => (await service.get(path)) as Made[];
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  const create = page.getByRole("button", { name: "Create project" });
  const made = page.getByRole("heading", { name, level: 1 });
  await page.goto(`/clouds?q=${encodeURIComponent(cloud)}`);
  await page.getByRole("link", { name: cloud }).click();
  await page.getByRole("heading", { name: cloud, level: 1 }).waitFor();
  await page.goto(`${page.url()}/projects/new`);
  await field.fill(name);
  await create.click();
  await made.waitFor();
  const [first] = await listMade();
  await page.goBack();
  await field.fill(name);
  await page.getByRole("textbox", { name: "Description" }).fill("The other one");
  await create.click();
  await page.getByText(`“${name}”: number ${String(first?.id)}, added `).waitFor();
  await expect(field).toHaveValue(name);
  expect(await listMade()).toHaveLength(1);
  await page.getByRole("checkbox", { name: "Create another project with this name" }).check();
  await create.click();
  await made.waitFor();
  expect((await listMade()).map(({ description }) => description)).toEqual([null, "The other one"]);
  await page.goBack();
  await field.fill(name);
  await page.getByLabel("Parent project").selectOption(String(first?.id));
  await create.click();
  await made.waitFor();
  expect((await listMade()).map(({ parent_id: parent }) => parent)).toEqual([null, null, first?.id]);
});

test("what the service refuses of a project is said at its field, once, and what was typed stays", async () => {
  const path = `/cloud/${String(cloudId)}/project`;
  const short = await service.post(path, { name: "Gone in a moment" });
  // A search that finds nothing yet has the service's list read.
  await page.goto(`${cloudUrl}?q=${encodeURIComponent("Gone in a moment")}`);
  await project("Gone in a moment").waitFor();
  await page.goto(`${cloudUrl}/projects/new`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Annex");
  const parent = page.getByRole("combobox", { name: "Parent project" });
  await parent.selectOption({ label: `Gone in a moment (${String(short.id)})` });
  await service.delete(`${path}/${String(short.id)}`);
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByText("The project was refused.").waitFor();
  await page.getByText("The service does not accept what is marked below.").waitFor();
  await expect(parent).toHaveAttribute("aria-invalid", "true");
  const sentence = page.getByText(new RegExp(String.raw`${String(short.id)}.*does not exist`));
  await expect(sentence).toHaveCount(1);
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Annex");
});

test("a project is renamed, archived, brought back, and deleted behind its typed name", async () => {
  await page.goto(cloudUrl);
  await project("Block").click();
  // A Cloud has settings, too.
  await page.getByRole("heading", { name: "Block", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Block East");
  await page.getByRole("button", { name: "Change the project" }).click();
  await page.getByRole("heading", { name: "Settings of Block East", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Restore" }).waitFor();
  await page.goto(cloudUrl);
  await project("Floor").waitFor();
  expect(await project("Block East").count()).toBe(0);
  await page
    .getByRole("navigation", { name: "What is shown" })
    .getByRole("link", { name: "Archived" })
    .click();
  await project("Block East").click();
  await page.getByRole("heading", { name: "Block East", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("button", { name: "Archive" }).waitFor();

  await page.getByRole("button", { name: "Delete project…" }).click();
  const dialog = page.getByRole("dialog");
  const sure = dialog.getByRole("button", { name: "Delete project" });
  await expect(sure).toBeDisabled();
  await dialog.getByRole("textbox").fill("block east");
  await expect(sure).toBeDisabled();
  await dialog.getByRole("textbox").fill("Block East");
  await sure.click();
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
  const left = (await service.get(`/cloud/${String(cloudId)}/project`)) as { name: string }[];
  expect(left.map(({ name }) => name).sort()).toEqual(["Floor", "Quay"]);
});

test("projects from CSV by keyboard alone: verdicts first, then one project for each row", async () => {
  await page.goto(`${cloudUrl}/projects/lists/new`);
  await page.getByRole("textbox", { name: "Projects", exact: true }).focus();
  await page.keyboard.insertText("name;parent;status\nNorth;;A\nNorth 1;North;A\nQuay;;A\nBroken;;Z");
  const press = async (name: string | RegExp): Promise<void> => {
    await tabTo(page.getByRole("button", { name }));
    await page.keyboard.press("Enter");
  };
  await press("Check rows");
  await page.getByRole("heading", { name: "Create 2 projects", level: 1 }).waitFor();
  await page.getByText("has this name").waitFor();
  await page.getByText("“Z” is unknown").waitFor();
  await expectCleanInEveryLook(page, "a list of projects before it is sent");
  await press("Create anyway Quay");
  await page.getByRole("heading", { name: "Create 3 projects", level: 1 }).waitFor();
  await press("Create 3 projects");
  await page.getByRole("heading", { name: "List of 3 projects", level: 1 }).waitFor();
  await page.getByText("3 of 3 done").waitFor();
  await expectCleanInEveryLook(page, "a list of projects that was sent");
  const there = (await service.get(`/cloud/${String(cloudId)}/project`)) as {
    id: number;
    name: string;
    parent_id: number | null;
  }[];
  expect(there.map(({ name }) => name).sort()).toEqual(["Floor", "North", "North 1", "Quay", "Quay"]);
  const north = there.find(({ name }) => name === "North");
  expect(there.find(({ name }) => name === "North 1")?.parent_id).toBe(north?.id);
});

test("rows of a list are put right on its page: one in a dialog that keeps what was typed, several by one fix", async () => {
  await page.goto(`${cloudUrl}/projects/lists/new`);
  await page
    .getByRole("textbox", { name: "Projects", exact: true })
    .fill("name,parent\nTower,\nLevel 1,Tovver\nLevel 2,Tovver\nTower,");
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.getByRole("heading", { name: "Create 1 project", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Edit Level 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the row" });
  await dialog.getByLabel("Name").fill("Level one");
  await dialog.getByLabel("Parent project").fill("Turm");
  await dialog.getByRole("button", { name: "Save the row" }).click();
  await dialog.getByText("Nothing in this file or this Cloud is called “Turm”.").waitFor();
  await expect(dialog.getByLabel("Name")).toHaveValue("Level one");
  await expectCleanInEveryLook(page, "a row of a list while it is edited");
  await dialog.getByLabel("Parent project").fill("Tower");
  await dialog.getByRole("button", { name: "Save the row" }).click();
  await page.getByRole("heading", { name: "Create 2 projects", level: 1 }).waitFor();
  await page.getByText("under “Tower” · line 3").waitFor();

  const fix = page.getByRole("form", { name: "One fix for several rows" });
  await fix.getByLabel("Fix").selectOption("Move under a parent");
  await fix.getByLabel("Parent project").fill("Tower");
  await fix.getByRole("button", { name: "Change rows" }).click();
  await fix.getByText("Select at least one row.").waitFor();
  await expect(fix.getByLabel("Parent project")).toHaveValue("Tower");
  await page.getByRole("checkbox", { name: "Level 2" }).check();
  await fix.getByRole("button", { name: "Change rows" }).click();
  await fix.getByText("1 row changed.").waitFor();
  await page.getByText("under “Tower” · line 4").waitFor();
  await fix.getByLabel("Rows").selectOption("All “Listed twice” (1)");
  await fix.getByLabel("Fix").selectOption("Create anyway");
  await fix.getByRole("button", { name: "Change rows" }).click();
  await page.getByRole("heading", { name: "Create 4 projects", level: 1 }).waitFor();
  await expectCleanInEveryLook(page, "a list of projects whose rows were put right");
  await page.getByRole("button", { name: "Discard the list" }).click();
  const question = page.getByRole("dialog");
  // Its form has no field, so nothing is between its head and its buttons.
  const between = await question.evaluate((dialog) => {
    const [head, foot] = ["header", "footer"].map((part) => dialog.querySelector(part));
    return (foot?.getBoundingClientRect().top ?? NaN) - (head?.getBoundingClientRect().bottom ?? NaN);
  });
  expect(between).toBeCloseTo(0, 0);
  await question.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("heading", { name: "Create 4 projects", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Discard the list" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard the list" }).click();
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
});
