/** The people of a cloud: who is listed, and what a role change or a removal does, including when no answer arrives. */
import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { getCloud, listClouds } from "#lib/features/clouds/queries.ts";
import { rememberCapability } from "#lib/features/connections/capabilities.ts";
import { invitePerson, refreshPeople } from "#lib/features/invitations/commands.ts";
import { keepMembers } from "#lib/features/invitations/places/member-list.ts";
import { getPlace } from "#lib/features/invitations/places/place.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { changeMemberRole, removeMember } from "#lib/features/people/commands.ts";
import { iteratePeopleCsv } from "#lib/features/people/csv.ts";
import { findPeople, getPerson, listPeople } from "#lib/features/people/queries.ts";
import type { PeoplePage, PeopleQuery } from "#lib/features/people/schema.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { formKey, usePortal } from "./portal.ts";

const ONE = /\/user\/\d+$/;

let cloudId: string;
let number: number;

const portal = await usePortal();
const sanne = await portal.actor();
beforeEach(async () => {
  ({ cloudId, number } = await portal.makeCloud(sanne, `Kanaalzone ${newId()}`));
});

/** Somebody who has joined at the service; returns the number of the account. */
async function join(email: string, role: 50 | 100, firstname?: string): Promise<number> {
  const where = { address: email, cloudId: number };
  await portal.service.db.serviceInvitation.updateMany({ where, data: { state: "A" } });
  return portal.joinCloud(number, email, role, firstname);
}

async function read(query: Omit<PeopleQuery, "cloudId"> = {}): Promise<PeoplePage> {
  await refreshPeople(sanne, { cloudId }, { since: new Date() });
  return listPeople(sanne, { cloudId, ...query });
}

async function rolesAtService(): Promise<Record<string, number>> {
  const rows = await portal.service.db.serviceMember.findMany({
    where: { cloudId: number },
    include: { user: true },
  });
  return Object.fromEntries(rows.map(({ user, role }) => [user.email, role]));
}

const invite = (email: string): Promise<unknown> =>
  invitePerson(sanne, { key: formKey(), cloudId, email, role: 50 });

