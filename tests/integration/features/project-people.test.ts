/** The people of a project: listed, and invited through the journal, including when no answer arrives. */
import { describe, expect, test } from "vitest";
import { countLoss } from "#lib/features/clouds/deletion.ts";
import { readDueInvitations } from "#lib/features/invitations/background-reading.ts";
import { cancelInvitation, invitePerson } from "#lib/features/invitations/commands.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { iteratePeopleCsv } from "#lib/features/people/csv.ts";
import { listPeople } from "#lib/features/people/queries.ts";
import type { PeopleQuery } from "#lib/features/people/schema.ts";
import { newId } from "#lib/core/ids.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { allRows } from "#tests/support/pages.ts";
import { formKey } from "./portal.ts";
import { useProjectDesk } from "./project-desk.ts";

const { portal, sanne, place, numbers, invite, join, read, list, pendingAtService } = await useProjectDesk();

const INVITE = /\/project\/\d+\/invitation$/;

const sent = (): number => portal.proxy.countCarriedOut("POST", INVITE);

describe("the list", () => {
  test("has members and pending invitations once each, by part, search and column, in pages and as a file", async () => {
    await invite("carla@example.org", 25);
    await invite("bert@example.org", 50);
    const bert = await join("bert@example.org", 50);
    const anna = await join("anna@example.org", 100);
    const { rows, counts } = await read();
    expect(
      rows.map(({ email, userId, role, stateWords, invitedByName }) => [
        email,
        userId,
        role,
        stateWords,
        invitedByName,
      ]),
    ).toEqual([
      ["anna@example.org", anna, 100, "Member", null],
      ["bert@example.org", bert, 50, "Member", "Sanne Verbeek"],
      ["carla@example.org", null, 25, "Invited", "Sanne Verbeek"],
    ]);
    expect(counts).toEqual({ members: 2, invited: 1, administrators: 1, users: 1, guests: 1, ended: 0 });
    const loss = { projects: 1, invitations: 1, people: 2 };
    expect(await countLoss(sanne, place().cloudId)).toEqual(loss);
    const emails = async (query: Partial<PeopleQuery>): Promise<string[]> =>
      (await list(query)).rows.map(({ email }) => email.slice(0, 1));
    expect(await emails({ part: "guests" })).toEqual(["c"]);
    expect(await emails({ search: "BERT@" })).toEqual(["b"]);
    expect(await emails({ sort: "role" })).toEqual(["c", "b", "a"]);
    expect(await emails({ sort: "role", isDescending: true })).toEqual(["a", "b", "c"]);
    expect(await emails({ isDescending: true })).toEqual(["c", "b", "a"]);
    for (const sort of ["address", "role", "since"] as const) {
      for (const isDescending of [false, true]) {
        const whole = await emails({ sort, isDescending });
        const paged = await allRows((after?: string) => list({ sort, isDescending, limit: 1, after }));
        expect(paged.map(({ email }) => email.slice(0, 1))).toEqual(whole);
      }
    }
    const lines = await Array.fromAsync(iteratePeopleCsv(sanne, place(), "programs"));
    expect(lines[0]).toBe("Address,Name,State,Role,Since,First seen,Invited by,User number\r\n");
    expect(lines[1]).toMatch(
      /^anna@example\.org,An Other,Member,Administrator,,\d{4}-.*Z,outside Portico,\d+\r\n$/,
    );
    expect(lines[3]).toMatch(/^carla@example\.org,,Invited,Guest,\d{4}-.*Z,,Sanne Verbeek,\r\n$/);
  });

  test("is apart from that of the Cloud and of other projects", async () => {
    await invite("anna.a@example.org");
    await read();
    expect((await listPeople(sanne, { cloudId: place().cloudId })).rows).toEqual([]);
    expect((await listInvitations(sanne, { cloudId: place().cloudId })).total).toBe(0);
    const { projectId: other } = await portal.makeProject(sanne, place().cloudId, "Blok B");
    expect((await listPeople(sanne, { cloudId: place().cloudId, projectId: other })).rows).toEqual([]);
  });

  test("follows the service: somebody invited elsewhere, who accepts, gets another role, and leaves", async () => {
    const { db } = portal.service;
    await invite("anna.f@example.org", 25);
    const id = await join("anna.f@example.org", 25);
    expect((await read()).rows).toMatchObject([{ state: "JOINED", role: 25, isAtLeast: false }]);
    await db.serviceProjectMember.update({ where: { id }, data: { role: 100 } });
    expect((await read()).rows).toMatchObject([{ role: 100 }]);
    await db.serviceProjectMember.delete({ where: { id } });
    expect((await read()).rows).toEqual([]);
    expect((await read({ part: "ended" })).rows).toMatchObject([
      { stateWords: "Removed or left", evidence: "No longer among the members of the project." },
    ]);
  });
});

test("who accepts is known without anybody opening the project, by one call", async () => {
  await invite("anna.bg@example.org", 25);
  await join("anna.bg@example.org", 25);
  // Nothing is due any more in this file's other places.
  while ((await readDueInvitations()) > 0);
  const minutesAgo = new Date(Date.now() - 180_000);
  await portal.db.project.update({
    where: { id: place().projectId },
    data: { peopleReadAt: minutesAgo, peopleTriedAt: null },
  });
  const before = portal.proxy.received.length;
  expect(await readDueInvitations()).toBe(1);
  expect(portal.proxy.received.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
    expect.stringMatching(/^GET .*\/project\/\d+\/user$/),
  ]);
  expect((await list()).rows).toMatchObject([{ state: "JOINED", role: 25 }]);
  expect(await readDueInvitations()).toBe(0);
});

