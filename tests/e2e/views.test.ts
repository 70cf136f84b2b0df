/**
 * Views, personal tokens and the live address: by keyboard alone a view is saved in one model and applied in another and a token is
 * created; then a program that has only these two reads the table that the page shows. Clean for axe in both themes, wide and narrow.
 */
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { parquetMetadataAsync } from "hyparquet";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { addressView } from "#lib/features/views/fit.ts";
import type { Locator } from "@playwright/test";
import {
  expect,
  firstOf,
  page,
  press,
  product,
  staff,
  test,
  useModel,
  useStaff,
} from "#tests/support/browser.ts";
import { steerRequests } from "#tests/support/steered-requests.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const NOWHERE = { set: "Pset_Nowhere", property: "Colour" };
const mark = `${String(Date.now())}-${String(process.pid)}`;
const viewName = `Doors backwards ${mark}`;

let token = "";
let address = "";

type Raw = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** As sent over the network: fetch would decompress it. */
function askRaw(url: string, options: { method: string; headers: OutgoingHttpHeaders }): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(url, options, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      buffer(answer).then((body) => resolve({ status, headers, body }), reject);
    })
      .on("error", reject)
      .end();
  });
}

useStaff();
const rooms = useModel("revit2020-ifc4-rooms.ifc");
const house = useModel("ac20-fzk-haus-ifc4.ifc");

async function openViews(): Promise<Locator> {
  await page.getByRole("grid").waitFor();
  await press(page.getByRole("button", { name: "Views", exact: true }));
  const dialog = page.getByRole("dialog", { name: "Views" });
  await firstOf(dialog.getByRole("button", { name: /^Manage/ }));
  return dialog;
}

test("a view is saved in one model and applied in another, by keyboard alone", async () => {
  await page.goto(`${rooms.path}?type=IfcDoor&s=-id&empty=show`);
  const dialog = await openViews();
  await expectCleanInEveryLook(page, "the dialog of views");
  await dialog.getByLabel("Save the table as a view").focus();
  await page.keyboard.type(viewName);
  await page.keyboard.press("Enter");
  await dialog.getByText(`“${viewName}” is saved.`).waitFor();
  await firstOf(dialog.getByRole("region", { name: "Yours" }).getByRole("button", { name: viewName }));

  await page.goto(`${house.path}?type=IfcDoor`);
  const other = await openViews();
  await press(other.getByRole("region", { name: "Yours" }).getByRole("button", { name: viewName }).first());
  await other.waitFor({ state: "hidden" });
  await page.waitForURL(
    (url) => url.searchParams.get("s") === "-id" && url.searchParams.get("empty") === "show",
  );
});

test("a view on a property that the model lacks finds every door, says so, and keeps saying so", async () => {
  const content = viewContentSchema.parse({
    ifcClasses: ["IfcDoor"],
    columns: [{ property: "Name" }, NOWHERE],
    filters: [{ column: NOWHERE, op: "notPresent" }],
  });
  await page.goto(`${rooms.path}?type=IfcDoor`);
  const all = (await page.getByRole("grid").getAttribute("aria-rowcount")) ?? "none";
  await page.goto(`${rooms.path}?type=IfcDoor&${writeView(addressView(content)).toString()}`);
  const table = page.getByRole("region", { name: "IfcDoor" });
  const note = table.getByText("1 property of this view is not in this model.");
  const expectSaid = async (): Promise<void> => {
    await note.waitFor();
    await table.getByText("Pset_Nowhere: Colour. 1 filter counts the property as absent").waitFor();
    await page.getByRole("button", { name: "Pset_Nowhere: Colour has no value" }).waitFor();
    await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", all);
  };
  await expectSaid();
  await page.reload();
  await expectSaid();

  // An alternative keeps the rows that meet either condition.
  await press(page.getByRole("button", { name: "Filter", exact: true }));
  const panel = page.getByRole("complementary", { name: "Filter" });
  await panel.getByLabel("Condition", { exact: true }).selectOption({ label: "contains" });
  await panel.getByLabel("Text").fill("no door is called this");
  await panel.getByLabel("With the other filters").selectOption({ index: 1 });
  await press(panel.getByRole("button", { name: "Add filter" }));
  await page.getByRole("group", { name: "At least one must apply" }).waitFor();
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", all);

  await press(page.getByRole("button", { name: "Remove the empty columns" }));
  await page.getByRole("columnheader", { name: /Colour/ }).waitFor({ state: "detached" });
  await note.waitFor();
});