describe("the list", () => {
  test("has members and pending invitations once each, with role and who invited them, in pages, by part and by search", async () => {
    await invite("carla@example.org");
    await invite("bert@example.org");
    const bert = await join("bert@example.org", 50, "Bert");
    const anna = await join("anna@example.org", 100, "Anna");
    const { rows, counts } = await read();
    expect(
      rows.map(({ email, userId, role, invitedByName }) => [email, userId, role, invitedByName]),
    ).toEqual([
      ["anna@example.org", anna, 100, null],
      ["bert@example.org", bert, 50, "Sanne Verbeek"],
      ["carla@example.org", null, 50, "Sanne Verbeek"],
    ]);
    expect(rows.map(({ isAtLeast }) => isAtLeast)).toEqual([true, false, false]);
    expect(counts).toMatchObject({ members: 2, invited: 1, administrators: 1, users: 2, guests: 0 });
    const emails = async (query: Omit<PeopleQuery, "cloudId">): Promise<string[]> =>
      (await listPeople(sanne, { cloudId, ...query })).rows.map(({ email }) => email);
    expect(await emails({ part: "invited" })).toEqual(["carla@example.org"]);
    expect(await emails({ part: "administrators" })).toEqual(["anna@example.org"]);
    expect(await emails({ search: "BERT o" })).toEqual(["bert@example.org"]);
    const first = await listPeople(sanne, { cloudId, limit: 2 });
    expect(first.rows).toHaveLength(2);
    expect(await emails({ limit: 2, after: first.next ?? "" })).toEqual(["carla@example.org"]);
    const lines = await Array.fromAsync(iteratePeopleCsv(sanne, { cloudId }, "programs"));
    expect(lines[0]).toBe("Address,Name,State,Role,Since,First seen,Invited by,User number\r\n");
    expect(lines[1]).toMatch(
      /^anna@example\.org,Anna Other,Member,Administrator,,\d{4}-.*Z,outside Portico,/,
    );
    expect(lines[3]).toMatch(/^carla@example\.org,,Invited,User,\d{4}-.*Z,,Sanne Verbeek,\r\n$/);
  });

  test("counts alike in the Cloud's head, in the list of Clouds and on the page; members are those of the service, invited or not", async () => {
    await invite("dora.c@example.org");
    await invite("emil.c@example.org");
    await join("emil.c@example.org", 50);
    await join("frieda.c@example.org", 100);
    const { rows, counts } = await read();
    const { people, invitationCount } = await getCloud(sanne, cloudId);
    // Frieda joined without an invitation from Portico.
    expect(people).toEqual({ members: 2, invited: 1, joined: 1 });
    expect(people).toMatchObject({ members: counts.members, invited: counts.invited });
    expect(rows).toHaveLength((people.members ?? 0) + people.invited);
    expect(invitationCount).toBe((await listInvitations(sanne, { cloudId })).total);
    const listed = (await listClouds(sanne)).rows.find(({ id }) => id === cloudId);
    expect(listed).toMatchObject({ people, invitationCount });
  });

  test("without the service's list, who joined is counted from the ledger, and nobody is said to be a member", async () => {
    await invite("greta.c@example.org");
    await join("greta.c@example.org", 50);
    await read();
    await rememberCapability(portal.connectionId, "listCloudUsers", false);
    expect((await getCloud(sanne, cloudId)).people).toEqual({ members: null, invited: 0, joined: 1 });
    await rememberCapability(portal.connectionId, "listCloudUsers", true);
  });

  test("follows the service: a new role, a new name, somebody who left", async () => {
    const anna = await join("anna.f@example.org", 100);
    await join("bert.f@example.org", 100);
    expect((await read()).counts).toMatchObject({ members: 2, administrators: 2 });
    const { db } = portal.service;
    await db.serviceMember.update({
      where: { cloudId_userId: { cloudId: number, userId: anna } },
      data: { role: 50 },
    });
    await db.serviceUser.update({ where: { id: anna }, data: { firstname: "Annelies" } });
    await db.serviceMember.deleteMany({ where: { cloudId: number, userId: { not: anna } } });
    expect((await read()).rows).toEqual([
      expect.objectContaining({ email: "anna.f@example.org", name: "Annelies Other", role: 50 }),
    ]);
  });

  test("has whoever the service states, with all that it leaves out", async () => {
    const bare = { role: null, address: "", email: "", name: "" };
    const listed = [
      { ...bare, serviceId: 7_000_001n },
      { ...bare, serviceId: 7_000_002n, role: 50, name: 'Zwart, "de" {Ω}' },
    ];
    const place = await getPlace({ cloudId });
    await inTransaction((tx) => keepMembers(tx, place, listed, new Date()));
    const { rows } = await listPeople(sanne, { cloudId });
    expect(rows.map(({ userId, role, name }) => [userId, role, name]).sort()).toEqual([
      [7_000_001, null, ""],
      [7_000_002, 50, 'Zwart, "de" {Ω}'],
    ]);
  });

  test("that states the same again writes no row", async () => {
    await invite("hanne.s@example.org");
    await join("ilse.s@example.org", 50);
    await read();
    const versions = () => getDb().$queryRaw`
      SELECT service_id, xmin::text FROM member WHERE cloud_id = ${cloudId}::uuid
      UNION ALL SELECT service_id, xmin::text FROM invitation WHERE cloud_id = ${cloudId}::uuid ORDER BY 1, 2`;
    const before = await versions();
    expect(before).toHaveLength(2);
    await read();
    expect(await versions()).toEqual(before);
  });
});

