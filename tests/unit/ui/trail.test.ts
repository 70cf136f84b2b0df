/** The breadcrumb of every address of the staff pages: each page has its words, or says whose name it needs. */
import { describe, expect, test } from "vitest";
import { gateOf } from "#app/_shell/crumbs/place-gates.ts";
import { mayBeOfOne, TRAIL, trailOf } from "#app/_shell/crumbs/trail.ts";
import { addressOf, readDeclaredAccess } from "#tests/support/declared-access.ts";

const CLOUD = "0199e6a4-0000-7000-8000-000000000001";
const PROJECT = "0199e6a4-0000-7000-8000-000000000002";
const IN_PROJECT = `/clouds/${CLOUD}/projects/${PROJECT}`;

const labels = (...asked: Parameters<typeof trailOf>): string[] =>
  trailOf(...asked).map(({ label }) => label);

/** Address (`*` for an id) → what its page asks for. */
const gates = Object.fromEntries(
  Object.entries(await readDeclaredAccess())
    .filter(([place]) => /^app\/\(portal\)\/(?!@).*page\.tsx$/.test(place))
    .map(([place, gate]) => [addressOf(place).replaceAll(/\[\w+\]/g, "*"), gate]),
);

test("every page of the staff has its place in the trail, and nothing else has", () => {
  const where = "name the page in TRAIL of app/_shell/crumbs/trail.ts";
  expect(Object.keys(TRAIL).toSorted(), where).toEqual(Object.keys(gates).toSorted());
});

test("the breadcrumb names something to those alone whom the page lets in", () => {
  for (const [address, gate] of Object.entries(gates).filter(([each]) => each.includes("*"))) {
    const way = address.replaceAll("*", CLOUD).split("/").slice(1);
    expect(
      [address, gateOf(way)],
      "name the permission in GATES of app/_shell/crumbs/place-gates.ts",
    ).toEqual([address, gate]);
  }
  expect(gateOf(["clouds", CLOUD, "nothing"])).toBeNull();
});

describe("the way to an address", () => {
  test("leads over every page above it, and ends without a link", () => {
    expect(trailOf(`${IN_PROJECT}/settings`, { cloud: "Noord", project: "Blok A", above: [] })).toEqual([
      { label: "Clouds", href: "/clouds" },
      { label: "Noord", href: `/clouds/${CLOUD}` },
      { label: "Blok A", href: IN_PROJECT },
      { label: "Settings", href: undefined },
    ]);
    expect(trailOf("/", {})).toEqual([{ label: "Overview", href: undefined }]);
    expect(trailOf("/exports/bulk", {})).toEqual([
      { label: "Exports", href: "/exports" },
      { label: "Bulk exports", href: undefined },
    ]);
  });

  test("a project comes after those above it", () => {
    const above = [{ id: CLOUD, name: "Campus" }];
    const trail = trailOf(IN_PROJECT, { cloud: "Noord", project: "Blok A", above });
    expect(trail.map(({ label }) => label)).toEqual(["Clouds", "Noord", "Campus", "Blok A"]);
    expect(trail[2]?.href).toBe(`/clouds/${CLOUD}/projects/${CLOUD}`);
  });

  test("a page's own word goes before an id", () => {
    expect(labels("/clouds/new", {})).toEqual(["Clouds", "Create Cloud"]);
    expect(labels(`/clouds/${CLOUD}/projects/lists/new`, { cloud: "Noord" })).toEqual([
      "Clouds",
      "Noord",
      "Create several projects",
    ]);
  });

  test("nothing is at an address whose name is not known, or that is none", () => {
    expect(labels(`/clouds/${CLOUD}`, {})).toEqual(["Page not found"]);
    expect(labels(`/clouds/${CLOUD}/nothing`, { cloud: "Noord" })).toEqual(["Page not found"]);
    expect(labels("/settings", {})).toEqual(["Page not found"]);
  });

  test("while the page is awaited it says what the address alone tells", () => {
    expect(labels(`${IN_PROJECT}/models/17/passport`)).toEqual(["Clouds", "Property overview"]);
    expect(labels("/operations")).toEqual(["Operations"]);
  });
});

test("what has a name of its own may be of one connection, and so may a list of Clouds", () => {
  for (const path of ["/clouds", `/clouds/${CLOUD}/settings`, `/connections/${CLOUD}`, `/plans/${CLOUD}`]) {
    expect(mayBeOfOne(path), path).toBe(true);
  }
  for (const path of ["/", "/clouds/new", "/connections", "/operations", "/settings/tokens"]) {
    expect(mayBeOfOne(path), path).toBe(false);
  }
});
