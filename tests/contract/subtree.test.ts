/**
 * GET …/project/subtree (wire-facts.md "Neighbouring operations"): the projects of a cloud as trees, however deep, and the moves that
 * would make a circle of one.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cloudSchema,
  projectSchema,
  projectTreeSchema,
  type ProjectRecord,
  type ProjectTreeRecord,
} from "#lib/service/contract/records.ts";
import { openService, type ServiceUnderTest } from "#tests/support/service-under-test.ts";
import { signedWire, type Wire } from "#tests/support/wire.ts";

let service: ServiceUnderTest;
let call: Wire;
let other: Wire;

beforeAll(async () => {
  service = await openService();
  call = await signedWire(service.baseUrl, service.first);
  other = await signedWire(service.baseUrl, service.second);
});
afterAll(() => service.stop());

async function makeCloud(): Promise<string> {
  const { id } = cloudSchema.parse((await call("POST", "/cloud", { name: "Trees" })).body);
  return `/cloud/${String(id)}/project`;
}

async function makeProject(
  path: string,
  name: string,
  parentId: number | null = null,
): Promise<ProjectRecord> {
  return projectSchema.parse((await call("POST", path, { name, parent_id: parentId })).body);
}

async function readTrees(path: string): Promise<ProjectTreeRecord[]> {
  const answer = await call("GET", `${path}/subtree`);
  expect(answer.status).toBe(200);
  return projectTreeSchema.array().parse(answer.body);
}

/** A project as it stands in a tree. */
function node(project: ProjectRecord, children: ProjectTreeRecord[] = []): ProjectTreeRecord {
  const own = new Map<string, unknown>(Object.entries({ ...project, children }));
  own.delete("cloud");
  return projectTreeSchema.parse(Object.fromEntries(own));
}

/** Ids with the depth at which they stand. */
function flatten(trees: readonly ProjectTreeRecord[]): Map<number, number> {
  const depths = new Map<number, number>();
  const waiting = trees.map((tree) => ({ tree, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { tree, depth } = next;
    expect(depths.has(tree.id)).toBe(false);
    depths.set(tree.id, depth);
    for (const child of tree.children) waiting.push({ tree: child, depth: depth + 1 });
  }
  return depths;
}

describe("the answer", () => {
  test("200 and an empty list for a cloud without projects", async () => {
    const answer = await call("GET", `${await makeCloud()}/subtree`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: [] });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test("roots without their cloud, children in the order of their ids, deleted ones included", async () => {
    const path = await makeCloud();
    const site = await makeProject(path, 'Site "A" \\ <1>');
    const second = await makeProject(path, "Second root");
    const blockA = await makeProject(path, "Block A", site.id);
    const blockB = await makeProject(path, "Block B", site.id);
    const floor = await makeProject(path, "Floor 1", blockA.id);
    const gone = projectSchema.parse(
      (await call("PATCH", `${path}/${String(second.id)}`, { status: "D" })).body,
    );
    expect((await call("GET", `${path}/subtree`)).body).toEqual([
      node(site, [node(blockA, [node(floor)]), node(blockB)]),
      node(gone),
    ]);
  });

  test("a project whose parent is deleted is a root", async () => {
    const path = await makeCloud();
    const top = await makeProject(path, "Top");
    const below = await makeProject(path, "Below", top.id);
    const lowest = await makeProject(path, "Lowest", below.id);
    expect((await call("DELETE", `${path}/${String(top.id)}`)).status).toBe(204);
    expect(flatten(await readTrees(path))).toEqual(
      new Map([
        [below.id, 0],
        [lowest.id, 1],
      ]),
    );
  });

  test("1,000 levels and 1,000 siblings", async () => {
    const path = await makeCloud();
    const cloudId = Number(path.split("/")[2]);
    const rows = await service.db.serviceProject.createManyAndReturn({
      data: Array.from({ length: 2000 }, (_, index) => ({ cloudId, name: `P${String(index)}` })),
      select: { id: true },
    });
    const ids = rows.map((row) => row.id).toSorted((a, b) => a - b);
    const chain = ids.slice(0, 1000);
    const [top = 0] = ids;
    await service.db.$executeRaw`
      UPDATE service_project SET parent_id = CASE WHEN id <= ${chain.at(-1)} THEN id - 1 ELSE ${top}::int END
      WHERE cloud_id = ${cloudId} AND id <> ${top}`;
    const answer = await call("GET", `${path}/subtree`);
    const depths = flatten(answer.body as ProjectTreeRecord[]);
    expect(depths.size).toBe(2000);
    expect(Math.max(...depths.values())).toBe(999);
    expect(depths.get(chain.at(-1) ?? 0)).toBe(999);
    expect(depths.get(ids.at(-1) ?? 0)).toBe(1);
    const back = await call("PATCH", `${path}/${String(top)}`, { parent_id: chain.at(-1) });
    expect(back.status).toBe(400);
  });

  test("rows that form a circle are answered once each", async () => {
    const path = await makeCloud();
    const a = await makeProject(path, "A");
    const b = await makeProject(path, "B", a.id);
    const c = await makeProject(path, "C", b.id);
    await service.db.serviceProject.update({ where: { id: a.id }, data: { parentId: c.id } });
    expect(flatten(await readTrees(path))).toEqual(
      new Map([
        [a.id, 0],
        [b.id, 1],
        [c.id, 2],
      ]),
    );
  });

  test("another application's cloud is not there; needs a token, takes GET only", async () => {
    const path = await makeCloud();
    const foreign = await other("GET", `${path}/subtree`);
    expect({ status: foreign.status, body: foreign.body }).toEqual({
      status: 404,
      body: { detail: "Not found." },
    });
    expect((await fetch(`${service.baseUrl}${path}/subtree`)).status).toBe(401);
    const posted = await call("POST", `${path}/subtree`, {});
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("moving a project", () => {
  const REFUSED = { parent_id: ["A project cannot be put below itself."] };

  test("below itself or one of its own is 400, and nothing has moved", async () => {
    const path = await makeCloud();
    const a = await makeProject(path, "A");
    const b = await makeProject(path, "B", a.id);
    const c = await makeProject(path, "C", b.id);
    for (const [id, parent] of [
      [a.id, a.id],
      [a.id, b.id],
      [a.id, c.id],
      [b.id, c.id],
    ]) {
      const answer = await call("PATCH", `${path}/${String(id)}`, { parent_id: parent });
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: REFUSED });
    }
    expect((await call("PATCH", `${path}/${String(c.id)}`, { parent_id: a.id })).status).toBe(200);
    expect((await call("PATCH", `${path}/${String(b.id)}`, { parent_id: c.id })).status).toBe(200);
    expect((await readTrees(path)).map((tree) => tree.children[0]?.children[0]?.id)).toEqual([b.id]);
  });

  test("moves at the same moment that would close a circle together: one of them is refused", async () => {
    const path = await makeCloud();
    for (let round = 0; round < 15; round += 1) {
      const ring = [
        await makeProject(path, "A"),
        await makeProject(path, "B"),
        await makeProject(path, "C"),
      ].map((project) => project.id);
      const moves = ring.map((id, index) =>
        call("PATCH", `${path}/${String(id)}`, { parent_id: ring[(index + 1) % ring.length] }),
      );
      const statuses = (await Promise.all(moves)).map((answer) => answer.status);
      expect(statuses.toSorted()).toEqual([200, 200, 400]);
    }
    expect(Math.max(...flatten(await readTrees(path)).values())).toBe(2);
  });
});
