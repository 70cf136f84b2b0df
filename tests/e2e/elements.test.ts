/**
 * The element table and its export in a browser: classes, rows that are scrolled to, the keyboard, every empty state, the file with its
 * proof, the history; clean for axe in both themes, wide and narrow. The file's cells are compared in main-way.test.ts.
 */
import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { newId } from "#lib/core/ids.ts";
import { Prisma } from "#lib/db/client.ts";
import {
  db,
  downloaded,
  expect,
  page,
  product,
  staff,
  test,
  useModel,
  useStaff,
} from "#tests/support/browser.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";
import { until } from "#tests/support/until.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

useStaff();
const model = useModel("revit2020-ifc4-rooms.ifc");

test("the table opens on the doors, grouped by set", async () => {
  await page.goto(model.path);
  const grid = page.getByRole("grid", { name: "Properties of 21 doors" });
  await grid.waitFor();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Doors");
  await page.getByRole("columnheader", { name: "Attributes" }).waitFor();
  const strip = page.getByRole("navigation", { name: "Classes in this model" });
  await expect(strip.locator("[aria-current=page]")).toContainText("IfcDoor");
});

test("a class is found by typing a part of its name", async () => {
  await page.goto(model.path);
  await page.getByRole("button", { name: "Doors: choose a class" }).click();
  await page.getByRole("dialog", { name: "Choose a class" }).waitFor();
  await page.getByLabel("Class", { exact: true }).fill("window");
  await page.keyboard.press("Enter");
  await page.getByRole("grid", { name: "Properties of 69 windows" }).waitFor();
  expect(new URL(page.url()).searchParams.get("type")).toBe("IfcWindow");
});

test("a class without elements and a class that there is not have texts of their own", async () => {
  await page.goto(`${model.path}?type=IfcChimney`);
  await page.getByText("No IfcChimney in this model").filter({ visible: true }).waitFor();
  expect(await page.getByRole("button", { name: /^Export/ }).count()).toBe(0);
  await expectCleanInEveryLook(page, "empty");
  await page.goto(`${model.path}?type=IfcFlowTerminal`);
  await page
    .getByText(/but 22\selements of its subtypes: IfcSanitaryTerminal/)
    .filter({ visible: true })
    .waitFor();
  await expectCleanInEveryLook(page, "empty, with subtypes");
  await page.getByRole("link", { name: "Show IfcFlowTerminal with subtypes" }).click();
  await page.getByRole("grid", { name: "Properties of 22 elements" }).waitFor();
  expect(
    await page
      .getByRole("switch", { name: "Subtypes" })
      .filter({ visible: true })
      .getAttribute("aria-checked"),
  ).toBe("true");
  await page.goto(`${model.path}?type=IfcDor`);
  await page.getByText("No IFC schema has a class “IfcDor”").filter({ visible: true }).waitFor();
  await expectCleanInEveryLook(page, "unknown class");
  await page.getByRole("link", { name: "IfcDoor", exact: true }).filter({ visible: true }).last().click();
  await page.getByRole("grid", { name: "Properties of 21 doors" }).waitFor();
});

test("while a page is on its way that shows what was read, no second one is asked for", async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  const endReading = await beginReading("IfcSlab");
  await using own = await staff.newPage();
  const pages = await steerRequests(own, ({ pathname }) => pathname === model.path);
  await own.clock.install();
  await own.goto(`${model.path}?type=IfcSlab`);
  await own.getByText("Reading IfcSlab from the service").first().waitFor();
  const asked: string[] = [];
  own.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === model.path || pathname.startsWith("/api/elements/")) asked.push(pathname);
  });
  pages.hold();
  await endReading();
  await until("the page is asked for", () => Promise.resolve(asked.includes(model.path)));
  const before = asked.length;
  await own.clock.runFor(60_000);
  // What was asked until now has been seen when an answer that was asked for after it is there.
  await own.evaluate(() => fetch("/api/health").then(({ ok }) => ok));
  expect(asked.slice(before)).toEqual([]);
  pages.pass();
  await own.getByRole("grid", { name: /^Properties of \d+ slabs$/ }).waitFor();
});

/** A reading of the model that another process has begun; the answer takes it away, so that the page has to begin its own. */
async function beginReading(ifcClass: string): Promise<() => Promise<void>> {
  const modelServiceId = BigInt(model.path.split("/").at(-1) ?? "");
  const { projectId, modelName, modelVersion } = await db.snapshot.findFirstOrThrow({
    where: { modelServiceId, ifcClass: "IfcDoor" },
  });
  const [id, at] = [newId(), new Date()];
  const leaseUntil = new Date(at.getTime() + 3_600_000);
  const key = { projectId, modelServiceId, ifcClass, modelName, modelVersion, generation: 1 };
  await db.snapshot.create({
    data: { id, ...key, state: "READING", leaseUntil, reference: newId(), startedAt: at, lastUsedAt: at },
  });
  return async () => {
    await db.snapshot.delete({ where: { id } });
  };
}