describe("one person", () => {
  test("is found under the present name, also in a row that an older version stored or changed", async () => {
    const tag = newId();
    await join(`carla.${tag}@example.org`, 50, `Carla-${tag}`);
    await read();
    const change = (data: { searchText: string | null }) =>
      getDb().member.updateMany({ where: { cloudId, serviceId: { gt: 0 } }, data });
    const names = async () => (await findPeople(sanne, `carla-${tag}`, 5)).map(({ name }) => name);
    await change({ searchText: null });
    expect(await names()).toEqual([`Carla-${tag} Other`]);
    await change({ searchText: "the name before" });
    expect(await names()).toEqual([]);
    await read();
    expect(await names()).toEqual([`Carla-${tag} Other`]);
  });

  test("is read and found whatever the length of address and name, by their beginning", async () => {
    const tag = newId();
    const ideographs = (): string =>
      Array.from({ length: 600 }, () => String.fromCharCode(randomInt(0x4e00, 0x9fff))).join("");
    await join(`${tag}${ideographs()}@example.org`, 50, ideographs());
    await read();
    expect(await findPeople(sanne, tag, 5)).toMatchObject([{ member: 1, projects: 0, invited: 0 }]);
  });

  test("is found by the domain as it was typed, with other letters than ASCII, in people and ledger", async () => {
    const tag = newId();
    await invite(`karl@häfen-${tag}.example`);
    for (const typed of [`karl@häfen-${tag}.example`, `KARL@HÄFEN-${tag}`]) {
      expect(await findPeople(sanne, typed, 5)).toMatchObject([{ invited: 1 }]);
      expect((await listPeople(sanne, { cloudId, search: typed })).rows).toHaveLength(1);
      expect((await listInvitations(sanne, { search: typed })).rows).toHaveLength(1);
    }
  });

  test("is found by a part of address or name, and shown in every cloud, members and invited, by the cloud's name", async () => {
    const [tag, first, firstNumber] = [newId(), cloudId, number];
    const email = `anna.${tag}@example.org`;
    await join(email, 100, `Annelies-${tag}`);
    await read();
    ({ cloudId, number } = await portal.makeCloud(sanne, `Aaa ${tag}`));
    await invite(email.toUpperCase());
    for (const typed of [`anna.${tag}`, `ANNELIES-${tag}`]) {
      expect(await findPeople(sanne, typed, 5)).toEqual([
        {
          address: email,
          email: expect.stringMatching(/^anna/i),
          name: `Annelies-${tag} Other`,
          // What the person's own page counts.
          ...(await getPerson(sanne, email)).counts,
        },
      ]);
    }
    expect(await findPeople(sanne, " ", 5)).toEqual([]);
    const person = await getPerson(sanne, email.toUpperCase());
    expect(person).toMatchObject({ name: `Annelies-${tag} Other`, counts: { member: 1, invited: 1 } });
    expect(person.rows.map(({ cloud, userId, role }) => [cloud.id, userId === null, role])).toEqual([
      [cloudId, true, 50],
      [first, false, 100],
    ]);
    // Two Clouds may share a name, never a number.
    expect(person.rows.map(({ cloud }) => cloud.number)).toEqual([number, firstNumber]);
    const page = await getPerson(sanne, email, { limit: 1 });
    expect((await getPerson(sanne, email, { limit: 1, after: page.next ?? "" })).rows).toHaveLength(1);
  });
});

