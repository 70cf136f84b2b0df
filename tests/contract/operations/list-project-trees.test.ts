/** GET /cloud/{c}/project/subtree (docs/service "Neighbouring operations"): the projects of a cloud as trees, however deep. */
import { expect, test } from "vitest";
import {
  projectSchema,
  projectTreeSchema,
  type ProjectRecord,
  type ProjectTreeRecord,
} from "#lib/service/contract/records.ts";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, type Ids } from "#tests/support/operations/stage.ts";

/** A project as a node of a tree. */
function node(project: ProjectRecord, children: ProjectTreeRecord[] = []): ProjectTreeRecord {
  const own = new Map<string, unknown>(Object.entries({ ...project, children }));
  own.delete("cloud");
  return projectTreeSchema.parse(Object.fromEntries(own));
}

/** Ids with their depths. */
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

testOperation("listProjectTrees", (operation) => {
  const projectsOf = ({ cloudId = "" }: Ids): string => `/cloud/${cloudId}/project`;

  async function make(ids: Ids, name: string, parentId: number | null = null): Promise<ProjectRecord> {
    const answer = await operation.stage().first("POST", projectsOf(ids), { name, parent_id: parentId });
    return projectSchema.parse(answer.body);
  }

  test("200 and an empty list for a cloud without projects", async () => {
    const ids = await makeCloud(operation.stage());
    expect(await operation.call({ ids })).toEqual(ok([]));
  });

  test("200 with roots without their cloud, children in the order of their ids, deleted ones included", async () => {
    const ids = await makeCloud(operation.stage());
    const site = await make(ids, 'Site "A" \\ <1>');
    const second = await make(ids, "Second root");
    const blockA = await make(ids, "Block A", site.id);
    const blockB = await make(ids, "Block B", site.id);
    const floor = await make(ids, "Floor 1", blockA.id);
    const { first } = operation.stage();
    const gone = await first("PATCH", `${projectsOf(ids)}/${String(second.id)}`, { status: "D" });
    const tree = node(site, [node(blockA, [node(floor)]), node(blockB)]);
    expect(await operation.call({ ids })).toEqual(ok([tree, node(projectSchema.parse(gone.body))]));
  });

  test("1,000 levels and 1,000 siblings", async () => {
    const stage = operation.stage();
    const ids = await makeCloud(stage);
    const cloudId = Number(ids["cloudId"]);
    const rows = await stage.service.db.serviceProject.createManyAndReturn({
      data: Array.from({ length: 2000 }, (_, index) => ({ cloudId, name: `P${String(index)}` })),
      select: { id: true },
    });
    const sorted = rows.map((row) => row.id).toSorted((a, b) => a - b);
    const chain = sorted.slice(0, 1000);
    const [top = 0] = sorted;
    await stage.service.db.$executeRaw`
      UPDATE service_project SET parent_id = CASE WHEN id <= ${chain.at(-1)} THEN id - 1 ELSE ${top}::int END
      WHERE cloud_id = ${cloudId} AND id <> ${top}`;
    // Nested too deeply for a schema to check.
    const answer = await fetch(`${stage.baseUrl}${operation.addressOf(ids)}`, {
      headers: { authorization: `Bearer ${await stage.service.tokenOf(stage.service.first)}` },
    });
    const depths = flatten((await answer.json()) as ProjectTreeRecord[]);
    expect(depths.size).toBe(2000);
    expect(Math.max(...depths.values())).toBe(999);
    expect(depths.get(chain.at(-1) ?? 0)).toBe(999);
    expect(depths.get(sorted.at(-1) ?? 0)).toBe(1);
    const path = `${projectsOf(ids)}/${String(top)}`;
    expect((await stage.first("PATCH", path, { parent_id: chain.at(-1) })).status).toBe(400);
  });

  test("rows that form a circle are answered once each", async () => {
    const ids = await makeCloud(operation.stage());
    const a = await make(ids, "A");
    const b = await make(ids, "B", a.id);
    const c = await make(ids, "C", b.id);
    const { db } = operation.stage().service;
    await db.serviceProject.update({ where: { id: a.id }, data: { parentId: c.id } });
    const { status, body } = await operation.call({ ids });
    expect(status).toBe(200);
    const depths = flatten(projectTreeSchema.array().parse(body));
    expect(depths).toEqual(new Map([[a.id, 0], [b.id, 1], [c.id, 2]])); // oxfmt-ignore
  });
});
