/** The members of a project: role change and removal, in the project and with its Cloud, including when no answer arrives. */
import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { answers, rememberCapability } from "#lib/features/connections/capabilities.ts";
import { refreshPeople } from "#lib/features/invitations/commands.ts";
import { changeMemberRole, removeMember } from "#lib/features/people/commands.ts";
import { changeInvitationRole } from "#lib/features/people/invitation-role.ts";
import { findPeople, getPerson } from "#lib/features/people/queries.ts";
import { countLoss } from "#lib/features/clouds/deletion.ts";
import { previewRemoval } from "#lib/features/people/removals/preview.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { switchOffNeighbours } from "#tests/support/six-operations.ts";
import { useProjectDesk } from "./project-desk.ts";

const desk = await useProjectDesk();
const { portal, sanne, place, numbers, invite, join, read, list, rolesAtService, pendingAtService } = desk;

const ONE = /\/user\/\d+$/;

describe("a role and a removal", () => {
  test("are done at the service, shown at once and audited with the project; what is pending goes with the member", async () => {
    await join("anna.r@example.org", 100);
    await invite("bert.r@example.org", 25);
    const bert = await join("bert.r@example.org", 25);
    await changeMemberRole(sanne, { ...place(), userId: String(bert), role: "50" });
    expect(await rolesAtService()).toEqual({ "anna.r@example.org": 100, "bert.r@example.org": 50 });
    expect((await list({ part: "users" })).rows).toHaveLength(1);
    await removeMember(sanne, { ...place(), userId: String(bert) });
    expect(await rolesAtService()).toEqual({ "anna.r@example.org": 100 });
    expect((await list({ part: "ended" })).rows).toMatchObject([
      { evidence: "Removed from the project by Sanne Verbeek; the service confirmed it." },
    ]);
    const ofProject = { objectType: "project", objectId: place().projectId };
    expect(await portal.trail({ ...ofProject, action: { startsWith: "member." } })).toEqual([
      "member.change-role INTENDED",
      "member.change-role DONE",
      "member.remove INTENDED",
      "member.remove DONE",
    ]);
    await expect(removeMember(sanne, { ...place(), userId: String(bert) })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("not among the members of the project any more"),
    });
  });

  test("of the last administrator are refused, also when two go at once", async () => {
    const [anna, bert] = [await join("anna.l@example.org", 100), await join("bert.l@example.org", 100)];
    const ends = await Promise.allSettled([
      changeMemberRole(sanne, { ...place(), userId: String(anna), role: "25" }),
      removeMember(sanne, { ...place(), userId: String(bert) }),
    ]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(Object.values(await rolesAtService())).toContain(100);
    const [last] = (await read({ part: "administrators" })).rows;
    await expect(removeMember(sanne, { ...place(), userId: String(last?.userId) })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("is the last administrator of this project. Nothing was changed."),
    });
  });

  test("in a project named under another Cloud there is nothing to change", async () => {
    const bert = await join("bert.o@example.org", 50);
    const other = await portal.makeCloud(sanne, `Elders ${newId()}`);
    const wrong = { cloudId: other.cloudId, projectId: place().projectId };
    expect(await codeOf(removeMember(sanne, { ...wrong, userId: String(bert) }))).toBe("NOT_FOUND");
    expect(await rolesAtService()).toEqual({ "bert.o@example.org": 50 });
  });
});

test("one person is found by projects too, and leaving the Cloud takes what the service took", async () => {
  const email = `anna.${newId()}@example.org`;
  await join(email, 25);
  await read();
  expect(await findPeople(sanne, email, 5)).toMatchObject([
    { address: email, member: 0, projects: 1, invited: 0 },
  ]);
  expect(await getPerson(sanne, email)).toMatchObject({ counts: { projects: 1 }, clouds: 0 });
  // In no Cloud, so that a removal from all Clouds would not touch the project.
  expect(await previewRemoval(sanne, email)).toMatchObject({ removable: 0, staying: 1 });
  const userId = await portal.joinCloud(numbers().cloud, email, 50);
  await portal.joinCloud(numbers().cloud, `boss.${email}`, 100);
  await refreshPeople(sanne, { cloudId: place().cloudId }, { since: new Date() });
  expect(await previewRemoval(sanne, email)).toMatchObject({ removable: 1, staying: 0 });
  const person = await getPerson(sanne, email);
  expect(person.counts).toEqual({ member: 1, projects: 1, invited: 0 });
  expect(person.clouds).toBe(1);
  // With the administrator two people: whoever is in the Cloud and in its project is one.
  expect(await countLoss(sanne, place().cloudId)).toEqual({ projects: 1, invitations: 0, people: 2 });
  expect(person.rows.map(({ project, role }) => [project?.name ?? null, role])).toEqual([
    [null, 50],
    ["Blok A", 25],
  ]);
  await removeMember(sanne, { cloudId: place().cloudId, userId: String(userId) });
  expect(await rolesAtService()).toEqual({});
  expect((await getPerson(sanne, email)).rows).toEqual([]);
});

