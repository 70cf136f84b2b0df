/** The breadcrumb of an address of the staff pages; that every page has one is in tests/architecture/pages.test.ts. */
import { describe, expect, test } from "vitest";
import { mayBeOfOne, trailOf } from "#app/_shell/crumbs/trail.ts";

const CLOUD = "0199e6a4-0000-7000-8000-000000000001";
const PROJECT = "0199e6a4-0000-7000-8000-000000000002";
const IN_PROJECT = `/clouds/${CLOUD}/projects/${PROJECT}`;

const labels = (...asked: Parameters<typeof trailOf>): string[] =>
  trailOf(...asked).map(({ label }) => label);

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
