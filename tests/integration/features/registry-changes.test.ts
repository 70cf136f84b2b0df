import { describe, expect, test } from "vitest";
import { adoptCloud } from "#lib/features/clouds/adoption.ts";
import { archiveCloud } from "#lib/features/clouds/archive.ts";
import { changeCloud, deleteCloud } from "#lib/features/clouds/changes.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { findDeleter, offersIn } from "#lib/features/clouds/deletion.ts";
import { getCloud, listClouds } from "#lib/features/clouds/queries.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { adoptProject } from "#lib/features/projects/adoption.ts";
import { changeProject, deleteProject } from "#lib/features/projects/changes.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { getProject, listProjects, type ProjectRow } from "#lib/features/projects/queries.ts";
import { createServiceClient } from "#lib/service/client/service-client.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { formKey, usePortal } from "./portal.ts";

const NOT_ALLOWED = answer(405, '{"detail":"Method not allowed."}');
const CLOUDS = /^\/service\/cloud$/;
const ONE_CLOUD = /^\/service\/cloud\/\d+$/;
const PROJECTS = /\/project$/;
const ONE_PROJECT = /\/project\/\d+$/;

let aheadMs = 0;
const moveClock = useMovedClock();

const portal = await usePortal();
const actor = await portal.actor();
const admin = await portal.actor("ADMINISTRATOR", "Iris de Boer");

/** Makes what was just read count as old. */
function later(): void {
  moveClock((aheadMs += 600_000));
}

/** The same application, used directly instead of through the portal. */
async function elsewhere(id: string): Promise<ReturnType<typeof createServiceClient>> {
  const row = await portal.db.connection.findUniqueOrThrow({ where: { id } });
  return createServiceClient({ ...row, baseUrl: portal.service.baseUrl, authUrl: portal.service.baseUrl });
}

/** A separate connection, whose service has only the six endpoints, and a client for creating things outside of the portal. */
async function sixOnly(): Promise<{ connectionId: string; client: Awaited<ReturnType<typeof elsewhere>> }> {
  const connectionId = await portal.addConnection(`six-${formKey()}`);
  for (const path of [CLOUDS, ONE_CLOUD, PROJECTS, ONE_PROJECT]) {
    portal.proxy.inject("GET", path, NOT_ALLOWED, 99);
  }
  return { connectionId, client: await elsewhere(connectionId) };
}

const makeCloud = async (name: string) => (await portal.makeCloud(actor, name)).cloudId;

async function makeProject(cloudId: string, name: string, parentId = 0): Promise<ProjectRow> {
  const parent = parentId === 0 ? {} : { parentId };
  const { projectId } = await createProject(actor, { key: formKey(), cloudId, name, ...parent });
  return getProject(actor, projectId ?? "");
}

/** The form of a project as it was created. */
function formOf(project: ProjectRow): Parameters<typeof changeProject>[1] {
  const { id, version, name, description, parentServiceId, mainModelId } = project;
  return {
    id,
    version,
    name,
    description: description ?? "",
    status: "A",
    parentId: parentServiceId ?? "",
    mainModelId: mainModelId ?? "",
    logo: "keep",
  };
}

async function audits(objectId: string, action: string): Promise<string[]> {
  return (await portal.audited({ objectId, action })).map(({ outcome }) => outcome);
}