test("a view of another class leads to the table of that class", async () => {
  await page.goto(`${house.path}?type=IfcDoor`);
  const dialog = await openViews();
  await press(dialog.getByRole("region", { name: "Ready-made" }).getByRole("link", { name: "Windows" }));
  await page.waitForURL(
    (url) => url.searchParams.get("type") === "IfcWindow" && url.searchParams.has("cols"),
  );
  await page.getByRole("grid").waitFor();
});

test("a token for the view is made by keyboard and shown once", async () => {
  await page.goto(`${house.path}?type=IfcDoor`);
  const dialog = await openViews();
  await press(dialog.getByRole("button", { name: `Manage “${viewName}”` }));
  await press(dialog.getByRole("button", { name: "Create live address" }));
  const path = dialog.getByText(/^\/api\/exports\/live\//);
  await expect(path).toHaveText(/-newest\.csv$/);
  await dialog.getByLabel("Version").selectOption("This version only");
  await press(dialog.getByRole("button", { name: "Create live address" }));
  await path.filter({ hasNotText: "newest" }).waitFor();
  await dialog.getByLabel("Format", { exact: true }).selectOption("Parquet");
  await expect(path).toHaveText(/\.parquet$/);
  await dialog.getByLabel("Format", { exact: true }).selectOption("CSV");
  await expect(path).toHaveText(/\.csv$/);
  address = (await path.textContent()) ?? "";
  await expectCleanInEveryLook(page, "a live address");
  await press(dialog.getByRole("link", { name: "access token" }));
  await page.getByRole("heading", { name: "Access tokens", level: 1 }).waitFor();
  await page.getByRole("textbox", { name: "Purpose" }).focus();
  await page.keyboard.type("Cost sheet");
  await page.keyboard.press("Enter");
  await page.getByText("The token “Cost sheet” works now.").waitFor();
  token = (await page.locator("[data-token]").textContent()) ?? "";
  expect(token).toMatch(/^portico_pat_[\w-]{43}$/);
  await expectCleanInEveryLook(page, "access tokens");
  await page.reload();
  await page
    .getByRole("table", { name: "Your access tokens" })
    .getByText(`ends in ${token.slice(-4)}`)
    .waitFor();
  expect(await page.content()).not.toContain(token);
});

test("the program gets the table that the page shows, and nothing without its token", async () => {
  const url = `${product.origin}${address}`;
  const ask = (init: RequestInit = {}): Promise<Response> => fetch(url, init);
  const bearer = { authorization: `Bearer ${token}` };
  const answer = await ask({ headers: bearer });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  expect(answer.headers.get("cache-control")).toContain("private");
  expect(answer.headers.get("set-cookie")).toBeNull();
  const text = await answer.text();
  const [, ...rows]: string[][] = parse(text);
  const ids = rows.map(([id = ""]) => id);
  expect(answer.headers.get("x-portico-rows")).toBe(String(ids.length));
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual(ids.toSorted().toReversed());

  await page.goto(`${house.path}?type=IfcDoor&s=-id&empty=show`);
  await page.getByRole("grid", { name: `Properties of ${String(ids.length)} doors` }).waitFor();
  for (const [at, id] of ids.slice(0, 3).entries()) {
    const row = page.locator(`[role=row][aria-rowindex="${String(at + 3)}"]`);
    await row.getByText(id).first().waitFor();
  }

  const basic = { authorization: `Basic ${Buffer.from(`excel:${token}`).toString("base64")}` };
  expect(await (await ask({ headers: basic })).text()).toBe(text);

  const cookies = await staff.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const headers of [{}, { cookie }, { authorization: `Bearer ${token.slice(0, -1)}_` }]) {
    const refused = await ask({ headers });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toMatch(/^Basic realm="Portico"/);
  }
});

