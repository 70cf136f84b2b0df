/** Where a page of the staff is named beside its own folder: whatever lacks it is told with the file to add it to. */
import { expect, test } from "vitest";
import { gateOf } from "#app/_shell/crumbs/place-gates.ts";
import { TRAIL } from "#app/_shell/crumbs/trail.ts";
import { listCreates, listFurtherPages, listPlaces } from "#app/_shell/frame/portal-places.tsx";
import { isAllowed, type Permission } from "#lib/auth/actor.ts";
import { addressOf, readDeclaredAccess, ROLES } from "#tests/support/declared-access.ts";
import { INSIDE } from "#tests/support/every-page.ts";
import { EMPTY, listPages } from "#tests/support/screenshot-pages.ts";
import { expectListed } from "./expect-listed.ts";

/** Pages that neither the rail nor the search offers, and where people come from. */
const FROM_ANOTHER: Readonly<Record<string, string>> = {
  "/not-allowed": "comes in place of a page",
  "/people/removals/new": "for a person who was found",
};

/** Address (`*` for an id) → what its page asks for. */
const gates = Object.fromEntries(
  Object.entries(await readDeclaredAccess())
    .filter(([place]) => /^app\/\(portal\)\/(?!@).*page\.tsx$/.test(place))
    .map(([place, gate]) => [addressOf(place).replaceAll(/\[\w+\]/g, "*"), gate]),
);
/** Those that exist in every installation, whatever is in it. */
const fixed = Object.keys(gates).filter((address) => !address.includes("*"));

const pathOf = (href: string): string => href.replace(/\?.*$/, "");
const lacking = (there: readonly string[]): string[] =>
  fixed.filter((address) => !there.some((href) => pathOf(href) === address));

test("every page has its place in the breadcrumb, and nothing else has", () => {
  expectListed(Object.keys(gates), TRAIL, "TRAIL of app/_shell/crumbs/trail.ts");
});

test("the breadcrumb names something to those alone whom the page lets in", () => {
  const where = "name the permission in GATES of app/_shell/crumbs/place-gates.ts";
  for (const [address, gate] of Object.entries(gates).filter(([each]) => each.includes("*"))) {
    const way = address.split("/").slice(1);
    expect([address, gateOf(way)], where).toEqual([address, gate]);
  }
  expect(gateOf(["clouds", "*", "nothing"])).toBeNull();
});

test.each(ROLES)("the frame offers %s every page that lets them in, and no other", (role) => {
  const actor = { staffId: "0199e6a4-0000-7000-8000-000000000001", name: "Vera", role, requestId: "one" };
  const offered = [...listPlaces(actor), ...listFurtherPages(actor), ...listCreates(actor)];
  const open = fixed.filter(
    (address) => !(address in FROM_ANOTHER) && isAllowed(actor, gates[address] as Permission),
  );
  const hrefs = offered.map(({ href }) => pathOf(href));
  const missing = open.filter((address) => !hrefs.includes(address));
  const where =
    "add the page, with its permission, to app/_shell/frame/portal-places.tsx; or say in FROM_ANOTHER here how people come to it";
  expect(missing, where).toEqual([]);
  const closed = hrefs.filter((href) => !open.includes(href));
  const how = "name the page's permission in app/_shell/frame/portal-places.tsx, or remove what is no page";
  expect(closed, how).toEqual([]);
});

test("the checks of every page, in both languages and themes, visit it", () => {
  const ground = { cloud: "/clouds/*", project: "/clouds/*/projects/*", model: "/clouds/*/models/*?" };
  const where = "add the page to INSIDE of tests/support/every-page.ts";
  expect(lacking(INSIDE.map(([, path]) => path(ground))), where).toEqual([]);
});

test("the screenshots show it", () => {
  const nowhere = new Proxy({} as Parameters<typeof listPages>[0], { get: () => "/nowhere" });
  const shots = [...EMPTY, ...listPages(nowhere, (english) => english)];
  const where = "add the page to listPages of tests/support/screenshot-pages.ts";
  expect(lacking(shots.map(([, path]) => path)), where).toEqual([]);
});
