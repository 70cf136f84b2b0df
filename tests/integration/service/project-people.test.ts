/** An invitation to a project, from its email to what the person sees, and its end (docs/service "People of a project"). */
import { expect, test } from "vitest";
import {
  projectInvitationSchema,
  projectUserSchema,
  type ProjectUserRecord,
} from "#lib/service/contract/records.ts";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";
import { atOnce } from "#tests/support/at-once.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { signedWire } from "#tests/support/wire.ts";
import { giveCloud, makeCloud, readMail } from "./people.ts";

let counter = 0;

const service = await useServiceServer();
const call = await signedWire(service.baseUrl, await service.register("project-people"));
const platform = {
  ...(await import("#lib/service/server/platform/accounts.ts")),
  ...(await import("#lib/service/server/platform/clouds.ts")),
  ...(await import("#lib/service/server/platform/invitations.ts")),
  ...(await import("#lib/service/server/platform/links.ts")),
  ...(await import("#lib/service/server/platform/projects.ts")),
};

type Place = { cloudId: number; projectId: number; path: string };

async function makeProject(name: string, cloudId?: number, parentId?: number): Promise<Place> {
  const cloud = cloudId ?? (await makeCloud(call, "Kanaalzone"));
  const path = `/cloud/${String(cloud)}/project`;
  const { body } = await call("POST", path, { name, parent_id: parentId ?? null });
  const projectId = (body as { id: number }).id;
  return { cloudId: cloud, projectId, path: `${path}/${String(projectId)}` };
}

async function invite(place: Place, role: number, email: string, by = call): Promise<number> {
  const landing = `${service.origin}/platform/cloud/${String(place.cloudId)}?project=${String(place.projectId)}`;
  const body = { email, redirect_uri: landing, role };
  return projectInvitationSchema.parse((await by("POST", `${place.path}/invitation`, body)).body).id;
}

async function listPeople(place: Place, by = call): Promise<ProjectUserRecord[]> {
  return projectUserSchema.array().parse((await by("GET", `${place.path}/user`)).body);
}

/** Somebody new, whose account was created by an invitation to this place; the invitation is not answered yet. */
async function makePerson(place: Place, role = 25): Promise<{ user: PlatformUser; id: number }> {
  counter += 1;
  const email = `guest-${String(counter)}@bouwgroep.example`;
  const id = await invite(place, role, email);
  const { token } = await readMail(service, email);
  const password = "a long walk by the water";
  await platform.signUp(service.db, { token, firstname: "Marieke", lastname: "de Jong", password });
  const user = await service.db.serviceUser.findUniqueOrThrow({ where: { email } });
  return { user, id };
}

test("the mail names project, Cloud and role; its link proves the address and leads to the project", async () => {
  const place = await makeProject("Tower A");
  await invite(place, 25, "anna@bouwgroep.example");
  const { subject, text, link, token } = await readMail(service, "anna@bouwgroep.example");
  expect(subject).toBe("Invitation to the project Tower A");
  expect(text).toContain("invites you to work on the project “Tower A” (Cloud “Kanaalzone”) as a guest.");
  const { pathname, searchParams } = new URL(link);
  expect(pathname).toBe(`/platform/cloud/${String(place.cloudId)}`);
  expect(searchParams.get("project")).toBe(String(place.projectId));
  expect(await platform.openInvitationLink(service.db, token)).toMatchObject({
    name: "Tower A",
    address: "anna@bouwgroep.example",
    role: 25,
  });
  await platform.requestFreshLink(service.db, {
    email: "anna@bouwgroep.example",
    networkAddress: "198.51.100.7",
    cloudId: place.cloudId,
  });
  expect(await platform.openInvitationLink(service.db, token)).toBeNull();
  const fresh = new URL((await readMail(service, "anna@bouwgroep.example")).link);
  expect(fresh.searchParams.get("project")).toBe(String(place.projectId));
});

