/** The part of the ledger about projects: found, filtered, counted, followed and exported like invitations into Clouds. */
import { expect, test } from "vitest";
import { cancelInvitation } from "#lib/features/invitations/commands.ts";
import { iterateLedgerCsv } from "#lib/features/invitations/csv.ts";
import { countInto } from "#lib/features/invitations/places/project-ledger.ts";
import { listInvitations, listInviters } from "#lib/features/invitations/queries.ts";
import type { InvitationsQuery, LedgerSort } from "#lib/features/invitations/schema.ts";
import { LEDGER_SORTS } from "#lib/features/invitations/schema.ts";
import { confirmJoined } from "#lib/features/invitations/upkeep.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { allRows } from "#tests/support/pages.ts";
import { useProjectDesk } from "./project-desk.ts";

const desk = await useProjectDesk();
const list = (query: InvitationsQuery = {}) =>
  listInvitations(desk.sanne, { into: "projects", cloudId: desk.place().cloudId, ...query });

test("an invitation into a project is in the ledger with the project's name, and not among those into Clouds", async () => {
  const { cloudId, projectId } = desk.place();
  const before = await countInto(desk.sanne);
  await desk.invite("anna@example.org", 25);
  const page = await list();
  expect(page.rows).toMatchObject([
    {
      email: "anna@example.org",
      cloudId,
      cloudNumber: desk.numbers().cloud,
      project: { id: projectId, name: "Blok A" },
      state: "WAITING",
      invitedByName: "Sanne Verbeek",
      canRemind: true,
      canCancel: true,
      canConfirm: true,
    },
  ]);
  expect((await listInvitations(desk.sanne, { cloudId })).rows).toEqual([]);
  expect(await countInto(desk.sanne)).toEqual({ ...before, projects: before.projects + 1 });
  expect((await listInviters(desk.sanne)).map(({ id }) => id)).toContain(desk.sanne.staffId);
});

test("is narrowed by state, address, person and the name of project or Cloud, with counts that agree", async () => {
  const invited = await desk.invite("anna@example.org");
  await desk.invite("bert@example.org");
  await cancelInvitation(desk.sanne, invited.invitationId ?? "");
  const emails = async (query: InvitationsQuery): Promise<string[]> =>
    (await list(query)).rows.map(({ email }) => email);
  expect(await emails({ part: "WAITING" })).toEqual(["bert@example.org"]);
  expect(await emails({ part: "CANCELLED" })).toEqual(["anna@example.org"]);
  expect(await emails({ part: "MAIL_SEEN" })).toEqual([]);
  expect(await emails({ search: "ANNA" })).toEqual(["anna@example.org"]);
  expect(await emails({ invitedBy: desk.place().cloudId })).toEqual([]);
  const byName = async (cloudNamed: string): Promise<number> =>
    (await listInvitations(desk.sanne, { into: "projects", cloudNamed })).total;
  const where = { id: desk.place().cloudId };
  expect(await byName((await desk.portal.db.cloud.findUniqueOrThrow({ where })).name)).toBe(2);
  expect(await byName("blok a")).toBeGreaterThanOrEqual(2);
  expect(await byName("no project of this name")).toBe(0);
  const { counts, total } = await list();
  expect({ total, ...counts }).toMatchObject({ total: 2, WAITING: 1, CANCELLED: 1, SENT: 1, LISTED: 0 });
  await desk.read();
  expect((await list()).counts).toMatchObject({ SENT: 0, LISTED: 1 });
});

test("every order pages through each row once", async () => {
  for (const name of ["anna", "bert", "carla"]) await desk.invite(`${name}@example.org`);
  const walk = async (sort: LedgerSort): Promise<string[]> => {
    const rows = await allRows((after?: string) => list({ sort, limit: 2, after }));
    return rows.map(({ email }) => email);
  };
  for (const sort of LEDGER_SORTS) expect(new Set(await walk(sort)).size, sort).toBe(3);
  expect(await walk("address")).toEqual(["anna@example.org", "bert@example.org", "carla@example.org"]);
});

test("its file has the project behind the Cloud's number", async () => {
  await desk.invite("anna@example.org", 25);
  const lines: string[] = [];
  const query = { into: "projects", cloudId: desk.place().cloudId } as const;
  for await (const line of iterateLedgerCsv(desk.sanne, query, "programs")) lines.push(line);
  expect(lines[0]).toMatch(/^\uFEFF?Cloud,Cloud number,Project,Address,State,/);
  expect(lines[1]).toContain(`,${String(desk.numbers().cloud)},Blok A,anna@example.org,`);
});

test("is confirmed by hand, and who waits for more than a week is on the overview", async () => {
  const { db } = desk.portal;
  const { invitationId } = await desk.invite("anna@example.org");
  const id = invitationId ?? "";
  await db.projectInvitation.update({ where: { id }, data: { stateSince: new Date(0) } });
  const aging = async () => (await listAttention(db)).find((item) => item.id === "aging-project-invitations");
  expect(await aging()).toMatchObject({ href: "/invitations?into=projects&state=AGING" });
  await confirmJoined(desk.sanne, { invitationId: id, note: "Phoned, she sees the project." });
  expect((await list()).rows).toMatchObject([
    { state: "JOINED", evidence: "Confirmed by hand by Sanne Verbeek: “Phoned, she sees the project.”" },
  ]);
});
