import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import { SHOWN, SORTS } from "#lib/features/clouds/schema.ts";
import { archiveProject } from "#lib/features/projects/commands.ts";
import { getProject, listBelow, listProjects, TREE_MAX } from "#lib/features/projects/queries.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { allRows } from "#tests/support/pages.ts";
import { usePortal } from "./portal.ts";

const CLOUDS = /^\/service\/cloud$/;
const IMAGE = `data:image/png;base64,${"iVBORw0KGgo".repeat(10_000)}`;
const LOGOS = [
  [null, null],
  [IMAGE, { kind: "image" }],
  [`data:image/svg+xml;base64,${"PHN2Zz4".repeat(10)}`, { kind: "other" }],
  ["https://example.org/logo.png", { kind: "address", href: "https://example.org/logo.png" }],
  [`https://example.org/${"a".repeat(9_000)}`, { kind: "other" }],
] as const;

const portal = await usePortal();
const actor = await portal.actor();

const makeCloud = async (name: string) => (await portal.makeCloud(actor, name)).cloudId;

/** Makes the list count as just read, so that rows inserted by hand are left unchanged. */
async function readJustNow(cloudId: string): Promise<void> {
  await portal.db.cloud.update({
    where: { id: cloudId },
    data: { projectsReadAt: new Date(Date.now() + 600_000) },
  });
}

describe("trees", () => {
  test("rings, parents that are not here and archived parents: every project is shown once, with what is above it", async () => {
    const cloudId = await makeCloud("Odd parents");
    const ids: Record<string, string> = {};
    const rows: [name: string, serviceId: number, parent: number | null][] = [
      ["root", 900_001, null],
      ["child", 900_002, 900_001],
      ["grandchild", 900_003, 900_002],
      ["ring a", 900_004, 900_005],
      ["ring b", 900_005, 900_004],
      ["own parent", 900_006, 900_006],
      ["orphan", 900_007, 955_555],
    ];
    for (const [name, serviceId, parent] of rows) {
      const row = await portal.db.project.create({
        data: {
          id: newId(),
          cloudId,
          serviceId: BigInt(serviceId),
          parentServiceId: parent === null ? null : BigInt(parent),
          name,
          sortName: name,
          status: "A",
        },
      });
      ids[name] = row.id;
    }
    await readJustNow(cloudId);
    const page = await listProjects(actor, cloudId);
    expect(page.rows).toHaveLength(rows.length);
    const above = Object.fromEntries(page.rows.map((row) => [row.name, row.parents.map((one) => one.name)]));
    expect(above).toEqual({
      root: [],
      child: ["root"],
      grandchild: ["root", "child"],
      "ring a": ["ring b"],
      "ring b": ["ring a"],
      "own parent": [],
      orphan: [],
    });
    const below = await listBelow(actor, { cloudId, serviceId: 900_001 });
    expect(below).toMatchObject({ total: 1, rows: [{ name: "child" }] });
    await archiveProject(actor, ids["child"] ?? "");
    expect((await listBelow(actor, { cloudId, serviceId: 900_001 })).total).toBe(0);
    expect((await listProjects(actor, cloudId)).rows).toHaveLength(rows.length - 1);
  });
});

/** Every combination of archived, deleted and missing. */
const STATES = Array.from({ length: 8 }, (_, n) => {
  const at = new Date();
  return {
    archivedAt: (n & 1) > 0 ? at : null,
    deletedAt: (n & 2) > 0 ? at : null,
    missingSince: (n & 4) > 0 ? at : null,
  };
});
const COUNTED = ["", "odd state", "odd state 3", "960003", "odd%state", "nowhere"];