test("who accepts sees this project of the Cloud and no other, is no member of the Cloud, and keeps the number in the list", async () => {
  const place = await makeProject("House");
  const floor = await makeProject("Floor 1", place.cloudId, place.projectId);
  await makeProject("Secret", place.cloudId);
  const { user, id } = await makePerson(floor);
  const [waiting] = await platform.listInvitations(service.db, user);
  expect(waiting).toMatchObject({
    id,
    state: "P",
    role: 25,
    project: { id: floor.projectId, name: "Floor 1" },
  });
  expect(await codeOf(platform.getCloudForMember(service.db, user, place.cloudId))).toBe("NOT_FOUND");
  expect(await listPeople(floor)).toMatchObject([{ id, user_id: null, invitation_id: id, role: 25 }]);

  const answers = await atOnce(20, () => platform.acceptInvitation(service.db, user, id));
  expect(new Set(answers.map(({ cloudId }) => cloudId))).toEqual(new Set([place.cloudId]));
  expect(await listPeople(floor)).toMatchObject([
    { id, user_id: user.id, invitation_id: null, firstname: "Marieke", role: 25 },
  ]);
  expect((await call("GET", `${floor.path}/invitation`)).body).toEqual([]);
  expect((await call("GET", `/cloud/${String(place.cloudId)}/user`)).body).toEqual([]);

  expect(await platform.getCloudForMember(service.db, user, place.cloudId)).toMatchObject({
    role: null,
    memberCount: 0,
    members: [],
    projectCount: 1,
  });
  expect(await platform.listCloudsForMember(service.db, user)).toMatchObject([
    { id: place.cloudId, role: null },
  ]);
  const { rows } = await platform.listProjectTree(service.db, user, { cloudId: place.cloudId });
  expect(rows).toMatchObject([{ id: floor.projectId, above: [] }]);
  const own = { cloudId: place.cloudId, projectId: floor.projectId };
  expect(await platform.getProjectForMember(service.db, user, own)).toMatchObject({ name: "Floor 1" });
  expect(
    await codeOf(platform.getProjectForMember(service.db, user, { ...own, projectId: place.projectId })),
  ).toBe("NOT_FOUND");
});

test("who is taken out sees nothing any more, is not brought back by repeating, and can be invited anew", async () => {
  const place = await makeProject("Tower B");
  const { user, id } = await makePerson(place, 50);
  await platform.acceptInvitation(service.db, user, id);
  expect((await call("DELETE", `${place.path}/user/${String(id)}`)).status).toBe(204);
  expect(await codeOf(platform.acceptInvitation(service.db, user, id))).toBe("NOT_FOUND");
  expect(await codeOf(platform.getCloudForMember(service.db, user, place.cloudId))).toBe("NOT_FOUND");
  expect(await platform.listCloudsForMember(service.db, user)).toEqual([]);
  expect(await invite(place, 100, user.email)).toBe(id);
  await platform.acceptInvitation(service.db, user, id);
  expect(await listPeople(place)).toMatchObject([{ id, user_id: user.id, role: 100 }]);
});

test("two applications' invitations to one project are answered together; those to its Cloud and to other projects wait", async () => {
  const place = await makeProject("Tower C");
  const other = await makeProject("Tower D", place.cloudId);
  const second = await signedWire(service.baseUrl, await service.register("second-application"));
  await giveCloud(service.db, place.cloudId, "second-application");
  const { user, id } = await makePerson(place);
  const theirs = await invite(place, 50, user.email, second);
  const elsewhere = await invite(other, 50, user.email);
  const body = { email: user.email, redirect_uri: `${service.origin}/platform/` };
  const toCloud = await call("POST", `/cloud/${String(place.cloudId)}/invitation`, body);
  expect(toCloud.status).toBe(201);
  await platform.acceptInvitation(service.db, user, theirs);
  const states = new Map(
    (await platform.listInvitations(service.db, user)).map((item) => [item.id, item.state]),
  );
  expect([id, theirs, elsewhere].map((number) => states.get(number))).toEqual(["A", "A", "P"]);
  expect(states.get((toCloud.body as { id: number }).id)).toBe("P");
  expect(await listPeople(place, second)).toMatchObject([{ id: theirs, user_id: user.id, role: 50 }]);
  expect(await listPeople(other, second)).toEqual([]);
});

test("a project that is deleted ends its invitations and memberships", async () => {
  const place = await makeProject("Tower E");
  const { user, id } = await makePerson(place);
  await invite(place, 50, "waiting@bouwgroep.example");
  await platform.acceptInvitation(service.db, user, id);
  expect((await call("DELETE", place.path)).status).toBe(204);
  expect(await platform.listCloudsForMember(service.db, user)).toEqual([]);
  expect(await service.db.serviceInvitation.count({ where: { cloudId: place.cloudId } })).toBe(0);
});
