/**
 * Sign-in with an identity provider in the browser, against a product that is configured for one: there and back, signed out, after losing
 * the role, and with a local account that asks to be connected. tests/integration/auth/provider.test.ts covers codes and tokens.
 */
import { expect, test, type Page } from "@playwright/test";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { closePages } from "#tests/support/browser.ts";
import { CLIENT, startIdentityProvider, type IdentityProvider } from "#tests/support/identity-provider.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { startProduct, type Product } from "#tests/support/product.ts";
import { signInStaff } from "#tests/support/sign-in.ts";

const LABEL = "Kanaal account";
/** A separate database is created, beside whatever else the machine does. */
const START_MS = 240_000;

let product: Product;
let provider: IdentityProvider;

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  const port = await findFreePort();
  product = await startProduct({
    environment: {
      OIDC_ISSUER: `http://localhost:${String(port)}`,
      OIDC_LABEL: LABEL,
      OIDC_ACCOUNTS: "role",
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_SCOPES: "openid email profile roles",
      OIDC_ROLES_CLAIM: "realm_access.roles",
      OIDC_ROLES: "looks=viewer",
    },
  });
  provider = await startIdentityProvider(product.access.origin, port);
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await provider.close();
  await product.remove();
});

function give(roles: string[]): void {
  provider.people.set("noor", {
    name: "Noor Smit",
    email: "noor@kanaal.example",
    email_verified: true,
    realm_access: { roles },
  });
}

/** Enters a name at the provider's page. */
async function provesAs(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("there and back to the page that was asked for, out again, and not in without a role", async ({
  browser,
}) => {
  give(["looks"]);
  await using context = await browser.newContext({ baseURL: product.access.origin });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("framenavigated", (frame) => seen.push(frame.url()));
  await page.goto("/exports");
  const way = page.getByRole("link", { name: `Sign in with ${LABEL}` });
  await way.waitFor();
  await expectCleanInEveryLook(page, "sign-in with a provider");
  await way.click();
  await provesAs(page, "noor");
  await page.getByRole("heading", { name: "Exports", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/exports");
  // The portal never showed a page under an address with the code in it.
  expect(seen.filter((url) => url.includes("code="))).toEqual([]);
  const cookies = await context.cookies(product.access.origin);
  const session = cookies.find(({ name }) => name === "portico.session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(cookies.map(({ name }) => name)).not.toContain("portico_oidc");

  await page.goto("/settings/security");
  await page.getByRole("main").getByText(`You sign in with ${LABEL}.`).waitFor();
  await page.getByRole("button", { name: "Signed in as Noor Smit" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByText("You are signed out of Portico.").waitFor();
  await expect(page.getByRole("link", { name: "Sign out there too" })).toHaveAttribute(
    "href",
    "/sign-in/oidc/leave",
  );
  // A copy of the earlier cookie is worthless, and although the provider may know the browser, a role is still required.
  give([]);
  await way.click();
  await page.getByText(`${LABEL} gives you no role in Portico`).waitFor();
  await expectCleanInEveryLook(page, "sign-in refused by the provider's roles");
  await context.addCookies(session === undefined ? [] : [session]);
  await page.goto("/exports");
  await way.waitFor();
});

test("a return that this browser never left for, and a start from another site, lead to the sign-in page", async () => {
  const { origin } = product.access;
  const forged = await fetch(`${origin}/sign-in/oidc/callback?code=x&state=y`, { redirect: "manual" });
  expect([forged.status, forged.headers.get("location")]).toEqual([303, "/sign-in?refused=UNSOUND"]);
  expect(forged.headers.getSetCookie().filter((cookie) => cookie.includes("session"))).toEqual([]);
  const foreign = await fetch(`${origin}/sign-in/oidc?next=//evil.example`, {
    redirect: "manual",
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect([foreign.status, foreign.headers.get("location")]).toEqual([303, "/sign-in?next=%2F"]);
  const own = await fetch(`${origin}/sign-in/oidc?next=/exports`, { redirect: "manual" });
  const question = new URL(own.headers.get("location") ?? "");
  expect(question.searchParams.get("redirect_uri")).toBe(`${origin}/sign-in/oidc/callback`);
  expect(question.searchParams.get("code_challenge_method")).toBe("S256");
  expect(own.headers.getSetCookie().join()).toMatch(/portico_oidc=[^;]+;.*HttpOnly;.*SameSite=lax/i);
});

test("the only administrator with a password keeps it, and is told why", async ({ browser }) => {
  give(["looks"]);
  await using context = await signInStaff(browser, product.access);
  const page = await context.newPage();
  await page.goto("/settings/security");
  await page.getByRole("main").getByLabel("Your password here").fill(product.access.adminPassword);
  await page.getByRole("button", { name: `Connect with ${LABEL}` }).click();
  await provesAs(page, "noor");
  await page.getByRole("main").getByText("Your account was not connected.").waitFor();
  await page.getByRole("main").getByText("The account belongs to another identity").waitFor();
  provider.people.set("ada", { realm_access: { roles: ["looks"] } });
  await context.clearCookies({ domain: "localhost", name: /_session|_interaction/ });
  await page.getByRole("main").getByLabel("Your password here").fill(product.access.adminPassword);
  await page.getByRole("button", { name: `Connect with ${LABEL}` }).click();
  await provesAs(page, "ada");
  await page.getByRole("main").getByText("You are the only administrator with a password.").waitFor();
});
