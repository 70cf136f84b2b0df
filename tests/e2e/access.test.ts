/**
 * The role matrix against the running product: every page and route that the source declares and the build has, without a session and by
 * each role. The server refuses whatever a role does not include; pages redirect, routes answer with an error. No proxy is in front.
 * Actions: access-actions.test.ts; other people's things: own-and-foreign.test.ts; programs: access-tokens.test.ts.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { db, expect, product, test } from "#tests/support/browser.ts";
import { addPerson } from "#tests/support/access-ground.ts";
import { EVERYBODY, may, readDeclaredAccess, ROLES, type Who } from "#tests/support/declared-access.ts";
import { filled } from "#tests/support/server-actions.ts";

const MANIFEST = join(import.meta.dirname, "..", "..", ".next", "app-path-routes-manifest.json");
/** Next's own: the not-found page, and the icons' files. */
const OF_NEXT = [
  "app/_global-error/page",
  "app/_not-found/page",
  "app/apple-icon.png/route",
  "app/icon.svg/route",
];

const all = await readDeclaredAccess();
const declared = Object.entries(all).filter(([, gate]) => gate.includes(":"));

const cookies = new Map<Who, string>([["NOBODY", ""]]);

test.beforeAll(async () => {
  for (const role of ROLES) cookies.set(role, (await addPerson(db, product, role)).cookie);
});

const ask = (who: Who, path: string, method = "GET"): Promise<Response> =>
  fetch(product.origin + path, {
    method,
    redirect: "manual",
    headers: { cookie: cookies.get(who) ?? "", "x-portico": "1" },
  });

test("the build has no page and no route that the source's list does not name", async () => {
  const built = Object.keys(JSON.parse(await readFile(MANIFEST, "utf8")) as Record<string, string>);
  const named = new Set(Object.keys(all).map((place) => place.replace(/\.tsx?(?:#.*)?$/, "")));
  const unknown = built.map((place) => `app${place}`).filter((place) => !named.has(place));
  expect(unknown.filter((place) => !OF_NEXT.includes(place))).toEqual([]);
  expect(built.length).toBeGreaterThan(70);
});

for (const who of EVERYBODY)
  test.describe(who, () => {
    test("pages", async () => {
      const wrong: string[] = [];
      for (const [path, gate] of declared.filter(([key]) => key.endsWith("/page.tsx"))) {
        const answer = await ask(who, filled(path));
        // A page that has started to arrive redirects from within its own content.
        const seen = `${answer.headers.get("location") ?? ""} ${await answer.text()}`;
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
        const answer = await ask(who, filled(path), method);
        await answer.arrayBuffer();
        const refused = who === "NOBODY" ? 401 : 403;
        const isRefused = answer.status === refused;
        if (isRefused === may(who, gate)) wrong.push(`${key}: ${String(answer.status)}`);
      }
      expect(wrong).toEqual([]);
    });
  });