test("a service of six operations: nothing is said to be known, an invitation is refused without effect, both are remembered", async () => {
  const capabilities = ["listProjectUsers", "inviteToProject"] as const;
  const forget = () =>
    portal.db.capability.deleteMany({
      where: { connectionId: portal.connectionId, operation: { in: [...capabilities] } },
    });
  await forget();
  switchOffNeighbours(portal.proxy);
  expect((await refreshPeople(sanne, place(), { anew: true })).state).toBe("notListed");
  const { operation } = await invite("zes@example.org");
  expect(operation.state).toBe("REFUSED");
  expect((await list({ part: "ended" })).rows).toMatchObject([{ stateWords: "Refused" }]);
  for (const name of capabilities) expect(await answers(portal.connectionId, name)).toBe(false);
  portal.proxy.clear();
  // Asked once: nothing more is sent until a day has passed.
  const asked = portal.proxy.received.length;
  expect((await refreshPeople(sanne, place(), { anew: true })).state).toBe("notListed");
  expect(portal.proxy.received).toHaveLength(asked);
  await forget();
  await rememberCapability(portal.connectionId, "removeProjectUser", false);
  await join("anna.six@example.org", 100);
  const bert = await join("bert.six@example.org", 50);
  await expect(removeMember(sanne, { ...place(), userId: String(bert) })).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("does not offer this. Use the service’s own platform."),
  });
});

describe("the role of an invitation that waits", () => {
  const invited = async (email: string): Promise<string> => {
    await invite(email, 25);
    return (await read({ search: email })).rows[0]?.invitationId ?? "";
  };

  test("is changed at the service, shown at once, audited, and sends no mail", async () => {
    const invitationId = await invited("anna.p@example.org");
    const mails = await portal.service.db.serviceInvitation.count();
    await changeInvitationRole(sanne, { invitationId, role: "100" });
    expect(await pendingAtService()).toEqual({ "anna.p@example.org": 100 });
    expect((await list({ part: "administrators" })).rows).toMatchObject([{ state: "WAITING", role: 100 }]);
    expect((await read()).rows).toMatchObject([{ state: "WAITING", role: 100 }]);
    expect(await portal.service.db.serviceInvitation.count()).toBe(mails);
    const trail = await portal.trail({ objectId: place().projectId, action: "member.change-role" });
    expect(trail).toEqual(["member.change-role INTENDED", "member.change-role DONE"]);
    const viewer = await portal.actor("VIEWER");
    expect(await codeOf(changeInvitationRole(viewer, { invitationId, role: "25" }))).toBe("FORBIDDEN");
  });

  test("of somebody who has accepted meanwhile is not changed, and the list tells", async () => {
    const invitationId = await invited("bert.p@example.org");
    await join("bert.p@example.org", 25);
    await expect(changeInvitationRole(sanne, { invitationId, role: "100" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This invitation does not wait for an answer any more. Nothing was changed.",
    });
    expect(await rolesAtService()).toEqual({ "bert.p@example.org": 25 });
    expect((await list()).rows).toMatchObject([{ state: "JOINED" }]);
  });

  test.each([
    ["cut after it was done", { kind: "resetAfter" }, true],
    ["cut before it arrived", { kind: "resetBefore" }, false],
  ] as const)("after an answer that was %s is what the service's list says", async (_what, fault, isDone) => {
    const email = `carla.${newId()}@example.org`;
    const invitationId = await invited(email);
    portal.proxy.inject("PATCH", ONE, fault, 20);
    const ended = changeInvitationRole(sanne, { invitationId, role: "50" });
    if (isDone) await ended;
    else expect(await codeOf(ended)).toBe("UPSTREAM");
    const role = isDone ? 50 : 25;
    expect(await pendingAtService()).toEqual({ [email]: role });
    expect((await list()).rows).toMatchObject([{ state: "WAITING", role }]);
  });

  test("cannot be changed where the service does not offer it, which says what to do", async () => {
    const invitationId = await invited("dora.p@example.org");
    await rememberCapability(portal.connectionId, "changeProjectUser", false);
    await expect(changeInvitationRole(sanne, { invitationId, role: "50" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Withdraw the invitation and send another one with the right role."),
    });
    await rememberCapability(portal.connectionId, "changeProjectUser", true);
    expect(await pendingAtService()).toEqual({ "dora.p@example.org": 25 });
  });
});