describe("adopting by number", () => {
  test("a cloud the service lists is adopted with its own name, once, and the second is led to the first", async () => {
    const client = await elsewhere(portal.connectionId);
    const made = await client.createCloud({ name: "From the platform" });
    if (made.kind !== "done") throw new Error(made.kind);
    const input = { connectionId: portal.connectionId, serviceId: ` ${String(made.value.id)} ` };
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => adoptCloud(actor, { ...input, name: "typed" })),
    );
    const [adopted] = results.filter((result) => result.status === "fulfilled");
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const id = adopted?.value.id ?? "";
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ code: "CONFLICT", details: { href: `/clouds/${id}` } });
      }
    }
    expect(await getCloud(actor, id)).toMatchObject({ name: "From the platform", unverifiedSince: null });
    expect(await audits(id, "cloud.adopt")).toEqual(["DONE"]);
  });

  test("a number the service does not show is refused, and so is one it cannot be asked for now", async () => {
    const input = { connectionId: portal.connectionId, serviceId: "987654" };
    await expect(adoptCloud(actor, input)).rejects.toMatchObject({
      code: "VALIDATION",
      details: { fieldErrors: { serviceId: [expect.stringContaining("does not show Cloud 987654")] } },
    });
    portal.proxy.inject("GET", CLOUDS, answer(403, "{}"), 9);
    expect(await codeOf(adoptCloud(actor, input))).toBe("UPSTREAM");
    expect(await portal.db.cloud.count({ where: { serviceId: 987654n } })).toBe(0);
    for (const serviceId of ["", "0", "-1", "1.5", "1e3", "12 34", "99999999999999999"]) {
      expect(await codeOf(adoptCloud(actor, { ...input, serviceId }))).toBe("VALIDATION");
    }
  });

  test("what an uncertain creation may have made is settled there", async () => {
    portal.proxy.inject("POST", CLOUDS, { kind: "resetAfter" });
    const { operation } = await createCloud(actor, portal.cloudForm("Swallowed"));
    expect(operation.state).toBe("UNKNOWN");
    const { id } = await portal.db.serviceCloud.findFirstOrThrow({ where: { name: "Swallowed" } });
    await expect(
      adoptCloud(actor, { connectionId: portal.connectionId, serviceId: String(id) }),
    ).rejects.toMatchObject({ code: "CONFLICT", details: { href: operation.href } });
  });

  test("with the six endpoints alone a cloud is not verified until the service proves it in use", async () => {
    const { connectionId, client } = await sixOnly();
    const made = await client.createCloud({ name: "Not to be read" });
    if (made.kind !== "done") throw new Error(made.kind);
    const { id, isVerified } = await adoptCloud(actor, {
      connectionId,
      serviceId: String(made.value.id),
      name: "As we call it",
    });
    expect(isVerified).toBe(false);
    expect(await getCloud(actor, id)).toMatchObject({ name: "As we call it", missingSince: null });
    expect((await getCloud(actor, id)).unverifiedSince).toBeInstanceOf(Date);
    expect(await answers(connectionId, "getCloud")).toBe(false);
    const { operation } = await createProject(actor, { key: formKey(), cloudId: id, name: "Proves it" });
    expect(operation.state).toBe("DONE");
    expect((await getCloud(actor, id)).unverifiedSince).toBeNull();
  });

  test("with the six endpoints alone a project is checked by the list of its models", async () => {
    const { connectionId, client } = await sixOnly();
    const cloud = await client.createCloud({ name: "Holds one" });
    if (cloud.kind !== "done") throw new Error(cloud.kind);
    const project = await client.createProject(cloud.value.id, { name: "Made elsewhere" });
    if (project.kind !== "done") throw new Error(project.kind);
    const { id: cloudId } = await adoptCloud(actor, { connectionId, serviceId: String(cloud.value.id) });
    const input = { cloudId, serviceId: String(project.value.id) };
    expect(await codeOf(adoptProject(actor, { cloudId, serviceId: "987654" }))).toBe("VALIDATION");
    const { id } = await adoptProject(actor, input);
    expect(await getProject(actor, id)).toMatchObject({ name: `Project ${String(project.value.id)}` });
    expect((await getCloud(actor, cloudId)).unverifiedSince).toBeNull();
    await expect(adoptProject(actor, input)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { href: `/clouds/${cloudId}/projects/${id}` },
    });
  });

  test("a project the service lists is adopted with all its fields", async () => {
    const cloudId = await makeCloud("Lists projects");
    const { serviceId } = await getCloud(actor, cloudId);
    const client = await elsewhere(portal.connectionId);
    const made = await client.createProject(serviceId, { name: "There", description: "East", status: "D" });
    if (made.kind !== "done") throw new Error(made.kind);
    const { id } = await adoptProject(actor, { cloudId, serviceId: String(made.value.id) });
    expect(await getProject(actor, id)).toMatchObject({ name: "There", description: "East", status: "D" });
  });
});

describe("archive", () => {
  test("an archived cloud is out of the list, under its filter, and comes back; the service hears nothing", async () => {
    const id = await makeCloud("Out of sight");
    portal.proxy.clear();
    await archiveCloud(actor, id);
    await archiveCloud(actor, id);
    const ids = async (shown: "current" | "archived" | "all"): Promise<string[]> =>
      (await listClouds(actor, { shown, search: "out of sight" })).rows.map((row) => row.id);
    expect(await ids("current")).toEqual([]);
    expect(await ids("archived")).toEqual([id]);
    expect(await ids("all")).toEqual([id]);
    later();
    await listClouds(actor);
    expect(await ids("current")).toEqual([]);
    await archiveCloud(actor, id, false);
    expect(await ids("current")).toEqual([id]);
    expect(portal.proxy.received.filter((seen) => seen.method !== "GET" && seen.path !== "")).toEqual(
      portal.proxy.received.filter((seen) => seen.path.includes("/token")),
    );
    expect(await audits(id, "cloud.archive")).toEqual(["DONE"]);
    expect(await audits(id, "cloud.bring-back")).toEqual(["DONE"]);
  });

  test("a viewer changes nothing", async () => {
    const viewer = await portal.actor("VIEWER");
    const id = await makeCloud("Untouched");
    const refused = { code: "FORBIDDEN" };
    await expect(archiveCloud(viewer, id)).rejects.toMatchObject(refused);
    await expect(changeCloud(viewer, { id, version: 1, name: "x" })).rejects.toMatchObject(refused);
    await expect(deleteCloud(actor, { id, typedName: "Untouched" })).rejects.toMatchObject(refused);
    await expect(adoptCloud(viewer, { connectionId: "", serviceId: "1" })).rejects.toMatchObject(refused);
  });
});