describe("changing a role", () => {
  test("is done at the service, shown at once, and audited with both roles", async () => {
    await join("anna.r@example.org", 100);
    const bert = await join("bert.r@example.org", 50);
    await changeMemberRole(sanne, { cloudId, userId: String(bert), role: "100" });
    expect(await rolesAtService()).toEqual({ "anna.r@example.org": 100, "bert.r@example.org": 100 });
    expect((await listPeople(sanne, { cloudId, part: "administrators" })).rows).toHaveLength(2);
    const audit = await portal.audited({ action: "member.change-role", objectId: cloudId });
    const { name: place } = await getCloud(sanne, cloudId);
    expect(audit.map(({ outcome, before, after }) => ({ outcome, before, after }))).toEqual(
      ["INTENDED", "DONE"].map((outcome) => ({
        outcome,
        before: { email: "bert.r@example.org", role: 50, place },
        after: { email: "bert.r@example.org", role: 100, place },
      })),
    );
  });

  test("of the last administrator is refused, also when two go at once", async () => {
    const [anna, bert] = [await join("anna.l@example.org", 100), await join("bert.l@example.org", 100)];
    const ends = await Promise.allSettled([
      changeMemberRole(sanne, { cloudId, userId: String(anna), role: "50" }),
      removeMember(sanne, { cloudId, userId: String(bert) }),
    ]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(Object.values(await rolesAtService())).toContain(100);
    const [last] = (await read({ part: "administrators" })).rows;
    await expect(removeMember(sanne, { cloudId, userId: String(last?.userId) })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("is the last administrator of this Cloud. Nothing was changed."),
    });
    expect(Object.values(await rolesAtService())).toContain(100);
  });
});

describe("removing", () => {
  test("takes the person out of the cloud, withdraws what is pending, and the ledger says so", async () => {
    await join("anna.x@example.org", 100);
    await invite("bert.x@example.org");
    const bert = await join("bert.x@example.org", 50);
    await read();
    await removeMember(sanne, { cloudId, userId: String(bert) });
    expect(await rolesAtService()).toEqual({ "anna.x@example.org": 100 });
    expect((await listPeople(sanne, { cloudId })).rows.map(({ email }) => email)).toEqual([
      "anna.x@example.org",
    ]);
    expect((await listInvitations(sanne, { cloudId })).rows).toEqual([
      expect.objectContaining({
        stateWords: "Removed or left",
        evidence: "Removed from the Cloud by Sanne Verbeek; the service confirmed it.",
      }),
    ]);
    await expect(removeMember(sanne, { cloudId, userId: String(bert) })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("not among the members of the Cloud any more"),
    });
  });

  test.each([
    ["cut after it was done", { kind: "resetAfter" }, true],
    ["closed after it was done", { kind: "closeAfter" }, true],
    ["cut before it arrived", { kind: "resetBefore" }, false],
  ] as const)("an answer that was %s is settled by the service's list", async (_what, fault, isDone) => {
    const tag = newId();
    await join(`anna.${tag}@example.org`, 100);
    const bert = await join(`bert.${tag}@example.org`, 50);
    await read();
    portal.proxy.inject("DELETE", ONE, fault, 20);
    const ended = removeMember(sanne, { cloudId, userId: String(bert) });
    if (isDone) await ended;
    else expect(await codeOf(ended)).toBe("UPSTREAM");
    expect(Object.keys(await rolesAtService())).toHaveLength(isDone ? 1 : 2);
    expect((await listPeople(sanne, { cloudId })).counts.members).toBe(isDone ? 1 : 2);
    portal.proxy.clear();
    if (!isDone) await removeMember(sanne, { cloudId, userId: String(bert) });
    expect(Object.keys(await rolesAtService())).toEqual([`anna.${tag}@example.org`]);
  });

  test("viewers may not, and a service that does not offer it says so", async () => {
    await join("anna.v@example.org", 100);
    const bert = await join("bert.v@example.org", 50);
    const viewer = await portal.actor("VIEWER", "Vera");
    expect(await codeOf(removeMember(viewer, { cloudId, userId: String(bert) }))).toBe("FORBIDDEN");
    await rememberCapability(portal.connectionId, "removeCloudUser", false);
    await expect(removeMember(sanne, { cloudId, userId: String(bert) })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("does not offer this. Use the service’s own platform."),
    });
    await rememberCapability(portal.connectionId, "removeCloudUser", true);
    expect(Object.keys(await rolesAtService())).toHaveLength(2);
  });
});
