/**
 * Characters that turn the reading direction, in every name that other people type: pages show them as marks and obey none, so that no
 * name can look like another. A copy has the name as it is.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { INSIDE, openListed, type Ground } from "#tests/support/every-page.ts";
import { openService } from "#tests/support/service-caller.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 300_000;
const unique = `turned-${String(process.pid)}-${String(Date.now())}`;
/** "exe" beside a file's ending: obeyed, it reads as another ending. Each of the characters once. */
const TURNED = "annex\u202efdp.\u202c\u202a\u202b\u202d\u2066\u2067\u2068\u2069\u200e\u200f\u061cexe";
const MARKED = "annex[U+202E]fdp.[U+202C]";
/** The same as IFC writes it. */
const IN_IFC = TURNED.replace(
  /[^ -~]/g,
  (one) => `\\X2\\${one.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}\\X0\\`,
);

let browser: Browser;
let staff: BrowserContext;
let page: Page;
let db: PrismaClient;
let made: Ground;

test.beforeAll(async ({ browser: started }) => {
  test.setTimeout(LIMIT_MS);
  browser = started;
  staff = await signInStaff(browser, product, { permissions: ["clipboard-read", "clipboard-write"] });
  page = await staff.newPage();
  db = createClient(product.databaseUrl);
  made = await plant();
});

test.afterAll(async () => {
  await db.view.deleteMany({ where: { name: { startsWith: unique } } });
  await db.operation.deleteMany({ where: { key: unique } });
  await db.$disconnect();
  await closePages(browser);
});

/** A Cloud, a project, a model with a door, and an operation of that name. */
async function plant(): Promise<Ground> {
  const service = await openService(product);
  const name = `${unique} ${TURNED}`;
  const cloud = await service.post("/cloud", { name });
  const serviceCloud = `/cloud/${String(cloud.id)}`;
  const project = await service.post(`${serviceCloud}/project`, { name, description: name });
  const { model_id: modelId } = await service.upload(
    `${serviceCloud}/project/${String(project.id)}`,
    `${unique}.ifc`,
    model(),
  );
  const { id: ownerId } = await db.staff.findFirstOrThrow({ where: { email: product.adminEmail } });
  const connection = await db.connection.findFirstOrThrow({ where: { kind: "BUILTIN" } });
  await db.operation.create({
    data: {
      id: newId(),
      key: unique,
      kind: "CREATE_CLOUD",
      connectionId: connection.id,
      connectionRevision: 1,
      method: "POST",
      path: "/cloud",
      body: { name },
      requestSha256: unique,
      subjectKey: unique,
      title: name,
      context: {},
      actorId: ownerId,
      actorName: TURNED,
      state: "REFUSED",
      cause: name,
      result: { serviceId: null, fieldErrors: { name: [TURNED] } },
      note: TURNED,
    },
  });
  await openListed(page, `/clouds?q=${unique}`, unique);
  await page.getByRole("heading", { name: unique, level: 1 }).waitFor();
  const cloudPage = new URL(page.url()).pathname;
  await page.getByRole("link", { name: unique }).first().click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/);
  const projectPage = new URL(page.url()).pathname;
  await until(
    "the model is read",
    async () => (await db.serviceModel.count({ where: { id: modelId, status: "C" } })) > 0,
    LIMIT_MS,
  );
  return {
    cloud: cloudPage,
    project: projectPage,
    model: `${projectPage}/models/${String(modelId)}?type=IfcDoor`,
  };
}

function model(): string {
  return [
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
    `#1=IFCDOOR('0000000000000000000DOR',$,'${IN_IFC}',$,$,$,$,'${IN_IFC}',$,$,$,$,$);`,
    `#2=IFCPROPERTYSINGLEVALUE('${IN_IFC}',$,IFCLABEL('${IN_IFC}'),$);`,
    `#3=IFCPROPERTYSET('0000000000000000000SET',$,'${IN_IFC}',$,(#2));`,
    "#4=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,(#1),#3);",
    "ENDSEC;\nEND-ISO-10303-21;\n",
  ].join("\n");
}

/** Where the page has such a character, by its element; and whether it shows the mark. */
async function look(): Promise<{ raw: string[]; isMarked: boolean }> {
  // What a field holds is what is saved.
  return page.evaluate((mark) => {
    const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    const raw: string[] = turning.test(document.title) ? ["the document's title"] : [];
    for (const element of document.querySelectorAll("body *:not(script, textarea)")) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const texts = [
        ...own.map((node) => node.nodeValue),
        element.getAttribute("title"),
        element.getAttribute("aria-label"),
      ];
      if (texts.some((text) => turning.test(text ?? ""))) raw.push(element.outerHTML.slice(0, 200));
    }
    return { raw, isMarked: document.body.innerText.includes(mark) };
  }, MARKED);
}

test("no page has such a character in its text, and those that show the name mark it", async () => {
  test.setTimeout(LIMIT_MS);
  const more = [`/clouds?q=${unique}`, `/operations?show=all&q=${unique}`];
  const found: string[] = [];
  let shown = 0;
  for (const address of [...INSIDE.map(([, path]) => path(made)), ...more]) {
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (address === made.model) await page.getByRole("gridcell").first().waitFor();
    const { raw, isMarked } = await look();
    found.push(...raw.map((where) => `${address}: ${where}`));
    if (isMarked) shown += 1;
  }
  expect(found).toEqual([]);
  expect(shown).toBeGreaterThan(12);
});

test("nor do the columns, the views, the palette and the element", async () => {
  test.setTimeout(LIMIT_MS);
  await page.goto(made.model);
  const cell = page.getByRole("gridcell", { name: MARKED }).first();
  await cell.waitFor();
  const opened = async (what: string, role: "dialog" | "complementary" = "dialog"): Promise<void> => {
    const panel = page.getByRole(role).filter({ hasText: MARKED }).first();
    await expect(panel, what).toBeVisible({ timeout: 30_000 });
    expect((await look()).raw, what).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(panel, what).toBeHidden();
  };
  await page.getByRole("button", { name: /^Columns:/ }).click();
  await opened("columns");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByLabel("Save the table as a view").fill(`${unique} ${TURNED}`);
  await page.keyboard.press("Enter");
  await opened("views");
  await page.getByRole("button", { name: /Search or run a command/ }).click();
  await page.getByRole("combobox").fill(unique);
  await opened("the palette");
  await cell.click();
  await page.keyboard.press("Enter");
  await opened("the element", "complementary");
});

test("a copy of a cell has the name as it is", async () => {
  await page.goto(made.model);
  await page.getByRole("gridcell", { name: MARKED }).first().click();
  await page.keyboard.press("Control+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("annex\u202efdp");
});