describe("changing", () => {
  test("a cloud's new name is there and here; of two forms of one version the second is told", async () => {
    const id = await makeCloud("Old name");
    const { version, serviceId } = await getCloud(actor, id);
    const both = await Promise.allSettled([
      changeCloud(actor, { id, version, name: "Name of one" }),
      changeCloud(admin, { id, version, name: "Name of two" }),
    ]);
    expect(both.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    const [rejected] = both.filter((result) => result.status === "rejected");
    expect(rejected?.reason).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("changed by somebody else"),
    });
    const there = await portal.db.serviceCloud.findUniqueOrThrow({ where: { id: serviceId } });
    later();
    await listClouds(actor);
    const here = await getCloud(actor, id);
    expect(here.name).toBe(there.name);
    expect(await codeOf(changeCloud(actor, { id, version, name: "Late" }))).toBe("CONFLICT");
  });

  test("a name that was changed at the service meanwhile is not overwritten", async () => {
    const id = await makeCloud("Seen like this");
    const { version, serviceId } = await getCloud(actor, id);
    const client = await elsewhere(portal.connectionId);
    await client.changeCloud(serviceId, { name: "Changed on the platform" });
    later();
    expect(await codeOf(changeCloud(actor, { id, version, name: "Mine" }))).toBe("CONFLICT");
    expect(await getCloud(actor, id)).toMatchObject({ name: "Changed on the platform" });
  });

  test("of a project only what differs is sent", async () => {
    const cloudId = await makeCloud("With fields");
    const parent = await makeProject(cloudId, "Above");
    const project = await makeProject(cloudId, "Below");
    portal.proxy.clear();
    const form = { ...formOf(project), description: "New\r\nlines ", parentId: String(parent.serviceId) };
    expect(await changeProject(actor, form)).toBe(true);
    const there = await portal.db.serviceProject.findUniqueOrThrow({ where: { id: project.serviceId } });
    expect(there).toMatchObject({ name: "Below", description: "New\nlines", parentId: parent.serviceId });
    const audit = await portal.db.audit.findFirstOrThrow({
      where: { objectId: project.id, action: "project.change", outcome: "INTENDED" },
    });
    expect(audit.after).toEqual({ description: "New\nlines", parent_id: parent.serviceId });
    const changed = await getProject(actor, project.id);
    expect(changed.parents.map((above) => above.name)).toEqual(["Above"]);
    expect(await changeProject(actor, formOf(changed))).toBe(false);
  });

  test("no answer is neither done nor failed, and doing it again is safe", async () => {
    const id = await makeCloud("Silent change");
    const { version } = await getCloud(actor, id);
    portal.proxy.inject("PATCH", ONE_CLOUD, { kind: "resetAfter" }, 2);
    const change = { id, version, name: "After silence" };
    await expect(changeCloud(actor, change)).rejects.toThrow("may or may not have been changed");
    expect(await audits(id, "cloud.change")).toEqual(["INTENDED", "UNKNOWN"]);
    later();
    await listClouds(actor);
    const now = await getCloud(actor, id);
    expect(now.name).toBe("After silence");
    await changeCloud(actor, { ...change, version: now.version });
    expect(await audits(id, "cloud.change")).toEqual(["INTENDED", "UNKNOWN", "INTENDED", "DONE"]);
  });

  test("what the service refuses of a change is said at its field, once, and the same form may be sent again", async () => {
    const refuse = (body: object) => answer(400, JSON.stringify(body));
    const id = await makeCloud("Refused change");
    const cloud = { id, version: (await getCloud(actor, id)).version, name: "Other" };
    portal.proxy.inject("PATCH", ONE_CLOUD, refuse({ name: ["Not this name."] }));
    await expect(changeCloud(actor, cloud)).rejects.toMatchObject({
      code: "VALIDATION",
      message: "The service does not accept what is marked below. Nothing was changed.",
      details: { fieldErrors: { name: ["Not this name."] } },
    });
    expect(await audits(id, "cloud.change")).toEqual(["INTENDED", "REFUSED"]);
    await changeCloud(actor, cloud);
    const project = { ...formOf(await makeProject(id, "Refused project")), name: "Other project" };
    const problems = { name: ["Not this.", "Nor that."], parent_id: ["Not there."] };
    portal.proxy.inject("PATCH", ONE_PROJECT, refuse({ ...problems, non_field_errors: ["Not both."] }));
    await expect(changeProject(actor, project)).rejects.toMatchObject({
      code: "VALIDATION",
      message:
        "The service does not accept what is marked below. Nothing was changed. The service also said: “Not both.”.",
      details: { fieldErrors: { name: ["Not this.", "Nor that."], parentId: ["Not there."] } },
    });
    expect(await changeProject(actor, project)).toBe(true);
  });

  test("where the service does not answer it, it is found out once and said", async () => {
    const id = await makeCloud("Not offered");
    const { version } = await getCloud(actor, id);
    portal.proxy.inject("PATCH", ONE_CLOUD, NOT_ALLOWED);
    const change = { id, version, name: "x" };
    const said = { code: "CONFLICT", message: expect.stringContaining("does not offer this") };
    await expect(changeCloud(actor, change)).rejects.toMatchObject(said);
    expect(await answers(portal.connectionId, "changeCloud")).toBe(false);
    portal.proxy.clear();
    await expect(changeCloud(actor, change)).rejects.toMatchObject(said);
    expect(portal.proxy.received.filter((seen) => seen.method === "PATCH")).toEqual([]);
    await portal.db.capability.deleteMany({ where: { operation: "changeCloud" } });
  });
});