describe("lists", () => {
  test("each choice counts exactly the projects and Clouds that it lists, also of a search", async () => {
    const cloudId = await makeCloud("Odd states");
    const { connectionId } = portal;
    for (const [n, state] of STATES.entries()) {
      const name = `odd state ${String(n)}`;
      const row = { id: newId(), serviceId: BigInt(960_000 + n), name, sortName: name, ...state };
      await portal.db.project.create({ data: { ...row, cloudId, status: "A" } });
      await portal.db.cloud.create({ data: { ...row, id: newId(), connectionId } });
    }
    await readJustNow(cloudId);
    await portal.db.connection.update({
      where: { id: connectionId },
      data: { cloudsReadAt: new Date(Date.now() + 600_000) },
    });
    for (const search of COUNTED) {
      for (const shown of SHOWN) {
        const projects = await listProjects(actor, cloudId, { search, shown });
        expect(projects.rows, `projects: ${shown}, “${search}”`).toHaveLength(projects.counts[shown]);
        const clouds = await listClouds(actor, { search, shown, connectionId });
        expect(clouds.rows, `Clouds: ${shown}, “${search}”`).toHaveLength(clouds.counts[shown]);
      }
    }
    const { counts } = await listProjects(actor, cloudId, { search: "odd state" });
    expect(counts).toEqual({ current: 2, archived: 4, gone: 6, all: 8 });
  });

  test("1,200 projects in pages: each once, in every order, by search, and as no tree", async () => {
    const cloudId = await makeCloud("Many projects");
    const count = 1200;
    await portal.db.project.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        id: newId(),
        cloudId,
        serviceId: BigInt(800_000 + n),
        parentServiceId: n % 3 === 0 ? null : BigInt(800_000 + n - 1),
        name: `Block ${String(n % 40)}`,
        sortName: `block ${String(n % 40)}`,
        status: "A",
        createdAt: new Date(1_700_000_000_000 + (n % 7) * 1000),
      })),
    });
    await readJustNow(cloudId);
    const orders = new Map<string, string[]>();
    for (const sort of SORTS) {
      const rows = await allRows(async (after?: string) => {
        const page = await listProjects(actor, cloudId, { sort, limit: 500, after });
        expect(page).toMatchObject({ total: count, isWhole: false });
        return page;
      });
      const seen = rows.map(({ id }) => id);
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
      orders.set(sort, seen);
    }
    for (const [sort, reverse] of [
      ["name", "-name"],
      ["newest", "oldest"],
      ["number", "-number"],
    ])
      expect(orders.get(reverse ?? "")).toEqual(orders.get(sort ?? "")?.toReversed());
    const found = await listProjects(actor, cloudId, { search: "BLOCK 17", limit: 10 });
    expect(found.total).toBe(count / 40);
    const numbered = await listProjects(actor, cloudId, { search: "800005" });
    expect(numbered.rows).toMatchObject([{ serviceId: 800_005 }]);
    expect(numbered.rows[0]?.parents.map((parent) => parent.serviceId)).toEqual([800_003, 800_004]);
    // A cursor of another order does not name a position in this one.
    const page = await listProjects(actor, cloudId, { sort: "number", limit: 10 });
    const other = await listProjects(actor, cloudId, { sort: "name", limit: 10, after: page.next ?? "" });
    expect(other.rows.map((row) => row.name)).toEqual(Array(10).fill("Block 0"));
    expect(TREE_MAX).toBeLessThan(count);
  });

  test("a long list of the service is adopted whole, and read again only after a rest", async () => {
    const connectionId = await portal.addConnection("many-clouds");
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      id: 500_000 + n,
      name: `Cloud number ${String(n)}`,
      created_at: "2026-03-04T05:06:07.089Z",
    }));
    many.push({ id: 999_999, name: 'Höfe \\ "Ost" 🏠', created_at: "not a time" });
    portal.proxy.inject("GET", CLOUDS, answer(200, JSON.stringify(many)), 9);
    const first = await listClouds(actor, { connectionId, search: "number 99" });
    expect(first).toMatchObject({ total: 111, reads: [{ state: "fresh" }] });
    expect((await listClouds(actor, { connectionId })).total).toBe(10_001);
    const adopted = { connectionId, serviceId: { in: [509_999, 999_999] } };
    expect(await portal.db.cloud.findMany({ where: adopted, orderBy: { serviceId: "asc" } })).toMatchObject([
      {
        name: "Cloud number 9999",
        sortName: "cloud number 9999",
        createdAt: new Date(many[0]?.created_at ?? 0),
      },
      { name: 'Höfe \\ "Ost" 🏠', sortName: 'höfe \\ "ost" 🏠', createdAt: first.reads[0]?.readAt },
    ]);
    expect(portal.proxy.count("GET", CLOUDS)).toBe(1);
  });
});

test("a list and a project tell an image, an address and what cannot be shown, of logos of every length", async () => {
  const { cloudId } = await portal.makeCloud(actor, "Logos");
  for (const [n, [logo]] of LOGOS.entries()) {
    const name = `Project ${String(n)}`;
    await portal.makeProject(actor, cloudId, name);
    // Both, because at each reading the list is what the service says.
    await portal.db.project.updateMany({ where: { name }, data: { logo } });
    await portal.db.serviceProject.updateMany({ where: { name }, data: { logo } });
  }
  const { rows } = await listProjects(actor, cloudId);
  expect(rows.map(({ logo }) => logo)).toEqual(LOGOS.map(([, view]) => view));
  for (const [n, row] of rows.entries())
    expect((await getProject(actor, row.id)).logo).toEqual(LOGOS[n]?.[1]);
});
