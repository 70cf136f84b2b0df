import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { rememberModels } from "#lib/features/models/remembered.ts";
import { findPlaces } from "#lib/features/places/find.ts";
import { listSiblings } from "#lib/features/places/siblings.ts";
import { modelView } from "#tests/support/model-view.ts";
import { usePortal } from "./portal.ts";

const portal = await usePortal();
const actor = await portal.actor();

const makeCloud = async (name: string) => (await portal.makeCloud(actor, name)).cloudId;

const makeProject = async (cloudId: string, name: string, parentId?: number) =>
  (await portal.makeProject(actor, cloudId, name, parentId)).projectId;

async function numberOf(projectId: string): Promise<number> {
  return Number((await portal.db.project.findUniqueOrThrow({ where: { id: projectId } })).serviceId);
}

describe("find", () => {
  test("one word may have one wrong letter where nothing fits; what fits comes alone", async () => {
    const cloud = await makeCloud("Northgate Tower");
    const lot = await makeProject(cloud, "Parkhaus Süd");
    await rememberModels(lot, [modelView(7_754_321, { name: "Rampe_Nordseite.ifc" })], new Date());
    const names = async (typed: string): Promise<string[]> =>
      (await findPlaces(actor, typed)).map(({ name }) => name);
    for (const typed of ["nrthgate", "northhgate", "norhtgate", "nordhgate", "northgate towre"])
      expect(await names(typed), typed).toEqual(["Northgate Tower"]);
    expect(await names("parkhuas")).toEqual(["Parkhaus Süd"]);
    expect(await names("nortgate parkhaus")).toEqual(["Parkhaus Süd"]);
    expect(await names("nordsete")).toEqual(["Rampe_Nordseite.ifc"]);
    expect(await names("nrthgte")).toEqual([]);
    expect(await names("n_rth%te")).toEqual([]);
    expect(await names("towr")).toEqual([]);

    await makeCloud("Northgale");
    expect(await names("northgate")).toEqual(["Northgate Tower"]);
  });

  test("each word counts, in the name or above it; what begins with it comes first; a number finds its number", async () => {
    const harbour = await makeCloud("Zeehaven Oost");
    await makeCloud("Oude Zeehaven");
    const quay = await makeProject(harbour, "Kade 17 West");
    await rememberModels(quay, [modelView(7_654_321, { name: "Fender KADE.ifc" })], new Date());

    const words = async (typed: string): Promise<string[]> =>
      (await findPlaces(actor, typed)).map(({ kind, name }) => `${kind} ${name}`);
    expect(await words("zeehaven")).toEqual(["cloud Zeehaven Oost", "cloud Oude Zeehaven"]);
    expect(await words("  WEST zeehaven ")).toEqual(["project Kade 17 West"]);
    expect(await words("fender oost")).toEqual(["model Fender KADE.ifc"]);
    expect(await words("kade oost")).toEqual(["project Kade 17 West", "model Fender KADE.ifc"]);
    expect(await words("7654321")).toEqual(["model Fender KADE.ifc"]);
    expect(await words(String(await numberOf(quay)))).toContain("project Kade 17 West");
    expect(await words("zeehaven nowhere")).toEqual([]);
    const [model] = await findPlaces(actor, "fender");
    expect(model).toMatchObject({
      detail: "Zeehaven Oost\u00a0›\u00a0Kade 17 West",
      href: `/clouds/${harbour}/projects/${quay}/models/7654321`,
      world: "live",
    });
  });

  test("what is typed stands for itself, whatever it is; nothing finds nothing", async () => {
    await makeCloud("100%_Beton\\Staal");
    for (const typed of ["100%_b", "%_", "\\staal"]) {
      expect((await findPlaces(actor, typed)).map(({ name }) => name)).toEqual(["100%_Beton\\Staal"]);
    }
    for (const typed of ["", "   ", "\0", "_______________", "'; DROP TABLE cloud; --", "9".repeat(400)]) {
      expect(await findPlaces(actor, typed)).toEqual([]);
    }
  });

  test("what was archived or deleted is not found, and nothing of it", async () => {
    const cloudId = await makeCloud("Verlaten Terrein");
    const projectId = await makeProject(cloudId, "Verlaten Loods");
    await rememberModels(projectId, [modelView(11, { name: "verlaten.ifc" })], new Date());
    expect(await findPlaces(actor, "verlaten")).toHaveLength(3);
    await portal.db.project.update({ where: { id: projectId }, data: { deletedAt: new Date() } });
    expect(await findPlaces(actor, "verlaten")).toHaveLength(1);
    await portal.db.cloud.update({ where: { id: cloudId }, data: { archivedAt: new Date() } });
    expect(await findPlaces(actor, "verlaten")).toEqual([]);
  });

  test("at most eight of a kind, however many there are", async () => {
    await portal.db.cloud.createMany({
      data: Array.from({ length: 200 }, (_each, n) => ({
        id: newId(),
        connectionId: portal.connectionId,
        serviceId: BigInt(880_000 + n),
        name: `Rij ${String(n)}`,
        sortName: `rij ${String(n)}`,
      })),
    });
    expect(await findPlaces(actor, "rij")).toHaveLength(8);
  });
});

describe("siblings", () => {
  test("projects under the same parent, or all of the cloud once something is typed", async () => {
    const cloudId = await makeCloud("Stadsdeel");
    const block = await makeProject(cloudId, "Blok A");
    await makeProject(cloudId, "Blok B");
    const floor = await makeProject(cloudId, "Laag 1", await numberOf(block));
    await makeProject(cloudId, "Laag 2", await numberOf(block));
    const names = async (of: "cloud" | "project", id: string, q = ""): Promise<string[]> =>
      (await listSiblings(actor, { of, id, q })).places.map(({ name }) => name);
    expect(await names("project", block)).toEqual(["Blok A", "Blok B"]);
    expect(await names("project", floor)).toEqual(["Laag 1", "Laag 2"]);
    expect(await names("project", floor, "blok")).toEqual(["Blok A", "Blok B"]);
    expect(await names("cloud", cloudId, "stads")).toEqual(["Stadsdeel"]);
  });

  test("models come from the service, and from its last list while it is silent", async () => {
    const cloudId = await makeCloud("Stille dienst");
    const projectId = await makeProject(cloudId, "Stil project");
    const ask = async (q = ""): Promise<string[]> =>
      (await listSiblings(actor, { of: "model", id: projectId, q })).places.map(({ name }) => name);
    expect(await ask()).toEqual([]);
    await rememberModels(
      projectId,
      [modelView(2, { name: "Tweede.ifc" }), modelView(1, { name: "Eerste.ifc" })],
      new Date(),
    );
    portal.proxy.inject("GET", /\/ifc$/, { kind: "resetBefore" }, 99);
    expect(await ask()).toEqual(["Tweede.ifc", "Eerste.ifc"]);
    expect(await ask("eerste")).toEqual(["Eerste.ifc"]);
    portal.proxy.clear();
  });

  test("more than fifty are cut, and it is said; what is not there is not there", async () => {
    const [cloud] = await portal.db.cloud.findMany({ where: { name: "Rij 1" } });
    const found = await listSiblings(actor, { of: "cloud", id: cloud?.id ?? "", q: "rij" });
    expect([found.places.length, found.isCut]).toEqual([50, true]);
    await expect(listSiblings(actor, { of: "project", id: newId(), q: "" })).rejects.toThrow("project");
  });
});
