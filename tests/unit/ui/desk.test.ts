/** What stays around the pages of the staff: find-or-do, the breadcrumb's siblings, keys, and news of background work. */
import { describe, expect, test } from "vitest";
import { findGroups, type FindSources } from "#app/_shell/palette/find-items.ts";
import { placeAt } from "#app/_shell/crumbs/place-paths.ts";
import { readKey, SHORTCUTS } from "#app/_shell/shortcuts/shortcuts.ts";
import { listNews } from "#app/_shell/tray/news.ts";
import { fits, movedTo } from "#app/_ui/primitives/picking.ts";
import type { Place } from "#lib/features/places/schema.ts";
import type { WorkItem } from "#lib/features/work/schema.ts";

const nothing = (): void => undefined;

test("arrows go around, pages stop at the ends, other keys do not move", () => {
  expect([movedTo("ArrowDown", 2, 3), movedTo("ArrowUp", 0, 3), movedTo("ArrowDown", -1, 3)]).toEqual([
    0, 2, 0,
  ]);
  expect([movedTo("PageDown", 1, 30), movedTo("PageDown", 25, 30), movedTo("PageUp", 3, 30)]).toEqual([
    9, 29, 0,
  ]);
  expect([movedTo("a", 0, 3), movedTo("Home", 2, 3), movedTo("ArrowDown", 0, 0)]).toEqual([null, null, null]);
});

test("every word has to fit, in any order", () => {
  expect(fits("haus A", "Schulcampus Riem · Haus A")).toBe(true);
  expect(fits("a haus", "Haus A")).toBe(true);
  expect(fits("haus b", "Haus A")).toBe(false);
  expect(fits("  ", "Haus A")).toBe(true);
});

test("pages of clouds, projects and models have siblings, all others have none", () => {
  const id = "0199e6a4-0000-7000-8000-000000000001";
  const other = "0199e6a4-0000-7000-8000-000000000002";
  expect(placeAt(`/clouds/${id}`)).toEqual({ of: "cloud", id });
  expect(placeAt(`/clouds/${id}/projects/${other}`)).toEqual({ of: "project", id: other });
  expect(placeAt(`/clouds/${id}/projects/${other}/models/17`)).toEqual({ of: "model", id: other });
  for (const path of [
    "/",
    "/clouds",
    "/clouds/new",
    `/clouds/${id}/settings`,
    `/clouds/${id}/projects/new`,
  ]) {
    expect(placeAt(path), path).toBeNull();
  }
});

describe("keys", () => {
  test("one key, or one after another; a key that means nothing after the first counts by itself", () => {
    expect(readKey("?", null)).toMatchObject({ act: "help" });
    expect(readKey("g", null)).toBe("more");
    expect(readKey("c", "g")).toMatchObject({ href: "/clouds" });
    expect(readKey("c", null)).toBeNull();
    expect(readKey("u", "g")).toMatchObject({ act: "up" });
    expect(readKey("x", "g")).toBeNull();
  });

  test("none stands twice", () => {
    const keys = SHORTCUTS.map((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("find or do", () => {
  const act = (id: string, label: string, detail?: string) => ({ id, label, detail, press: nothing });
  const sources: FindSources = {
    pages: [
      { href: "/clouds", label: "Clouds", icon: null },
      { href: "/exports", label: "Exports", icon: null },
    ],
    creates: [{ href: "/clouds/new", label: "Create Cloud", icon: null }],
    recent: [{ href: "/clouds/1", label: "Kanaalzone", detail: "" }],
    acts: {
      head: [act("head-0", "Invite people")],
      rows: [act("row-0-0", "Remind", "m.dejong@bouwgroep.example")],
    },
    doings: [{ id: "dark", label: "Dark theme", icon: null, press: nothing }],
  };
  const place: Place = {
    kind: "cloud",
    id: "1",
    name: "Cloudland",
    detail: "Cloud 1",
    href: "/clouds/1",
    world: "live",
  };
  const groups = (typed: string, places: Place[] = []): Record<string, string[]> =>
    Object.fromEntries(
      findGroups(typed, sources, places, {
        cloud: null,
        project: null,
        model: null,
        recent: null,
        act: null,
      }).map(({ label, items }) => [label, items.map((item) => item.label)]),
    );

  test("with nothing typed: what the page's head can do, where one was, then pages; rows are not listed", () => {
    expect(Object.keys(groups(""))).toEqual(["On this page", "Where you were", "Go to", "Create", "Portico"]);
    expect(groups("")["On this page"]).toEqual(["Invite people"]);
  });

  test("what is typed finds pages, things to make, places, and the buttons of rows by the row's name", () => {
    expect(groups("cloud", [place])).toEqual({
      "Go to": ["Clouds"],
      Create: ["Create Cloud"],
      Clouds: ["Cloudland"],
    });
    expect(groups("remind dejong")).toEqual({ "On this page": ["Remind"] });
    expect(groups("nothing has this")).toEqual({});
  });
});

test("news is what went on by itself and does not any more; what was over before, or goes on, is none", () => {
  const item = (id: string, isRunning: boolean, tone: WorkItem["tone"]): WorkItem => ({
    id,
    kind: "export",
    title: id,
    place: "",
    tone,
    words: "",
    isRunning,
    done: null,
    total: null,
    href: "/exports",
    startedAt: "2026-11-21T10:00:00.000Z",
    endedAt: null,
  });
  const before = [
    item("goes on", true, "progress"),
    item("ends", true, "progress"),
    item("starts", true, "idle"),
    item("pauses", true, "progress"),
    item("was paused", true, "warn"),
    item("was over", false, "bad"),
  ];
  const later = [
    item("goes on", true, "progress"),
    item("ends", false, "bad"),
    item("starts", true, "progress"),
    item("pauses", true, "warn"),
    item("was paused", true, "warn"),
    item("was over", false, "bad"),
    item("was not seen before", false, "ok"),
  ];
  expect(listNews(before, later).map(({ id }) => id)).toEqual(["ends", "pauses"]);
});
