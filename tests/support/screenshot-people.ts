/**
 * The people besides the administrator whose pages are pictured: one whose role does not include a page, one whose second factor is
 * missing, and one who accepted an invitation on the platform. Each signs in once and is then pictured in every look.
 */
import type { Browser, BrowserContext } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { hashPassword } from "#lib/core/identity/password.ts";
import { openDb } from "./connected.ts";
import { createAccount } from "./portal-steps.ts";
import type { ProductAccess } from "./product.ts";
import type { Shot } from "./screenshot-camera.ts";
import { signInStaff } from "./sign-in.ts";

const PASSWORD = "bruggen over het kanaal";

/** A signed-in person, and their pages by name. */
export type Visitor = {
  readonly state: Awaited<ReturnType<BrowserContext["storageState"]>>;
  readonly pages: readonly Shot[];
};

/** Signs all of them in. `invitationLink`: for somebody without an account, who accepts it. */
export async function signInVisitors(
  browser: Browser,
  access: ProductAccess,
  invitationLink: string,
): Promise<readonly Visitor[]> {
  await addColleagues(access);
  return [
    await signIn(browser, access, "viewer", [["not-allowed", "/staff"]]),
    await signIn(browser, access, "operator", [["second-factor", "/second-factor"]]),
    await acceptInvitation(browser, access, invitationLink),
  ];
}

const emailOf = (role: string): string => `${role}@portico.example`;

/** A viewer, and an operator whose role requires a second factor. */
async function addColleagues(access: ProductAccess): Promise<void> {
  await using db = openDb(access.databaseUrl);
  const passwordHash = await hashPassword(PASSWORD);
  await db.staff.createMany({
    data: [
      { id: newId(), email: emailOf("viewer"), name: "Vera Visser", passwordHash, role: "VIEWER" },
      { id: newId(), email: emailOf("operator"), name: "Otto Prins", passwordHash, role: "OPERATOR" },
    ],
  });
  await db.secondFactorRule.create({ data: { role: "OPERATOR", since: new Date() } });
}

async function signIn(
  browser: Browser,
  access: ProductAccess,
  role: string,
  pages: Visitor["pages"],
): Promise<Visitor> {
  const person = { origin: access.origin, adminEmail: emailOf(role), adminPassword: PASSWORD };
  return leave(await signInStaff(browser, person), pages);
}

async function acceptInvitation(browser: Browser, access: ProductAccess, link: string): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: access.origin });
  const page = await context.newPage();
  await page.goto(link);
  await createAccount(page, ["Lucie", "Moreau"], PASSWORD);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: "Accept" }).waitFor({ state: "hidden" });
  return leave(context, [
    ["platform-clouds", "/platform"],
    ["platform-cloud", new URL(link).pathname],
    ["platform-account", "/platform/account"],
  ]);
}

/** Keeps the cookies and closes the window. */
async function leave(context: BrowserContext, pages: Visitor["pages"]): Promise<Visitor> {
  const state = await context.storageState();
  await context.close();
  return { state, pages };
}
