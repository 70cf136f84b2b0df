/**
 * The main job, whole and in a browser: sign in, create a cloud and a project, upload a real IFC file, look at its doors, download their
 * properties, invite somebody, and see that person accept. The CSV is compared cell by cell with values that another reader (web-ifc) takes
 * from the file.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { RELATIONS, RELATIONS_SET } from "#lib/elements/relations/relation-columns.ts";
import type { Page } from "@playwright/test";
import { browser, closePages, downloaded, expect, product, test } from "#tests/support/browser.ts";
import { createAccount } from "#tests/support/portal-steps.ts";
import { until } from "#tests/support/until.ts";
import { readReference } from "#tests/unit/ifc/web-ifc-model.ts";
import type { Answer } from "#tests/unit/ifc/web-ifc-model.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "ifc", "revit2020-ifc4-rooms.ifc");
const unique = `${String(Date.now())}-${String(process.pid)}`;
const cloudName = `Kanaalzone Noord ${unique}`;
const invitee = `m.dejong.${unique}@bouwgroep-oost.example`;

test.afterAll(() => closePages(browser));

test("from sign-in to a true CSV and an accepted invitation", async () => {
  test.setTimeout(300_000);
  const page = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await page.goto("/clouds");
  await page.getByLabel("Email").fill(product.adminEmail);
  await page.getByLabel("Password").fill(product.adminPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Clouds", level: 1 }).waitFor();

  await page.getByRole("link", { name: "Create Cloud" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(cloudName);
  await page.getByRole("button", { name: "Create Cloud" }).dblclick();
  await page.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
  const cloudUrl = page.url();

  await page.getByRole("link", { name: "Create project" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Blok C – Kopgebouw");
  await page.getByLabel("Description (optional)").fill("Everything that can be opened");
  await page.getByLabel("Or as an address (optional)").fill("https://logo.example/blok-c.png");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { name: "Blok C – Kopgebouw", level: 1 }).waitFor();

  await page.getByLabel("Model file").setInputFiles(FIXTURE);
  await page.getByRole("button", { name: "Upload model" }).click();
  const models = page.getByRole("table", { name: "Models" });
  await models.getByText("Ready").waitFor();
  await expect(models).toContainText("IFC4");
  // Offered without a reload, as soon as there is something to export.
  await page.getByRole("button", { name: "Export elements…" }).waitFor();

  await models.getByRole("link", { name: "Elements" }).click();
  await page.getByRole("grid").waitFor();
  await page.goto(`${page.url().split("?")[0] ?? ""}?type=IfcDoor&empty=show`);
  const grid = page.getByRole("grid");
  await grid.waitFor();

  // Columns to the right are drawn when they are scrolled to.
  const height = grid.getByTitle("OverallHeight, unit mm", { exact: false });
  await until("the column of heights is drawn, with its unit", async () => {
    if ((await height.count()) > 0) return true;
    await page.locator(".eg-scroll").evaluate((view) => {
      view.scrollLeft += view.clientWidth / 2;
    });
    return false;
  });

  const reference = await readReference(await readFile(FIXTURE));
  const expected = reference.classes.get("IfcDoor") ?? new Map<string, Answer>();
  expect(expected.size).toBe(21);
  await expect(grid).toHaveAttribute("aria-rowcount", /^2[1-3]$/);
  const download = page.getByRole("button", { name: /Export 21 doors/i });
  expectSameCells((await downloaded(() => download.click(), page)).bytes, expected);

  await page.goto(`${cloudUrl}/invitations/new`);
  const landing = /\/platform\/cloud\/(\d+)/.exec(
    (await page.getByRole("main").getByText("/platform/cloud/").textContent()) ?? "",
  );
  await page.getByRole("textbox", { name: "Email address" }).fill(invitee);
  await page.getByRole("button", { name: "Invite person" }).click();
  await page.getByText("The service accepted the invitation.").waitFor();
  await page.getByText(`The service sends the email to ${invitee}.`).waitFor();
  await page.goto(`${cloudUrl}/invitations`);
  const ledger = page.getByRole("row", { name: new RegExp(invitee) });
  await ledger.getByText("Waiting").waitFor();

  await acceptAsInvitee(page, landing?.[1] ?? "");

  await page.goto(`${cloudUrl}/invitations`);
  await until("the ledger tells that the person joined", async () => {
    await page.getByRole("button", { name: "Refresh from service" }).click();
    return page
      .getByRole("row", { name: new RegExp(invitee) })
      .getByText("Joined")
      .isVisible();
  });

  await page.goto(`/clouds?q=${encodeURIComponent(cloudName)}`);
  const clouds = page.getByRole("table", { name: "Clouds" });
  await clouds.getByRole("link", { name: cloudName }).waitFor();
  await expect(clouds.getByRole("row")).toHaveCount(2);
});

/** Opens the email in the built-in mailbox, presses its button, signs up in a separate browser, and accepts. */
async function acceptAsInvitee(page: Page, cloudNumber: string): Promise<void> {
  await page.goto("/mailbox");
  const mail = page.getByRole("row").filter({ hasText: invitee }).getByRole("link");
  await mail.waitFor();
  await mail.click();
  const button = page.frameLocator("iframe").getByRole("link").first();
  const link = (await button.getAttribute("href")) ?? "";
  expect(new URL(link).pathname).toBe(`/platform/cloud/${cloudNumber}`);

  await using theirs = await browser.newContext({ baseURL: product.origin });
  const their = await theirs.newPage();
  await their.goto(link);
  expect(their.url()).not.toContain("invitation=");
  await createAccount(their, ["Marie", "de Jong"], "bruggen over het kanaal");
  await their.getByRole("heading", { name: `You are invited to ${cloudName}` }).waitFor();
  await their.getByRole("button", { name: "Accept" }).click();
  await their.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
  expect(new URL(their.url()).pathname).toBe(`/platform/cloud/${cloudNumber}`);
  await their.getByText("Blok C – Kopgebouw").first().waitFor();
  await their.getByText("revit2020-ifc4-rooms.ifc").first().waitFor();
}

