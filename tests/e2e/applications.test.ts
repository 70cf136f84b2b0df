/**
 * An application's life as its operator sees it: registered with a secret that is shown once, rotated, given a Cloud, disabled; each step
 * is also seen from the application's side over HTTP. The test also covers who may see none of this.
 */
import {
  expect,
  firstOf,
  openAgain,
  page,
  product,
  service,
  staff,
  test,
  useStaff,
} from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const run = `${Date.now()}-${process.pid}`;
const NAME = `Gevelbouw ${run}`;
const CLIENT_ID = `gevelbouw-${run}`;

let first = "";
let second = "";
let token = "";

useStaff();

async function askToken(secret: string): Promise<string | null> {
  const response = await fetch(
    `${product.origin}/service/auth/realms/portico/protocol/openid-connect/token`,
    {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: CLIENT_ID,
        client_secret: secret,
      }),
    },
  );
  const body = (await response.json()) as { access_token?: string };
  return body.access_token ?? null;
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(`${product.origin}/service${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return response.status;
}

/** The value of the credential with this label. */
async function shownBeside(label: string): Promise<string> {
  const value = page.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd[1]");
  return (await value.locator(".font-mono").first().innerText()).trim();
}

test("the portal's own application is marked and offers nothing to change", async () => {
  await page.goto("/applications");
  const row = page.getByRole("row", { name: /used by this portal/ });
  await row.getByRole("link").click();
  await page.getByText("This portal uses this application.").first().waitFor();
  await page.getByRole("heading", { name: "Secrets" }).waitFor();
  for (const name of ["Create new secret", "Disable application", "Save changes"]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
});

test("registering suggests a client id, judges every field, and shows the secret this once", async () => {
  await page.goto("/applications");
  await page.getByRole("link", { name: "Register application" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(NAME);
  await expect(page.getByLabel("Client ID")).toHaveValue(CLIENT_ID);
  await page.getByLabel("Allowed link targets of invitations").fill("portal.example.org");
  await page.getByLabel("Maximum Clouds").fill("2");
  await page.getByRole("button", { name: "Register application" }).click();
  await page.getByText("“portal.example.org” is not an http(s) address.").waitFor();
  await page.getByLabel("Allowed link targets of invitations").fill("https://portal.example.org/cloud");
  await page.getByRole("button", { name: "Register application" }).click();
  await page.getByText(`${NAME} is registered.`).waitFor();
  first = await shownBeside("client_secret");
  expect(await shownBeside("client_id")).toBe(CLIENT_ID);
  expect(first).toMatch(/^[\w-]{43}$/);
  token = (await askToken(first)) ?? "";
  expect(await statusOf("/cloud")).toBe(200);
  expect(page.url()).not.toContain(first);

  await page.getByRole("link", { name: "Go to the application" }).click();
  await page.getByRole("heading", { name: NAME, level: 1 }).waitFor();
  for (const path of [new URL(page.url()).pathname, "/applications", "/applications/new", "/"]) {
    for (const headers of [{}, { RSC: "1" }]) {
      const text = await (await staff.request.get(path, { headers })).text();
      expect(text).not.toContain(first);
    }
  }
  expect(await page.content()).not.toContain(first);
});

test("two secrets work until the old one is retired", async () => {
  await page.getByRole("button", { name: "Create new secret" }).click();
  await page.getByText("Both secrets work now, the new and the old.").waitFor();
  second = await shownBeside("client_secret");
  expect(second).not.toBe(first);
  expect([await askToken(first), await askToken(second)]).not.toContain(null);
  await page.getByRole("button", { name: "Retire the old secret" }).click();
  await page.getByRole("button", { name: `Retire …${first.slice(-4)}` }).click();
  await page.getByRole("button", { name: "Create new secret" }).waitFor();
  expect(await askToken(first)).toBeNull();
  expect(await askToken(second)).not.toBeNull();
  await page.reload();
  await firstOf(page.getByText(`…${second.slice(-4)}`));
  expect(await page.content()).not.toContain(second);
});

test("a Cloud is given and taken back", async () => {
  const cloud = await service.post("/cloud", { name: `Kade ${run}` });
  const path = `/cloud/${cloud.id}`;
  expect(await statusOf(path)).toBe(404);
  await page.getByLabel("Share a Cloud").fill("2147483000");
  await page.getByRole("button", { name: "Share Cloud" }).click();
  await page.getByText("The built-in service has no Cloud with this number.").waitFor();
  await page.getByLabel("Share a Cloud").fill(String(cloud.id));
  await page.getByRole("button", { name: "Share Cloud" }).click();
  await page.getByText(`The application now sees “Kade ${run}”.`).waitFor();
  expect(await statusOf(path)).toBe(200);
  await page.getByRole("button", { name: `Remove Kade ${run}` }).click();
  await page.getByText("No Clouds yet. The application created none, and none are shared with it.").waitFor();
  expect(await statusOf(path)).toBe(404);
});

test("disabling needs the name and ends every token at once", async () => {
  const field = page.getByLabel(`Type “${NAME}” to disable the application`);
  await field.fill("Gevelbouw");
  await page.getByRole("button", { name: "Disable application" }).click();
  await page.getByText(`Type the name as it is written: ${NAME}`).waitFor();
  expect(await statusOf("/cloud")).toBe(200);
  await field.fill(NAME);
  await page.getByRole("button", { name: "Disable application" }).click();
  await page.getByRole("button", { name: "Enable application" }).waitFor();
  expect(await statusOf("/cloud")).toBe(401);
  expect(await askToken(second)).toBeNull();
  await page.getByRole("button", { name: "Enable application" }).click();
  await page.getByRole("button", { name: "Disable application" }).waitFor();
  expect(await statusOf("/cloud")).toBe(200);
});

test("its page is clean in every look", async () => {
  await page.getByRole("heading", { name: NAME, level: 1 }).waitFor();
  await expectCleanInEveryLook(page, "an application");
});

test("on a small screen the place is under More", async () => {
  await using other = await openAgain({ viewport: { width: 390, height: 900 } });
  const there = await other.newPage();
  await there.goto("/clouds");
  await there.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "More" }).click();
  await there.getByRole("menuitem", { name: "Applications" }).click();
  await there.getByRole("heading", { name: "Applications", level: 1 }).waitFor();
});

test("a new signing key is published before it signs", async () => {
  await page.goto("/applications");
  const keys = page.getByRole("region", { name: "Signing keys" }).getByRole("listitem");
  await keys.first().waitFor();
  const before = await keys.count();
  await page.getByRole("button", { name: "Create signing key now" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText(/^Published, signs/).waitFor();
  await expect(keys).toHaveCount(before + 1);
  expect(await statusOf("/cloud")).toBe(200);
  await page.getByRole("button", { name: "Create signing key now" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText(/A new signing key was made a moment ago/).waitFor();
});
