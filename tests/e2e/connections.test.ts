/**
 * A second world beside the built-in one, by keyboard: added with the ladder, a broken rung and its cure, its secret replaced without a
 * gap, a Cloud in it, and out of view again. The second service is another application of the embedded one, connected like any live one.
 */
import { createServer, type ServerResponse } from "node:http";
import { addSecret, lockApplication } from "#lib/service/operator/commands.ts";
import type { Locator } from "@playwright/test";
import { db, expect, firstOf, page, press, product, staff, test, useStaff } from "#tests/support/browser.ts";
import { addPerson, makeGround, removeGround } from "#tests/support/access-ground.ts";
import { addressOf, readDeclaredAccess } from "#tests/support/declared-access.ts";
import { fillConnection } from "#tests/support/portal-steps.ts";
import { registerApplication } from "#tests/support/service-server.ts";
import { closeAll, listen } from "#tests/support/listen.ts";
import { listFindings } from "#tests/support/looks.ts";
import { until } from "#tests/support/until.ts";
import { NAMED } from "../architecture/access-owners.ts";

const run = `${Date.now()}-${process.pid}`;
const NAME = `Bouwdata Proef ${run}`;
const CLIENT_ID = `bouwdata-${run}`;
const CLOUD = `Kade ${run}`;

let secret = "";
let path = "";

useStaff();

test.beforeAll(async () => {
  ({ secret } = await registerApplication(db, CLIENT_ID));
});

/** Every page of the second world says so without a word of its own. */
async function expectWorld(): Promise<void> {
  await page.getByRole("banner").locator(".world.test").getByText("Test").waitFor();
  await page.locator(".world-bar.test").first().waitFor({ state: "attached" });
}