describe("deleting", () => {
  test("only with the name typed, by an administrator; the row stays under its filter", async () => {
    const id = await makeCloud("Gone soon");
    await makeProject(id, "Inside");
    const { serviceId } = await getCloud(actor, id);
    expect(await findDeleter(actor, id)).toBeNull();
    expect(offersIn(await getCloud(actor, id), admin)).toEqual({ mayInvite: true, mayCreate: true });
    await expect(deleteCloud(admin, { id, typedName: "gone soon" })).rejects.toMatchObject({
      details: { fieldErrors: { typedName: [expect.stringContaining("Gone soon")] } },
    });
    expect(await portal.db.serviceCloud.count({ where: { id: serviceId } })).toBe(1);
    await deleteCloud(admin, { id, typedName: " Gone soon " });
    expect(await portal.db.serviceCloud.count({ where: { id: serviceId } })).toBe(0);
    const search = "gone soon";
    expect((await listClouds(actor, { search })).rows).toEqual([]);
    expect((await listClouds(actor, { search, shown: "gone" })).rows).toMatchObject([{ id }]);
    expect((await getCloud(actor, id)).deletedAt).toBeInstanceOf(Date);
    expect(await audits(id, "cloud.delete")).toEqual(["INTENDED", "DONE"]);
    expect(await findDeleter(actor, id)).toBe("Iris de Boer");
    expect(offersIn(await getCloud(actor, id), admin)).toEqual({ mayInvite: false, mayCreate: false });
    expect(await codeOf(deleteCloud(admin, { id, typedName: "Gone soon" }))).toBe("CONFLICT");
  });

  test("not while something in it is uncertain", async () => {
    const id = await makeCloud("Uncertain inside");
    portal.proxy.inject("POST", PROJECTS, { kind: "resetAfter" });
    const { operation } = await createProject(actor, { key: formKey(), cloudId: id, name: "Perhaps" });
    expect(operation.state).toBe("UNKNOWN");
    await expect(deleteCloud(admin, { id, typedName: "Uncertain inside" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { href: operation.href },
    });
  });

  test("a project: an answer that is lost leaves it open, and a second try finds it gone", async () => {
    const cloudId = await makeCloud("Loses an answer");
    const project = await makeProject(cloudId, "Deleted twice");
    portal.proxy.inject("DELETE", ONE_PROJECT, { kind: "resetAfter" });
    const input = { id: project.id, typedName: "Deleted twice" };
    await expect(deleteProject(admin, input)).rejects.toThrow("No certain answer");
    expect((await getProject(actor, project.id)).deletedAt).toBeNull();
    await expect(deleteProject(admin, input)).rejects.toThrow("Not found at the service");
    expect((await getProject(actor, project.id)).missingSince).toBeInstanceOf(Date);
    expect(await audits(project.id, "project.delete")).toEqual([
      "INTENDED",
      "UNKNOWN",
      "INTENDED",
      "REFUSED",
    ]);
    const other = await makeProject(cloudId, "Deleted once");
    await deleteProject(admin, { id: other.id, typedName: "Deleted once" });
    expect((await listProjects(actor, cloudId)).rows.map((row) => row.name)).toEqual(["Deleted twice"]);
  });
});
