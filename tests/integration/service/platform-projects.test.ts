/** What a member sees of a cloud's projects on the platform, and what somebody else does not. */
import { expect, test } from "vitest";
import { getProjectForMember, listProjectTree } from "#lib/service/server/platform/projects.ts";
import { allRows } from "#tests/support/pages.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { addUser } from "./people.ts";

const service = await useServiceServer();

test("the tree of active projects with their ways, and the models of one, page by page; others see nothing", async () => {
  const { db } = service;
  const [member, other] = [await addUser(db, "member@example.org"), await addUser(db, "other@example.org")];
  const { id: cloudId } = await db.serviceCloud.create({
    data: { name: "Werft", members: { create: { userId: member.id, role: 50 } } },
  });
  const make = async (name: string, parentId: number | null = null, status = "A"): Promise<number> =>
    (await db.serviceProject.create({ data: { cloudId, name, parentId, status } })).id;
  const [south, north] = [await make("House B"), await make("house A")];
  for (const house of [south, north]) await make("Floor 1", house);
  const floor = await make("Floor 2", north);
  await make("Roof", await make("Demolished", north, "D"));
  await db.serviceModel.createMany({
    data: [1, 2, 3].map((n) => ({
      projectId: floor,
      name: `${String(n)}.ifc`,
      status: "C",
      version: "IFC4",
    })),
  });

  const rows = await allRows((after?: number) => listProjectTree(db, member, { cloudId, after, limit: 2 }));
  const ways = rows.map(
    ({ above, name, modelCount }) => `${[...above, name].join("/")} ${String(modelCount)}`,
  );
  expect(ways).toEqual([
    "house A 0",
    "house A/Floor 1 0",
    "house A/Floor 2 3",
    "House B 0",
    "House B/Floor 1 0",
    "Roof 0",
  ]);

  const of = { cloudId, projectId: floor, limit: 2 };
  const first = await getProjectForMember(db, member, of);
  expect([first.above, first.models.map(({ name }) => name)]).toEqual([["house A"], ["3.ifc", "2.ifc"]]);
  expect(first.models[0]).toMatchObject({ status: "C", version: "IFC4", errors: [], sizeBytes: null });
  const second = await getProjectForMember(db, member, { ...of, before: first.next ?? 0 });
  expect([second.models.map(({ name }) => name), second.next]).toEqual([["1.ifc"], null]);

  expect(await listProjectTree(db, other, { cloudId })).toEqual({ rows: [], next: null });
  await expect(getProjectForMember(db, other, of)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