test("however many Clouds are due, the projects have their turn", async () => {
  await invite("anna.turn@example.org", 25);
  while ((await readDueInvitations()) > 0);
  const { db } = portal;
  const known = await db.cloud.findUniqueOrThrow({ where: { id: place().cloudId } });
  const clouds = Array.from({ length: 9 }, (_, n) => ({ ...known, id: newId(), serviceId: BigInt(900 + n) }));
  await db.cloud.createMany({ data: clouds.map((cloud) => ({ ...cloud, invitationsTriedAt: null })) });
  await db.invitation.createMany({
    data: clouds.map(({ id: cloudId }) => ({
      id: newId(),
      cloudId,
      address: "anna@example.org",
      email: "anna@example.org",
      redirectUri: "https://platform.example",
      state: "WAITING" as const,
      evidence: "-",
    })),
  });
  await db.project.update({ where: { id: place().projectId }, data: { peopleTriedAt: null } });
  const before = portal.proxy.received.length;
  for (let round = 0; round < 5; round += 1) await readDueInvitations(1);
  const paths = portal.proxy.received.slice(before).map(({ path }) => path);
  expect(paths.filter((path) => /\/project\/\d+\/user$/.test(path))).toHaveLength(1);
  expect(await db.cloud.count({ where: { invitationsTriedAt: null, serviceId: { gte: 900n } } })).toBe(5);
  await db.invitation.deleteMany({ where: { cloudId: { in: clouds.map(({ id }) => id) } } });
});

describe("inviting", () => {
  test("goes through the journal: recorded with its project, sent once for one form, waiting in the list, into no Cloud", async () => {
    const input = { key: formKey(), ...place(), email: "Anna.J@example.org", role: 25 } as const;
    const first = await invitePerson(sanne, input);
    const second = await invitePerson(sanne, input);
    expect(second.operation.id).toBe(first.operation.id);
    expect(first.operation).toMatchObject({ kind: "INVITE_TO_PROJECT", state: "DONE", result: { role: 25 } });
    expect(sent()).toBe(1);
    expect(await pendingAtService()).toEqual({ "anna.j@example.org": 25 });
    const { redirectUri } = await portal.service.db.serviceInvitation.findFirstOrThrow({
      where: { projectId: numbers().project },
    });
    expect(redirectUri).toBe(
      `https://platform.bouwdata.example/cloud/${String(numbers().cloud)}?project=${String(numbers().project)}`,
    );
    expect((await read()).rows).toMatchObject([{ email: "Anna.J@example.org", state: "WAITING", role: 25 }]);
    await expect(invite("anna.j@example.org")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("has not answered yet. Nothing was sent."),
      details: { href: expect.stringContaining(`/projects/${place().projectId}/people?search=anna.j`) },
    });
    await invite("anna.j@example.org", 25, {
      again: true,
      reason: "The first mail went to the spam folder.",
    });
    expect(sent()).toBe(2);
  });

  test("asks about a doubtful address, takes one role, and refuses a member without a mail", async () => {
    await expect(invite("anna@gmial.com")).rejects.toMatchObject({
      code: "VALIDATION",
      details: { doubt: { proposal: "anna@gmail.com" } },
    });
    const form = { key: formKey(), ...place(), email: "x@example.org", role: 50 } as const;
    expect(await codeOf(invitePerson(sanne, { ...form, role: "" }))).toBe("VALIDATION");
    const intoCloud = { key: form.key, cloudId: form.cloudId, email: form.email, role: "25" } as const;
    expect(await codeOf(invitePerson(sanne, intoCloud))).toBe("VALIDATION");
    await join("bert.m@example.org", 50);
    await read();
    expect((await invite("bert.m@example.org")).operation.state).toBe("ALREADY");
    expect(await pendingAtService()).toEqual({});
    const viewer = await portal.actor("VIEWER", "Vera");
    expect(await codeOf(invitePerson(viewer, form))).toBe("FORBIDDEN");
  });

  test("a cut answer stays unknown in the list until it is settled by the service's list, and is never repeated", async () => {
    portal.proxy.inject("POST", INVITE, { kind: "resetAfter" });
    const { operation } = await invite("anna.u@example.org", 25);
    expect(operation.state).toBe("UNKNOWN");
    expect((await read()).rows).toMatchObject([
      { stateWords: "Unknown", operationHref: `/operations/${operation.id}` },
    ]);
    expect(await codeOf(invite("anna.u@example.org", 25))).toBe("CONFLICT");
    expect(sent()).toBe(1);
    const { candidates } = await findCandidates(sanne, operation.id);
    expect(candidates).toHaveLength(1);
    await settleOperation(sanne, {
      id: operation.id,
      decision: "exists",
      serviceId: candidates[0]?.serviceId,
      note: "On the list.",
    });
    expect((await read()).rows).toMatchObject([{ state: "WAITING", role: 25, operationHref: null }]);
  });

  test("is withdrawn at the service, and the list keeps what became of it", async () => {
    const { invitationId } = await invite("anna.w@example.org");
    await cancelInvitation(sanne, invitationId ?? "");
    expect(await pendingAtService()).toEqual({});
    const { rows, counts } = await read();
    expect([rows, counts.ended]).toEqual([[], 1]);
    expect((await read({ part: "ended" })).rows).toMatchObject([
      { stateWords: "Withdrawn", evidence: "Withdrawn by Sanne Verbeek; the service confirmed it." },
    ]);
  });
});
