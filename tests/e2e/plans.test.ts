/**
 * A plan from the form to its end by keyboard alone: rehearsed without a trace, carried out step by step, downloaded as a file and created
 * again from it. Clean for axe in both themes and at both widths on the way.
 */
import { join } from "node:path";
import { downloaded, expect, page, press, service, test, useStaff } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "ifc", "air-terminal-propertykinds-ifc4.ifc");
const unique = `${String(Date.now())}-${String(process.pid)}`;
const cloudName = `Merwekade ${unique}`;

useStaff();

async function fill(label: string, text: string): Promise<void> {
  // By its role: a page that streams in first holds a hidden copy, and anything typed there is lost.
  await page.getByRole("textbox", { name: label }).focus();
  await page.keyboard.insertText(text);
}

async function cloudsAtService(): Promise<{ id: number; name: string }[]> {
  const clouds = (await service.get("/cloud")) as { id: number; name: string }[];
  return clouds.filter(({ name }) => name === cloudName);
}

test("a plan is made, rehearsed, carried out and taken as a file, by keyboard", async () => {
  await page.goto("/plans");
  await press(page.getByRole("link", { name: "Create plan" }).first());
  await fill("Name of the Cloud", cloudName);
  await fill("Projects", "Block A\n  Floor 1\n  luchtrooster.ifc\nBlock B");
  await fill("People to invite", `r.bakker.${unique}@bouwgroep-oost.example, j.visser@gmial.com`);
  await press(page.getByRole("button", { name: "Create plan" }));
  await page.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
  await page.getByText("Not rehearsed yet.").waitFor();
  await page.getByText("Was j.visser@gmail.com meant?").waitFor();

  await press(page.getByRole("button", { name: "Run plan" }));
  await page.getByText("The file luchtrooster.ifc was not chosen yet.").waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    press(page.getByRole("button", { name: "Choose the file for luchtrooster.ifc" })),
  ]);
  await chooser.setFiles(FIXTURE);
  await page.getByRole("button", { name: "Another file for luchtrooster.ifc" }).waitFor();

  await press(page.getByRole("button", { name: "Rehearse plan" }));
  await page.getByText("All 6 steps passed the rehearsal.").waitFor();
  await page.getByText("The service accepts the file and reads it as IFC4.").waitFor();
  await page.getByText("One email; the person would be a member of the Cloud, as user.").waitFor();
  expect(await cloudsAtService()).toEqual([]);
  await expectCleanInEveryLook(page, "a plan that was rehearsed");
  await page.setViewportSize({ width: 390, height: 900 });
  const said = await page.getByText("The service accepts the file and reads it as IFC4.").boundingBox();
  const button = await page.getByRole("button", { name: "Another file for luchtrooster.ifc" }).boundingBox();
  // On a phone the button stands below the words, never on them.
  expect(button?.y).toBeGreaterThanOrEqual((said?.y ?? Infinity) + (said?.height ?? 0));
  await page.setViewportSize({ width: 1280, height: 900 });

  await press(page.getByRole("button", { name: "Run plan" }));
  await page.getByText("6 of 6 steps done").first().waitFor();
  await page.getByText("Completed", { exact: true }).waitFor();
  await expectCleanInEveryLook(page, "a plan that was carried out");
  const [cloud, ...others] = await cloudsAtService();
  expect(others).toEqual([]);
  const path = `/cloud/${String(cloud?.id)}`;
  const projects = (await service.get(`${path}/project`)) as {
    id: number;
    name: string;
    parent_id: number | null;
  }[];
  expect(projects.map(({ name }) => name)).toEqual(["Block A", "Floor 1", "Block B"]);
  expect(projects[1]?.parent_id).toBe(projects[0]?.id);
  const models = (await service.get(`${path}/project/${String(projects[0]?.id)}/ifc`)) as { name: string }[];
  expect(models).toHaveLength(1);
  const people = (await service.get(`${path}/invitation`)) as { email: string }[];
  expect(people.map(({ email }) => email)).toEqual([`r.bakker.${unique}@bouwgroep-oost.example`]);

  const { bytes } = await downloaded(() => press(page.getByRole("link", { name: "Download as JSON" })));
  await page.goto("/plans/new");
  await page
    .getByRole("button", { name: /^Or a file/ })
    .setInputFiles({ name: "again.json", mimeType: "application/json", buffer: bytes });
  await press(page.getByRole("button", { name: "Create plan" }));
  await page.getByText("from again.json").waitFor();
  await page.getByText("already has this name; the plan would create a second Cloud with it.").waitFor();
  await press(page.getByRole("button", { name: "Edit j.visser@gmial.com" }));
  const address = page.getByRole("dialog").getByLabel("Email address");
  await expect(address).toHaveValue("j.visser@gmail.com");
  await press(address);
  await page.getByRole("button", { name: "Edit j.visser@gmail.com" }).waitFor();
  await page.getByRole("button", { name: "Leave out j.visser@gmail.com" }).waitFor();
  expect(await page.getByText("Was j.visser@gmail.com meant?").count()).toBe(0);
  await press(page.getByRole("button", { name: "Discard the plan" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Discard the plan" }));
  await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  expect(await cloudsAtService()).toHaveLength(1);
});

test("a list of projects is rehearsed before it is sent", async () => {
  await page.goto(`/clouds?q=${encodeURIComponent(cloudName)}`);
  await press(page.getByRole("link", { name: cloudName }));
  await page.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
  await page.goto(`${new URL(page.url()).pathname}/projects/lists/new`);
  await page.getByRole("textbox", { name: "Projects", exact: true }).focus();
  await page.keyboard.insertText("name,parent\nFloor 2,Block A\nAttic,Floor 2");
  await press(page.getByRole("button", { name: "Check rows" }));
  await press(page.getByRole("button", { name: "Rehearse list" }));
  await page.getByText("All 2 steps passed the rehearsal.").waitFor();
  await expectCleanInEveryLook(page, "a list of projects that was rehearsed");
  await press(page.getByRole("button", { name: "Discard the list" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Discard the list" }));
  await page.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
});
