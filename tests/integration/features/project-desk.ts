/** A separate project for each test of the people of projects, at the embedded service behind the fault proxy. */
import { beforeEach } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { invitePerson, refreshPeople } from "#lib/features/invitations/commands.ts";
import type { InviteResult } from "#lib/features/invitations/schema.ts";
import { listPeople } from "#lib/features/people/queries.ts";
import type { PeoplePage, PeopleQuery } from "#lib/features/people/schema.ts";
import { formKey, usePortal } from "./portal.ts";

type Place = { cloudId: string; projectId: string };
type Role = 25 | 50 | 100;

/** Registers the hooks of the test file that calls it. */
export async function useProjectDesk() {
  const portal = await usePortal();
  const sanne = await portal.actor();
  let place: Place;
  let numbers: { cloud: number; project: number };

  beforeEach(async () => {
    const cloud = await portal.makeCloud(sanne, `Kanaalzone ${newId()}`);
    const project = await portal.makeProject(sanne, cloud.cloudId, "Blok A");
    place = { cloudId: cloud.cloudId, projectId: project.projectId };
    numbers = { cloud: cloud.number, project: project.number };
  });

  function invite(
    email: string,
    role: Role = 50,
    more: { again?: boolean; reason?: string } = {},
  ): Promise<InviteResult> {
    return invitePerson(sanne, { key: formKey(), ...place, email, role, ...more });
  }

  /** Somebody who has accepted at the service; the number of the member in this project. */
  async function join(email: string, role: Role): Promise<number> {
    const { db } = portal.service;
    const user = await db.serviceUser.upsert({
      where: { email },
      update: {},
      create: { sub: newId(), email, firstname: "An", lastname: "Other", passwordHash: "-" },
    });
    const { project: projectId, cloud: cloudId } = numbers;
    const application = await db.serviceApplication.findFirstOrThrow({
      where: { clouds: { some: { cloudId } } },
    });
    const key = { cloudId, applicationId: application.id, address: email, projectKey: projectId };
    const { id } = await db.serviceInvitation.upsert({
      where: { cloudId_applicationId_address_projectKey: key },
      update: { state: "A" },
      create: { ...key, projectId, email, redirectUri: "https://platform.example", role, state: "A" },
    });
    await db.serviceProjectMember.create({ data: { id, projectId, userId: user.id, role } });
    return id;
  }

  /** The list after one more reading. */
  async function read(query: Partial<PeopleQuery> = {}): Promise<PeoplePage> {
    await refreshPeople(sanne, place, { since: new Date() });
    return list(query);
  }

  /** The list as it is known. */
  function list(query: Partial<PeopleQuery> = {}): Promise<PeoplePage> {
    return listPeople(sanne, { ...place, ...query });
  }

  async function rolesAtService(): Promise<Record<string, number>> {
    const rows = await portal.service.db.serviceProjectMember.findMany({
      where: { projectId: numbers.project },
      include: { user: true },
    });
    return Object.fromEntries(rows.map(({ user, role }) => [user.email, role]));
  }

  /** The role of each address whose invitation waits there. */
  async function pendingAtService(): Promise<Record<string, number>> {
    const rows = await portal.service.db.serviceInvitation.findMany({
      where: { projectId: numbers.project, state: "P" },
    });
    return Object.fromEntries(rows.map(({ address, role }) => [address, role]));
  }

  return {
    portal,
    sanne,
    /** Registry ids of the test's project. */
    place: () => place,
    /** Its numbers at the service. */
    numbers: () => numbers,
    invite,
    join,
    read,
    list,
    rolesAtService,
    pendingAtService,
  };
}