async function rung(title: string): Promise<string> {
  const text = await page
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^\\d?${title}, `) })
    .first()
    .innerText();
  // A number stays on the line of its word.
  return text.replaceAll("\u00a0", " ");
}

/** Nothing of it is cut off by the window's edge. */
const isInView = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

test("a connection is typed, checked, corrected by what the ladder says, and added", async () => {
  await page.goto("/connections");
  await press(page.getByRole("link", { name: "Add connection" }));
  await page.getByRole("heading", { name: "Add connection", level: 1 }).waitFor();
  await press(page.getByRole("radio", { name: /^Test/ }), "Space");
  await fillConnection(page, NAME, {
    base: `${product.origin}/service/`,
    signIn: `${product.origin}/service`,
    realm: "bouwdata",
    platform: `${product.origin}/platform`,
    clientId: CLIENT_ID,
    secret,
  });
  await page.keyboard.press("Enter");
  await firstOf(page.getByText(/http works only on this machine/));
  await press(page.getByRole("checkbox", { name: /of private networks/ }), "Space");
  await press(page.getByRole("textbox", { name: "Realm" }));

  const failure = page.getByText("Failed at check 3 of 8. Nothing was saved.");
  await failure.waitFor();
  await expect.poll(() => isInView(failure)).toBe(true);
  expect(await rung("Realm")).toMatch(
    /Received\s+404 Realm does not exist\.\s+How to fix\s+Ask the operator.*“bouwdata”/s,
  );
  expect(await rung("Token")).toContain("Not tried");
  await page.getByRole("textbox", { name: "Realm" }).fill("portico");
  await page.keyboard.press("Enter");
  await page.getByText("OK, 1 warning. Not saved yet.").waitFor();
  await page.getByText("You can save these values. Read the warning first.").waitFor();
  expect(await rung("First read")).toContain("The service lists 0 Clouds");

  await press(page.getByRole("button", { name: "Add connection" }));
  await page.getByRole("heading", { name: NAME, level: 1 }).waitFor();
  path = new URL(page.url()).pathname;
  await expectWorld();
  expect(await rung("TLS")).toContain("without encryption");
});

/** A service that answers nothing: how often it was asked, and how many still wait there. */
async function silentService(): Promise<{
  origin: string;
  asked: () => number;
  waiting: () => number;
  close: () => Promise<void>;
}> {
  let asked = 0;
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    asked += 1;
    waiting.add(response);
    response.on("close", () => waiting.delete(response));
    request.resume();
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    asked: () => asked,
    waiting: () => waiting.size,
    close: () => closeAll(server),
  };
}

test("rungs appear while the check goes on; leaving the page ends the check, and nothing is saved", async () => {
  const silent = await silentService();
  const name = `Left ${run}`;
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/connections/new");
  const { origin } = silent;
  const values = {
    base: origin,
    signIn: origin,
    realm: "slow",
    platform: origin,
    clientId: CLIENT_ID,
    secret,
  };
  await fillConnection(page, name, values);
  await page.getByRole("checkbox", { name: /of private networks/ }).check();
  await page.getByRole("button", { name: "Add connection" }).click();
  const card = page.getByRole("region", { name: "Check of these values" });
  await card.getByText("2 of 8 checked").waitFor();
  await card
    .getByRole("listitem")
    .filter({ hasText: /^Realm, checking/ })
    .waitFor();
  expect(await rung("Address")).toContain("127.0.0.1");
  expect(await rung("Token")).toContain("Not checked yet.");
  await expect.poll(() => isInView(card.getByText("2 of 8 checked"))).toBe(true);
  await expect(page.getByLabel("Base address")).toHaveValue(origin);
  await until("the service is asked", () => silent.waiting() === 1);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "Connections", level: 1 }).waitFor();
  await until("the call has ended", () => silent.waiting() === 0);
  // Given up after its limit, the check would have gone on to the platform.
  expect(silent.asked()).toBe(1);
  expect(await db.connection.count({ where: { name } })).toBe(0);
  await silent.close();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(path);
  await page.getByRole("heading", { name: NAME, level: 1 }).waitFor();
});

test("the secret is on no page", async () => {
  const details = await page.content();
  expect(details).toContain(`…${secret.slice(-4)}`);
  for (const where of [path, `${path}/edit`, "/connections", "/connections/new", "/"]) {
    for (const headers of [{}, { RSC: "1" }]) {
      expect(await (await staff.request.get(where, { headers })).text()).not.toContain(secret);
    }
  }
  expect(details).not.toContain(secret);
});

test("a refused secret leaves the old one at work; with the space removed the new one takes over", async () => {
  const second = await db.$transaction(async (tx) => {
    const { id } = await lockApplication(tx, { clientId: CLIENT_ID });
    return (await addSecret(tx, id)).secret;
  });
  await page.getByLabel("New secret").fill(`${second} `);
  await page.keyboard.press("Enter");
  await page.getByText("The new secret did not work. Calls keep using the current one.").waitFor();
  await firstOf(page.getByText(/ends with white space/));
  await page.getByRole("button", { name: "Check again", exact: true }).click();
  await page.getByText("Checked: OK, 1 warning.").waitFor({ state: "attached" });
  await press(page.getByRole("button", { name: "Remove the space, check again" }));
  await page.getByText("The new secret is in use.").waitFor();
  await firstOf(page.getByText(`…${second.slice(-4)}`));
  expect(await page.content()).not.toContain(second);
});

test("a Cloud is made in the second world, and its pages say which world it is", async () => {
  await page.goto("/clouds/new");
  await page.getByRole("banner").locator(".world.several").getByText("All").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill(CLOUD);
  await press(page.getByRole("radio", { name: new RegExp(NAME) }), "Space");
  await press(page.getByRole("button", { name: "Create Cloud" }));
  await page.getByRole("heading", { name: CLOUD, level: 1 }).waitFor();
  await expectWorld();
  const switcher = page
    .getByRole("navigation", { name: "Where you are" })
    .getByRole("button", { name: NAME });
  await press(switcher);
  await page.getByRole("option", { name: new RegExp(NAME) }).waitFor();
  await page.getByRole("option", { name: new RegExp(NAME) }).click();
  await page.waitForURL((url) => url.pathname === "/clouds" && url.searchParams.has("connection"));
  await expectWorld();
  await page.getByRole("link", { name: CLOUD }).waitFor();
});

test("every page that shows one thing of a service names that service; pages over all say so", async () => {
  const person = await addPerson(db, product, "ADMINISTRATOR");
  const ground = await makeGround(db, product, person, { name: NAME });
  const parts = Object.entries(NAMED).toSorted(([one], [other]) => other.length - one.length);
  const paths = Object.keys(await readDeclaredAccess()).filter((key) =>
    /^app\/\(portal\)\/(?!@).*page\.tsx$/.test(key),
  );
  const wrong: string[] = [];
  let ofOne = 0;
  // Applications and mails are at the operator's desk of the built-in service, whatever is connected.
  const addresses = paths.map(addressOf).filter((address) => !/\[(applicationId|messageId)\]/.test(address));
  for (const address of addresses) {
    // A removal is of one person, over all services.
    const isOfOne = parts.some(([part, [thing]]) => address.includes(part) && thing !== "removal");
    const where = parts.reduce(
      (filled, [part, [thing]]) => filled.replace(part, part.replace(/\[\w+\]/, ground[thing])),
      address,
    );
    const text = await (await fetch(product.origin + where, { headers: { cookie: person.cookie } })).text();
    // After each breadcrumb: that of a page arrives after what is shown while it loads, which claims no service that it does not know.
    const badge = /<\/nav><span class="flex-1"><\/span><span class="world[^"]*">([^<]+)<span[^>]*>([^<]*)</g;
    const badges = [...text.matchAll(badge)].map(([, word = "", rest = ""]) => word + rest);
    const wanted = isOfOne ? `Test · ${NAME}` : "All services";
    if (isOfOne) ofOne += 1;
    if (badges.length === 0 || badges.some((words) => words !== wanted)) {
      wrong.push(`${where}: ${badges.join(", ")} instead of ${wanted}`);
    }
  }
  await removeGround(db, product, ground);
  expect(wrong).toEqual([]);
  expect(ofOne).toBeGreaterThan(15);
});

test("an uncertain operation of before a change says so on its page, and what that means", async () => {
  const { id } = await db.operation.findFirstOrThrow({ where: { title: CLOUD } });
  const before = { state: "UNKNOWN", connectionRevision: 0 } as const;
  const made = await db.operation.findUniqueOrThrow({
    where: { id },
    select: { state: true, connectionRevision: true },
  });
  await db.operation.update({ where: { id }, data: before });
  await page.goto(`/operations/${id}`);
  await page.getByText("The connection was changed after this operation was sent.").waitFor();
  await page.getByText(/may come from a different service or application/).waitFor();
  await page.getByRole("button", { name: "Settle operation" }).waitFor();
  await db.operation.update({ where: { id }, data: made });
});

for (const view of [
  { width: 1280, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
] as const)
  test(`its pages at ${view.width} px, ${view.colorScheme}: nothing found by axe, nothing sideways`, async () => {
    const { width, colorScheme } = view;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const findings: string[] = [];
    for (const where of [path, `${path}/edit`]) {
      await page.goto(where);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (where.endsWith("/edit")) {
        await page.getByRole("textbox", { name: "Realm" }).fill("elsewhere");
        await page.getByRole("checkbox", { name: /known Cloud exists/ }).check();
        await page.locator("input[name=secret]:visible").fill("whatever");
        await page.keyboard.press("Enter");
        await page.getByText("Failed at check 3 of 8. Nothing was saved.").waitFor();
      }
      findings.push(...(await listFindings(page)).map((finding) => `${where}: ${finding}`));
    }
    expect(findings).toEqual([]);
  });

test("archived, it leaves every list with its Cloud, and can be brought back", async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(path);
  await page.getByRole("button", { name: "Archive connection" }).click();
  await page.getByRole("button", { name: "Restore" }).waitFor();
  await page.goto("/clouds");
  await page.getByRole("heading", { name: "Clouds", level: 1 }).waitFor();
  expect(await page.getByRole("link", { name: CLOUD }).count()).toBe(0);
  await page.goto("/connections");
  await page.getByRole("list", { name: "Archived connections" }).getByRole("link", { name: NAME }).waitFor();
});
