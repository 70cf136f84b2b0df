/** What stays around the pages of the staff: find-or-do, the breadcrumb's siblings, keys, and news of background work. */
import { describe, expect, test } from "vitest";
import { lookedWords, toElementItem, toPropertyItem } from "#app/_shell/palette/content-items.ts";
import { findGroups, type FindSources, type FoundNow } from "#app/_shell/palette/find-items.ts";
import { toPageActs } from "#app/_shell/palette/page-acts.ts";
import { placeAt } from "#app/_shell/crumbs/place-paths.ts";
import { readKey, SHORTCUTS } from "#app/_shell/shortcuts/shortcuts.ts";
import { listNews } from "#app/_shell/tray/news.ts";
import { findKeyDeed, listActs, noteAct, onActsChanged, type Act } from "#app/_ui/acts/act-store.ts";
import { fits, movedTo } from "#app/_ui/primitives/picking.ts";
import { dotted } from "#lib/core/language/dotted.ts";
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
  for (const typed of ["operatons", "opreations", "opperations", "oberations", "operatione"])
    expect(fits(typed, "All operations"), typed).toBe(true);
  for (const typed of ["opertns", "plbn", "exit"])
    expect(fits(typed, "All operations plan"), typed).toBe(false);
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
  const act = (id: string, label: string, detail?: string) => ({ id, label, detail, deed: { run: nothing } });
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
  const person = {
    address: "anna@x.example",
    email: "Anna@x.example",
    name: "Anna Huber",
    member: 2,
    projects: 0,
    invited: 0,
  };
  const groups = (
    typed: string,
    places: Place[] = [],
    people = [person].slice(1),
    contents: FoundNow["contents"] = { elements: [], properties: [], propertiesTotal: 0 },
  ): Record<string, string[]> =>
    Object.fromEntries(
      findGroups(
        typed,
        sources,
        { places, people, contents },
        {
          cloud: null,
          project: null,
          model: null,
          person: null,
          recent: null,
          act: null,
          element: null,
          property: null,
        },
      ).map(({ label, items }) => [label, items.map((item) => item.label)]),
    );

  test("people who are known are found among everything else", () => {
    expect(groups("anna", [], [person])["People"]).toEqual(["Anna@x.example"]);
  });

  test("an element comes first; of properties it is said how many more there are, and how full each is", () => {
    const inModel = { model: "north.ifc", where: "Cloudland › Block A", ifcClass: "IfcDoor", href: "/m" };
    const element = { ...inModel, globalId: "2O2Fr$t4X7Zf8NOew3FLOH", name: "D-12" };
    const property = {
      ...inModel,
      name: { set: "Pset_DoorCommon", property: "FireRating", propertyInstance: 2 },
      moreClasses: 1,
      rows: 214,
      filled: 3,
    };
    const contents = { elements: [element], properties: [property], propertiesTotal: 31 };
    const found = groups("fire", [place], [], contents);
    expect(Object.keys(found)).toEqual([
      "Elements",
      "Clouds",
      "Properties: the first 1 of 31; add the name of a class or model",
    ]);
    expect(Object.values(found)).toEqual([["D-12"], ["Cloudland"], ["Pset_DoorCommon: FireRating (2)"]]);
    expect(toElementItem({ ...element, name: "" }, null)).toMatchObject({
      label: "2O2Fr$t4X7Zf8NOew3FLOH",
      detail: dotted("IfcDoor", "north.ifc", "Cloudland › Block A"),
    });
    expect(toPropertyItem(property, null).detail).toBe(
      dotted("north.ifc", "IfcDoor and 1 more class", "3 of 214 filled", "Cloudland › Block A"),
    );
    expect(lookedWords({ models: 1, classes: 3, left: 0, unread: 0 })).toBe(
      "Searched what Portico has read: 3 classes of 1 model.",
    );
    expect(lookedWords({ models: 0, classes: 0, left: 1, unread: 2 })).toBe(
      "Searched what Portico has read: 0 classes of 0 models. 1 class was not searched; open its table to search it. " +
        "2 models are not read yet; open their elements to read them.",
    );
  });

  test("with nothing typed: what the page's head can do, where one was, then pages; rows are not listed", () => {
    expect(Object.keys(groups(""))).toEqual([
      "On this page",
      "Recently visited",
      "Go to",
      "Create",
      "Portico",
    ]);
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

describe("what a page offers", () => {
  /** Drawn at the given place of the page, counted from its top. */
  const act = (id: string, place: number, label: string, where: Act["where"] = { in: "head" }): Act => {
    const compareDocumentPosition = (other: unknown): number =>
      (other as { place: number }).place > place ? 4 : 2;
    return {
      id,
      where,
      label,
      deed: { href: `/${id}` },
      element: Object.assign({ compareDocumentPosition }, { place }),
    };
  };
  const noted = (...acts: Act[]): (() => void) => {
    const drops = acts.map((one) => noteAct(one));
    return () => drops.forEach((drop) => drop());
  };
  const ids = (): string[] => listActs().map(({ id }) => id);

  test("is there while it is drawn, in the order of the page, whichever was drawn first", () => {
    const drop = noted(act("end", 3, "End"), act("top", 1, "Top"), act("middle", 2, "Middle"));
    expect(ids()).toEqual(["top", "middle", "end"]);
    drop();
    expect(ids()).toEqual([]);
  });

  test("has its newest words; what was drawn before and goes late takes nothing with it", () => {
    const dropFirst = noteAct(act("check", 1, "Check"));
    const drop = noteAct(act("check", 1, "Check again"));
    dropFirst();
    expect(listActs().map(({ label }) => label)).toEqual(["Check again"]);
    drop();
    expect(ids()).toEqual([]);
  });

  test("tells once of all that came together, and is the same list until something comes", async () => {
    let told = 0;
    const stop = onActsChanged(() => (told += 1));
    const drop = noted(act("one", 1, "One"), act("two", 2, "Two"));
    await Promise.resolve();
    expect(told).toBe(1);
    expect(listActs()).toBe(listActs());
    stop();
    drop();
    await Promise.resolve();
    expect(told).toBe(1);
  });

  test("names the row only where the button does not, and leaves out what has no words", () => {
    const row = { in: "row", of: "Haus A" } as const;
    const { head, rows } = toPageActs([
      act("head", 1, "Create project"),
      act("nameless", 2, ""),
      act("said", 3, "Hide Haus A", row),
      act("open", 4, "Elements", row),
    ]);
    expect(head.map(({ id }) => id)).toEqual(["head"]);
    expect(rows.map(({ id, detail }) => [id, detail])).toEqual([
      ["said", undefined],
      ["open", "Haus A"],
    ]);
  });

  test("keys lead to the first of the page that is noted for them, and to nothing where there is none", () => {
    expect(findKeyDeed("up")).toBeNull();
    const drop = noted(
      act("second", 2, "", { in: "key", key: "search" }),
      act("first", 1, "", { in: "key", key: "search" }),
      act("head", 0, "Up"),
    );
    expect(findKeyDeed("search")).toEqual({ href: "/first" });
    expect(findKeyDeed("up")).toBeNull();
    expect(toPageActs(listActs())).toMatchObject({ head: [{ id: "head" }], rows: [] });
    drop();
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
  const same = [
    item("goes on", true, "progress"),
    item("was paused", true, "warn"),
    item("was over", false, "bad"),
  ];
  const before = [
    ...same,
    item("ends", true, "progress"),
    item("starts", true, "idle"),
    item("pauses", true, "progress"),
  ];
  const later = [
    ...same,
    item("ends", false, "bad"),
    item("starts", true, "progress"),
    item("pauses", true, "warn"),
    item("was not seen before", false, "ok"),
  ];
  expect(listNews(before, later).map(({ id }) => id)).toEqual(["ends", "pauses"]);
});
