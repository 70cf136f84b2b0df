/**
 * The role matrix against the running product: every page, route and server action that the source declares, by nobody and by each role.
 * Whatever a role does not include is refused on the server; pages lead away, routes and actions answer so. No proxy stands in front.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAllowed, type Permission } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { hashPassword } from "#lib/core/password.ts";
import { createClient, type StaffRole } from "#lib/db/client.ts";
import { getProduct, openBrowser } from "#tests/support/browser.ts";
import { addressOf, readDeclaredAccess } from "#tests/support/declared-access.ts";
import { signInStaff } from "#tests/support/sign-in.ts";

const PASSWORD = "seven columns stand";
const ROLES = ["VIEWER", "OPERATOR", "ADMINISTRATOR"] as const;
const WHO = ["NOBODY", ...ROLES] as const;
type Who = (typeof WHO)[number];

/** In every address and every question; nothing has it. */
const NOTHING = "00000000-0000-7000-8000-000000000000";
const MANIFEST = join(import.meta.dirname, "..", "..", ".next", "server", "server-reference-manifest.json");

const product = getProduct();
const declared = Object.entries(await readDeclaredAccess()).filter(([, gate]) => gate.includes(":"));

let browser: Browser;
const asking = new Map<Who, APIRequestContext>();

beforeAll(async () => {
  browser = await openBrowser();
  const db = createClient(product.databaseUrl);
  const passwordHash = await hashPassword(PASSWORD);
  asking.set("NOBODY", (await browser.newContext({ baseURL: product.origin })).request);
  for (const role of ROLES) {
    const adminEmail = `${role.toLowerCase()}.${newId()}@portico.example`;
    await db.staff.create({ data: { id: newId(), email: adminEmail, name: role, passwordHash, role } });
    const context = await signInStaff(browser, { ...product, adminEmail, adminPassword: PASSWORD });
    asking.set(role, context.request);
  }
  await db.$disconnect();
});

afterAll(async () => {
  await browser.close();
});

function may(who: Who, gate: string): boolean {
  return who !== "NOBODY" && isAllowed({ role: who satisfies StaffRole }, gate as Permission);
}

function requestOf(who: Who): APIRequestContext {
  const request = asking.get(who);
  if (request === undefined) throw new Error(`${who} is not signed in.`);
  return request;
}

const filled = (path: string): string => addressOf(path).replace(/\[[^\]]+\]/g, NOTHING);

describe.each(WHO)("%s", (who) => {
  test("pages", async () => {
    const wrong: string[] = [];
    for (const [path, gate] of declared.filter(([key]) => key.endsWith("/page.tsx"))) {
      const answer = await requestOf(who).get(filled(path), { maxRedirects: 0 });
      // A page that has begun to arrive leads on from within itself.
      const seen = `${answer.headers()["location"] ?? ""} ${await answer.text()}`;
      const led = seen.includes("/sign-in?next=")
        ? "sign-in"
        : seen.includes("/not-allowed")
          ? "not-allowed"
          : "in";
      const expected = who === "NOBODY" ? "sign-in" : may(who, gate) ? "in" : "not-allowed";
      if (led !== expected && path !== "app/(portal)/not-allowed/page.tsx") {
        wrong.push(`${path}: ${led} instead of ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("routes", async () => {
    const wrong: string[] = [];
    for (const [key, gate] of declared.filter(([each]) => each.includes("/route.ts#"))) {
      const [path = "", method = ""] = key.split("#");
      const answer = await requestOf(who).fetch(filled(path), {
        method,
        headers: { "x-portico": "1" },
        maxRedirects: 0,
      });
      const refused = who === "NOBODY" ? 401 : 403;
      const isRefused = answer.status() === refused;
      if (isRefused === may(who, gate)) wrong.push(`${key}: ${String(answer.status())}`);
    }
    expect(wrong).toEqual([]);
  });

  test("actions", async () => {
    const ids = await readActionIds();
    const wrong: string[] = [];
    let asked = 0;
    for (const [key, gate] of declared.filter(([each]) => each.includes("/actions.ts#"))) {
      const action = ids.get(key);
      // One that no page uses is not in the build, so nobody can call it.
      if (action === undefined || may(who, gate)) continue;
      const answer = await requestOf(who).fetch(action.address, {
        method: "POST",
        headers: { "next-action": action.id, origin: product.origin, accept: "text/x-component" },
        multipart: { "0": '[null,"$K1"]' },
        maxRedirects: 0,
      });
      asked += 1;
      const expected = `"code":"${who === "NOBODY" ? "UNAUTHENTICATED" : "FORBIDDEN"}"`;
      const text = await answer.text();
      if (!text.includes(expected)) wrong.push(`${key}: ${String(answer.status())} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    // Nobody may call any, administrators may call all.
    expect(asked > 0).toBe(who !== "ADMINISTRATOR");
  });
});

type Manifest = {
  node: Record<string, { workers: Record<string, unknown>; filename?: string; exportedName?: string }>;
};

/** Ids of the build's server actions by their place in the source, with an address of a page that has them. */
async function readActionIds(): Promise<Map<string, { id: string; address: string }>> {
  const { node } = JSON.parse(await readFile(MANIFEST, "utf8")) as Manifest;
  return new Map(
    Object.entries(node).map(([id, { workers, filename = "", exportedName = "" }]) => [
      `${filename}#${exportedName}`,
      { id, address: filled(`${Object.keys(workers)[0] ?? ""}.tsx`) },
    ]),
  );
}

test("the build has no action that the source's list does not name", async () => {
  const known = Object.keys(await readDeclaredAccess());
  const unknown = [...(await readActionIds()).keys()].filter((key) => !known.includes(key));
  expect(unknown).toEqual([]);
});