test("the program chooses format and coding, and is told what is wrong with another format", async () => {
  const ask = (ending: string, headers: OutgoingHttpHeaders, method = "GET"): Promise<Raw> =>
    askRaw(`${product.origin}${address.replace(/\.csv$/, ending)}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
  const gzip = { "accept-encoding": "gzip" };
  for (const [ending, type] of [
    [".csv", "text/csv; charset=utf-8; header=present"],
    [".ndjson", "application/x-ndjson; charset=utf-8"],
  ] as const) {
    const [plain, packed] = [await ask(ending, {}), await ask(ending, gzip)];
    expect([plain.status, plain.headers["content-type"]]).toEqual([200, type]);
    expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([
      undefined,
      "gzip",
    ]);
    expect(packed.headers["vary"]).toMatch(/accept-encoding/i);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const tag = packed.headers.etag ?? "";
    expect(tag).not.toBe(plain.headers.etag);
    const again = await ask(ending, { ...gzip, "if-none-match": tag });
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, tag, 0]);
    expect((await ask(ending, { "if-none-match": tag })).status).toBe(200);
    expect((await ask(ending, { "if-match": tag })).status).toBe(412);
    const head = await ask(ending, gzip, "HEAD");
    expect([head.status, head.headers.etag, head.headers["content-encoding"], head.body.length]).toEqual([
      200,
      tag,
      "gzip",
      0,
    ]);
  }
  const parquet = await ask(".parquet", gzip);
  expect([parquet.status, parquet.headers["content-type"], parquet.headers["content-encoding"]]).toEqual([
    200,
    "application/vnd.apache.parquet",
    undefined,
  ]);
  const file = Uint8Array.from(parquet.body).buffer;
  const { num_rows: rows } = await parquetMetadataAsync(file);
  expect(String(rows)).toBe(parquet.headers["x-portico-rows"]);
  const unknown = await ask(".xlsx", {});
  expect(unknown.status).toBe(404);
  expect(unknown.body.toString()).toContain("A live address ends in .csv, .ndjson or .parquet.");
});

test("a revoked token is refused at once", async () => {
  await page.goto("/settings/tokens");
  await press(page.getByRole("button", { name: "Revoke Cost sheet" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Revoke token" }));
  await firstOf(page.getByText(/^revoked/));
  const answer = await fetch(`${product.origin}${address}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(401);
});

test("a deleted view is restored", async () => {
  await page.goto(`${house.path}?type=IfcDoor`);
  const dialog = await openViews();
  await press(dialog.getByRole("button", { name: `Manage “${viewName}”` }));
  await press(dialog.getByRole("button", { name: "Delete", exact: true }));
  await dialog.getByText(`“${viewName}” was deleted.`).waitFor();
  await press(dialog.getByRole("button", { name: "Restore" }));
  await firstOf(dialog.getByRole("region", { name: "Yours" }).getByRole("button", { name: viewName }));
});

test("a press that gets no answer says so, and the views stay", async () => {
  const acts = await steerRequests(page, ({ pathname }) => pathname.includes("/models/"), "POST");
  await page.goto(`${house.path}?type=IfcDoor`);
  const dialog = await openViews();
  const manage = dialog.getByRole("button", { name: `Manage “${viewName}”` });
  await press(manage);
  acts.abort();
  await press(dialog.getByRole("button", { name: "Duplicate", exact: true }));
  await dialog.getByText("No answer.").waitFor();
  acts.pass();
  await manage.waitFor();
  await press(dialog.getByRole("button", { name: "Duplicate", exact: true }));
  await dialog.getByText("No answer.").waitFor({ state: "hidden" });
});