/** Every cell of the file equals the other reader's value, and every value of the other reader is in the file. */
function expectSameCells(csv: Buffer, expected: ReadonlyMap<string, Answer>): void {
  expect(csv.subarray(0, 3)).not.toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [header = [], ...body]: string[][] = parse(csv, { bom: false });
  expect(header).toContain("OverallHeight [mm]");
  expect(header[0]).toBe("GlobalId");
  expect(new Set(header).size).toBe(header.length);
  const relations = RELATIONS.map((name) => `${RELATIONS_SET}.${name}`);
  expect(header.filter((heading) => heading.startsWith(`${RELATIONS_SET}.`))).toEqual(relations);
  expect(new Set(body.map((row) => row[0]))).toEqual(new Set(expected.keys()));
  expect(body).toHaveLength(expected.size);
  let compared = 0;
  for (const [globalId = "", ...cells] of body) {
    const wanted = toHeadings(expected.get(globalId) ?? {});
    for (const [index, cell] of cells.entries()) {
      const heading = (header[index + 1] ?? "").replace(/ \[[^\]]*\]$/, "");
      // unit/ifc/related-objects compares these with the other reader.
      if (relations.includes(heading)) continue;
      const value = wanted.get(heading);
      expect([globalId, heading, readCell(cell, value)]).toEqual([globalId, heading, value ?? ""]);
      if (wanted.delete(heading)) compared += 1;
    }
    expect([...wanted.keys()]).toEqual([]);
  }
  expect(compared).toBeGreaterThan(21 * 15);
}

/** The reference's values under the headings that the file must have. */
function toHeadings(answer: Answer): Map<string, unknown> {
  return new Map(
    Object.entries(answer).flatMap(([set, properties]) =>
      Object.entries(properties).map(([name, value]) => [
        set === "attributes" ? name : `${set}.${name}`,
        value,
      ]),
    ),
  );
}

/** A cell as the kind of value that is expected there. */
function readCell(cell: string, expected: unknown): unknown {
  if (typeof expected === "number") return cell === "" ? "an empty cell" : Number(cell);
  if (typeof expected === "boolean") return cell === "true" ? true : cell === "false" ? false : cell;
  if (Array.isArray(expected)) return JSON.parse(cell) as unknown;
  return cell;
}