test("an export gives one file, with its proof, also after a double click", async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  const { name, bytes } = await downloaded(() =>
    page.getByRole("button", { name: "Export 21 doors" }).dblclick(),
  );
  expect(name).toMatch(/^revit2020-ifc4-rooms-IfcDoor-\d{4}-\d\d-\d\d\.csv$/);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await page.getByText(/^21\sdoors × \d+\scolumns, verified, no value changed\.$/).waitFor();
  await page.getByText(sha256).waitFor();
  await expectCleanInEveryLook(page, "exported");
  expect(downloads).toHaveLength(1);

  const link = await page.getByRole("link", { name: "Download again" }).getAttribute("href");
  const answer = await page.request.get(link ?? "");
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": expect.stringMatching(/^attachment; filename="revit2020/),
    "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    "cache-control": "no-store, no-transform",
    "x-content-type-options": "nosniff",
  });
  // The product's framework frames answers by itself; where a length is stated it is the true one.
  expect(answer.headers()["content-length"] ?? String(bytes.length)).toBe(String(bytes.length));
  expect(await answer.body()).toEqual(bytes);
  const stranger = await fetch(`${product.origin}${link ?? ""}`);
  expect(stranger.status).toBe(401);
});

test("the first button exports what the table shows, in the format that was chosen last", async () => {
  const idsIn = ({ bytes }: { bytes: Buffer }): (string | undefined)[] => {
    const rows: string[][] = parse(bytes, { bom: true });
    return rows.slice(1).map(([id]) => id);
  };
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.evaluate(() => window.localStorage.clear());
  await page.reload();
  const all = page.getByRole("button", { name: "Export 21 doors CSV" });
  // The search offers it by these words.
  await expect(all).toContainText("Export 21 doors CSV");
  const wanted = await page.locator('[data-row="4"][data-column="0"]').innerText();
  await page.goto(`${model.path}?type=IfcDoor&q=${encodeURIComponent(wanted)}`);
  const one = page.getByRole("button", { name: "Export 1 of 21 doors CSV" });
  expect(idsIn(await downloaded(() => one.click()))).toEqual([wanted]);

  await page.getByRole("button", { name: "Choose how to export" }).click();
  const workbook = page.getByRole("menuitem", { name: "XLSX", exact: false }).first();
  expect((await downloaded(() => workbook.click())).name).toMatch(/\.xlsx$/);
  await page.goto(`${model.path}?type=IfcDoor`);
  const again = page.getByRole("button", { name: "Export 21 doors XLSX" });
  expect((await downloaded(() => again.click())).name).toMatch(/\.xlsx$/);
  await page.evaluate(() => window.localStorage.clear());
});

/** How many of these are seen whole, between `top` and the end of the window or of the part that scrolls. */
async function countSeen(rows: string, top: string): Promise<number> {
  return page.evaluate(
    ([of, under]) => {
      const first = document.querySelector(under)?.getBoundingClientRect().bottom ?? 0;
      const scroller = document.querySelector(".eg-scroll")?.getBoundingClientRect().bottom ?? Infinity;
      const last = Math.min(window.innerHeight, scroller);
      return [...document.querySelectorAll(of)].filter((row) => {
        const { top: from, bottom: to } = row.getBoundingClientRect();
        return from >= first - 1 && to <= last + 1;
      }).length;
    },
    [rows, top] as const,
  );
}

test("at 1280 × 900 eighteen rows of the table are seen, and fifteen runs of the history", async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${model.path}?type=IfcMember`);
  await page.getByRole("gridcell").first().waitFor();
  await expect.poll(() => countSeen(".eg-body-row", ".eg-heads")).toBeGreaterThanOrEqual(18);
  const takeAway = await plantRuns(20);
  await page.goto("/exports");
  await page
    .getByRole("table", { name: "Export runs" })
    .getByText(/verified/)
    .first()
    .waitFor();
  await expect.poll(() => countSeen(".tbl tbody tr", ".tbl thead")).toBeGreaterThanOrEqual(15);
  await expectCleanInEveryLook(page, "a long history");
  await takeAway();
});

/** More runs like one that ended well, by people and of models with long names; the answer takes them away again. */
async function plantRuns(count: number): Promise<() => Promise<void>> {
  const { request, ...run } = await db.exportRun.findFirstOrThrow({
    where: { state: "DONE", fileKey: { not: null } },
  });
  const planted = Array.from({ length: count }, (_, place) => ({
    ...run,
    request: { ...(request as object) },
    forecast: Prisma.DbNull,
    failureSaid: Prisma.DbNull,
    id: newId(),
    // Also names that are longer than their columns.
    modelName: place % 2 === 0 ? run.modelName : `${"Bouwkundig model van het kopgebouw ".repeat(3)}.ifc`,
    actorName: place % 3 === 0 ? "Annemarie van den Berg-Oosterhuis" : run.actorName,
  }));
  await db.exportRun.createMany({ data: planted });
  return async () => {
    await db.exportRun.deleteMany({ where: { id: { in: planted.map(({ id }) => id) } } });
  };
}

test("at 1920 pixels the element table, the tables of pages and the passport have the width", async () => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const [address, what] of [
    [`${model.path}?type=IfcMember`, ".eg-scroll"],
    ["/exports", ".tbl-wrap"],
    [`${model.path}/passport?type=IfcDoor`, ".tbl-wrap"],
  ] as const) {
    await page.goto(address);
    // What arrives first may be drawn anew when the page's script takes over.
    const width = async (): Promise<number> => (await page.locator(what).first().boundingBox())?.width ?? 0;
    await expect.poll(width, address).toBeGreaterThan(1_600);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});
